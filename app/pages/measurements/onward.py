"""From the measurements to the runs: links that carry everything along."""

from flask import url_for
from werkzeug.datastructures import MultiDict

from app.engines import Measurement
from app.engines.runs import read_runs
from app.forms.measurements import AFTER_KEY, SpeedsForm
from app.forms.numbers import write
from app.forms.runs import DEFAULT_UNIT, RATES_KEY, RUN_KEY, UNIT_KEY
from app.forms.speed_field import SpeedField
from app.pages.measurements.findings import Shown
from app.pages.runs.paste import fitting_unit, link_runs, part
from app.web.links import Query, with_query

BOTH_BYTES = 64 * 1024
"""Up to which length a text is read both for acceptance and for speeds."""

OLD_RUNS = 6
"""How many runs older links carried, each under keys of its own."""

OLD_KEYS = tuple(
    f"run{number}_{name}"
    for number in range(1, OLD_RUNS + 1)
    for name in ("gamma", "tau", "speed")
)
"""The query keys of these runs."""


def old_runs(args: MultiDict[str, str]) -> Query:
    """Return the runs of an older link as the page of runs takes them."""
    if not any(args.get(key, "").strip() for key in OLD_KEYS):
        return []
    found = [_plain(args)]
    for number in range(1, OLD_RUNS + 1):
        cells = [
            args.get(f"run{number}_{name}", "").strip().replace(",", ".")
            for name in ("gamma", "tau", "speed")
        ]
        if any(cells):
            cells[2] = _speed(cells[2])
            found.append((RUN_KEY, ",".join(["", *cells])))
    return found


def _plain(args: MultiDict[str, str]) -> tuple[str, str]:
    return RUN_KEY, f",0,,{_written(SpeedsForm(args).before)}"


def _speed(text: str) -> str:
    """Return a speed in tokens/s; a text that is none stays as it is."""
    values = MultiDict([(AFTER_KEY, text)])
    return _written(SpeedsForm(values).after) or text


def _written(field: SpeedField) -> str:
    speed = field.tokens_per_second
    return "" if speed is None else write(float(f"{speed:.10g}"), thousands=False)


def runs_in(text: str, args: MultiDict[str, str]) -> Query:
    """
    Return the runs of a paste that are not in the address yet.

    Args:
        text: What was pasted.
        args: The values of the address.
    """
    series = part(read_runs(text)) if len(text) <= BOTH_BYTES else []
    if len(series) != 1:
        return []
    there = args.getlist(RUN_KEY)
    unit = args.get(UNIT_KEY) if there else fitting_unit(series[0].runs)
    linked = link_runs(series[0].runs, unit or DEFAULT_UNIT)
    found = [pair for pair in linked if pair[1] not in there]
    return [*found, (UNIT_KEY, unit)] if found and unit and not there else found


def runs_url(lang: str, one: Shown, args: MultiDict[str, str], kept: Query) -> str:
    """
    Return the address of the runs with a reading among them.

    Args:
        lang: Code of the page's language.
        one: The reading.
        args: The values of the address; speeds of older links fill the run.
        kept: What the link carries besides.
    """
    speeds = SpeedsForm(args)
    after = _written(speeds.after)
    before = [] if args.getlist(RUN_KEY) else [_plain(args)]
    run = (RUN_KEY, ",".join(["", *(one.run or ()), after]))
    left = [pair for pair in kept if pair[0] != RATES_KEY]
    return with_query(
        url_for("pages.runs", lang=lang),
        [*before, run, *_rates(one.measurement), *left],
    )


def _rates(one: Measurement) -> Query:
    if not one.per_position:
        return []
    return [(RATES_KEY, " ".join(f"{rate:.10g}" for rate in one.per_position))]
