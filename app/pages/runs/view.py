"""Runs and load: what was measured, and which draft length it recommends."""

from collections.abc import Sequence
from typing import Any

from flask import Response, abort, redirect, request, url_for
from werkzeug.datastructures import MultiDict

from app.engines import read
from app.engines.runs import RunNote, read_runs
from app.forms.measurements import CostsForm
from app.forms.run_row import SPEEDS
from app.forms.runs import CELL_KEYS, RATES_KEY, ROWS_KEY, UNIT_KEY, RunsForm
from app.i18n.templating import render
from app.model.load import LoadEvaluation, LoadNoteCode, evaluate_load
from app.pages.measurements.address import write_readings
from app.pages.measurements.onward import BOTH_BYTES
from app.pages.measurements.words import ENGINE_NAMES
from app.pages.passthrough import READING_KEY, RUNS_KEYS, carried
from app.pages.routes import bp
from app.pages.runs import words
from app.pages.runs.answer import Answer, Kind, find_answer
from app.pages.runs.details import cost_lines, odd_repeats, one_length
from app.pages.runs.examples import EXAMPLES
from app.pages.runs.figures import draw
from app.pages.runs.files import as_csv
from app.pages.runs.notes import NOTE_KEY, CarriedNote, of_model, read_notes
from app.pages.runs.paste import (
    Series,
    fitting_unit,
    link_rates,
    link_runs,
    notes_of,
    part,
    within,
)
from app.pages.runs.settings import SOURCES, one_setting, write_settings
from app.web.layout import render_page
from app.web.links import Query, with_query

PASTE = "paste"

ADDRESS_BYTES = 6500
"""The longest query that a paste leads to; 8 KiB are the most that is answered."""

LEFT_OUT_KEY = "left_out"


@bp.get("/runs")
def runs(lang: str) -> tuple[str, int] | Response:
    """Show what the runs come to, or how to bring them here."""
    form = RunsForm(request.args)
    if form.typed and form.valid:
        query = [*_own_query(form, request.args), *_foreign(request.args)]
        return _moved(lang, query, "#runs-inputs" if _edits(request.args) else "")
    return _page(form)


@bp.post("/runs")
def paste_runs(lang: str) -> tuple[str, int] | Response:
    """Read a benchmark and add its runs to those there; nothing of it is kept."""
    text = request.form.get(PASTE, "")
    form = RunsForm(request.args)
    reading = read_runs(text)
    series = part(reading)
    if not series:
        return _page(form, reading.notes or (RunNote.NO_RUNS,), text)
    targets = [_target(lang, form, one, reading.notes) for one in series]
    if len(targets) > 1:
        choices = [(one, url) for one, url in zip(series, targets, strict=True)]
        return _page(form, choices=choices, status=200)
    return redirect(f"{targets[0]}#result", 303)  # type: ignore[return-value]  # werkzeug's


@bp.get("/runs.svg")
def runs_figure(lang: str) -> Response:  # noqa: ARG001  # the path says it
    """Give the speedup over load as an SVG file."""
    form = RunsForm(request.args)
    evaluation = evaluate_load(form.runs, form.at)
    drawn = draw(evaluation, form.at)
    if not form.valid or drawn is None:
        abort(400)
    svg = render("runs/figure.svg", figure=drawn, answer=find_answer(evaluation))
    response = Response(svg, mimetype="image/svg+xml")
    response.headers["Content-Disposition"] = 'inline; filename="load.svg"'
    return response


@bp.get("/runs.csv")
def runs_table(lang: str) -> Response:
    """Give the table of loads as a CSV file, for the language's spreadsheets."""
    form = RunsForm(request.args)
    if not form.valid or not form.runs:
        abort(400)
    text = as_csv(evaluate_load(form.runs), lang)
    response = Response(text, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = 'attachment; filename="load.csv"'
    return response


def _edits(args: MultiDict[str, str]) -> bool:
    return "add" in args or "remove" in args


def _moved(lang: str, query: Query, place: str = "") -> Response:
    target = with_query(url_for("pages.runs", lang=lang), query)
    return redirect(f"{target}{place}", 302)  # type: ignore[return-value]  # werkzeug's


def _foreign(args: MultiDict[str, str]) -> Query:
    """Return the values of other pages, which this one carries on."""
    return carried(args, own=(*RUNS_KEYS, RATES_KEY))


def _own_query(form: RunsForm, args: MultiDict[str, str]) -> Query:
    """Return the runs, and the notes of a paste that are about any of them."""
    rows = len(form.rows) + 4 if "add" in args else 0
    wanted = [(ROWS_KEY, str(rows))] if rows else []
    return [*form.query, *(note.link for note in _notes(form, args)), *wanted]


def _notes(form: RunsForm, args: MultiDict[str, str]) -> list[CarriedNote]:
    """Return the notes of a paste whose run is still there."""
    loads = {row.concurrency.data for row in form.used}
    gammas = {row.gamma.data for row in form.used}
    return [
        note
        for note in read_notes(args.getlist(NOTE_KEY))
        if note.concurrency is None or note.concurrency in {*map(_six, loads)}
        if note.gamma is None or note.gamma in gammas
    ]


def _six(load: float | None) -> float | None:
    """Return a load as precise as notes carry it."""
    return None if load is None else float(f"{load:.6g}")


def _target(lang: str, form: RunsForm, series: Series, notes: Sequence[RunNote]) -> str:
    """Return the address that has the runs of a text beside those there."""
    unit = form.unit if form.used else fitting_unit(series.runs)
    before = [pair for pair in form.query if pair[0] not in (UNIT_KEY, RATES_KEY)]
    rates = link_rates(series.runs) or request.args.get(RATES_KEY)
    said = [*_notes(form, request.args), *notes_of(notes, series.runs)]
    fixed = [(UNIT_KEY, unit), *([(RATES_KEY, rates)] if rates else [])]
    fixed += [note.link for note in dict.fromkeys(said)]
    query = [*fixed, *_foreign(request.args)]
    room = ADDRESS_BYTES - len(with_query("", query))
    found, more = within([*before, *link_runs(series.runs, unit)], room)
    counted = [(LEFT_OUT_KEY, str(more))] if more else []
    target = url_for("pages.runs", lang=lang)
    return with_query(target, [*found, *query, *counted])


def _page(
    form: RunsForm,
    problems: Sequence[RunNote] = (),
    text: str = "",
    choices: Sequence[tuple[Series, str]] = (),
    status: int | None = None,
) -> tuple[str, int]:
    failed = not form.valid or bool(problems)
    evaluation = evaluate_load(form.runs, form.at)
    answer = find_answer(evaluation) if form.valid else Answer(Kind.NOTHING)
    own, foreign = _own_query(form, request.args), _foreign(request.args)
    query = [*own, *foreign]
    context = {
        "form": form,
        "cell_keys": CELL_KEYS,
        "unit_names": [(key, unit.name) for key, unit in SPEEDS.items()],
        "rows": form.shown(request.args),
        "failed": failed,
        "problems": [words.PROBLEMS[one] for one in problems if one in words.PROBLEMS],
        "readings": _readings(text) if problems else [],
        "paste_text": text,
        "choices": choices,
        "evaluation": evaluation,
        "answer": answer,
        "examples": EXAMPLES,
        "kept_foreign": foreign,
        "kept": [*(note.link for note in _notes(form, request.args)), *foreign],
        "more_at": [one.at.link for one in form.asked[1:] if one.at.text],
        "paste_query": with_query("", query),
        "left_out": _left_out(request.args) + form.left_out,
        "api_query": with_query("", form.whole_query),
        **(_found(form, evaluation, answer) if form.valid else {}),
    }
    code = status or (400 if failed else 200)
    return render_page("runs.html", query, **context), code


def _found(
    form: RunsForm, evaluation: LoadEvaluation, answer: Answer
) -> dict[str, Any]:
    """Return what the runs come to, for the template."""
    notes = [
        of_model(note)
        for note in evaluation.notes
        if note.code not in (LoadNoteCode.GAMMA_UNKNOWN, LoadNoteCode.NO_PLAIN_RUN)
    ]
    carried_notes = _notes(form, request.args)
    lines = cost_lines(evaluation)
    return {
        "figure": draw(evaluation, form.at),
        "notes": [words.sentence(note) for note in [*notes, *carried_notes]],
        "repeats": odd_repeats(form.runs),
        "lacks": _lacks(form),
        "fastest_at": {best.concurrency: best.gamma for best in evaluation.best},
        "where": words.where,
        "lines": lines,
        "one": one_length(evaluation, answer, form.rates, _c()),
        "settings": write_settings(evaluation.schedule),
        "one_setting": one_setting(answer.row.gamma) if answer.row else None,
        "sources": SOURCES,
        "names": ENGINE_NAMES,
    }


def _lacks(form: RunsForm) -> dict[str, list[int]]:
    """Return the numbers of the rows that lack something, by what they lack."""
    used = form.used
    return {
        "draft": [row.number for row in used if row.drafts_nothing],
        "speed": [row.number for row in used if row.speed.blank],
        "gamma": [row.number for row in used if row.gamma.blank],
        "tau": [row.number for row in used if row.gamma.data and row.tau_is_missing],
    }


def _c() -> float:
    """Return the draft cost ratio of the calculator, or that of its example."""
    return CostsForm(request.args).costs.c


def _readings(text: str) -> list[tuple[str, str]]:
    """Return the readings of acceptance in a text that has no speeds."""
    if len(text) > BOTH_BYTES:
        return []
    texts, _ = write_readings(read(text).measurements, ADDRESS_BYTES)
    return [(READING_KEY, one) for one in texts]


def _left_out(args: MultiDict[str, str]) -> int:
    text = args.get(LEFT_OUT_KEY, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
