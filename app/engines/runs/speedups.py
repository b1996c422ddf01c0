"""Speedups: a speedup and one of the two speeds give the other one."""

from dataclasses import replace

from app.engines.runs.cells import Cell, read_cell
from app.engines.runs.columns import Layout
from app.engines.runs.grids import Grid
from app.engines.runs.notes import RunNote
from app.engines.runs.run import EngineRun
from app.engines.runs.settings import Setting
from app.engines.runs.table_runs import Found

_DIFFERS = 0.05
_MOST = 50


def only_speedups(layout: Layout, grid: Grid) -> bool:
    """Say whether *grid* has speedups, as it has no speeds."""
    named = any(kind == "speedup" for kind in layout.shared.values())
    cells = [read_cell(cell) for row in grid.rows[:50] for cell in row[1:]]
    return named or sum(cell is not None and cell.unit == "x" for cell in cells) > 1


def add_missing(found: list[Found], layout: Layout, hints: Setting) -> list[Found]:
    """
    Return *found* and the runs that printed speedups add to it.

    Args:
        found: The runs of one table.
        layout: How it is read.
        hints: What the whole text names once.
    """
    plain = {_key(one): one.run for one in found if one.run.gamma == 0}
    found = [_checked(one, plain.get(_key(one))) for one in found]
    missing: dict[object, list[Found]] = {}
    for one in found:
        ratio = _ratio(one)
        if ratio and one.run.gamma != 0 and _key(one) not in plain:
            missing.setdefault(_key(one), []).append(_without(one, ratio))
    drafting = {id(one.entry.row) for one in found if one.run.gamma != 0}
    found += [_mean(several) for several in missing.values()]
    for one in list(found):
        if one.run.gamma == 0 and id(one.entry.row) not in drafting:
            found += _with(one, layout, hints)
    return found


def _key(one: Found) -> tuple[str, float | None]:
    return one.context, one.run.concurrency


def _ratio(one: Found) -> float | None:
    """Return the speedup in brackets behind a speed, or of the row."""
    for cell in one.entry.figures.values():
        if cell.speedup is not None:
            return cell.speedup
    return _value(one.entry.about.get("speedup"))


def _value(cell: Cell | None) -> float | None:
    if cell is None or cell.unit not in ("", "x", "%"):
        return None
    if cell.unit == "%":
        value = 1 + cell.value / 100 if cell.signed else 0.0
    else:
        value = cell.value if not cell.signed else 0.0
    return value if 0 < value <= _MOST else None


def _checked(one: Found, plain: EngineRun | None) -> Found:
    """Note where the printed speedup is not the one of the printed speeds."""
    ratio = _ratio(one)
    if plain is None or ratio is None or one.run.gamma == 0:
        return one
    measured = plain.tpot_ms / one.run.tpot_ms
    if abs(measured / ratio - 1) <= _DIFFERS:
        return one
    notes = (*one.run.notes, RunNote.SPEEDUP_DIFFERS)
    return replace(one, run=replace(one.run, notes=notes))


def _without(one: Found, ratio: float) -> Found:
    """Return the run without speculation that a run's speedup is measured by."""
    speed = one.run.tokens_per_second
    kept = {RunNote.LOAD_UNKNOWN, RunNote.PER_GPU_SPEED}
    run = EngineRun(
        one.run.concurrency,
        0,
        None,
        one.run.tpot_ms * ratio,
        speed / ratio if speed else None,
        label=one.context,
        engine=one.run.engine,
        notes=(
            *(note for note in one.run.notes if note in kept),
            RunNote.SPEED_FROM_SPEEDUP,
        ),
    )
    return replace(one, run=run, method="")


def _mean(several: list[Found]) -> Found:
    """Return one run of the several that rounded speedups give."""
    first = several[0]
    tpot = sum(one.run.tpot_ms for one in several) / len(several)
    speeds = [one.run.tokens_per_second for one in several]
    known = [speed for speed in speeds if speed]
    mean = len(known) / sum(1 / speed for speed in known) if known else None
    return replace(first, run=replace(first.run, tpot_ms=tpot, tokens_per_second=mean))


def _with(one: Found, layout: Layout, hints: Setting) -> list[Found]:
    """Return the run with speculation that a plain row's speedup gives."""
    columns = [
        layout.headings[place]
        for place, kind in layout.shared.items()
        if kind == "speedup"
    ]
    ratio = _value(one.entry.row_speedup)
    if ratio is None or len(columns) != 1 or one.entry.row.setting.mode == "off":
        return []
    settings = (columns[0].setting, one.entry.row.setting, layout.caption, hints)
    gamma = next((setting.gamma for setting in settings if setting.gamma), None)
    speed = one.run.tokens_per_second
    notes = [n for n in one.run.notes if n is not RunNote.SPEED_FROM_SPEEDUP]
    notes += [] if gamma else [RunNote.DRAFT_LENGTH_UNKNOWN]
    run = replace(
        one.run,
        gamma=gamma,
        tpot_ms=one.run.tpot_ms / ratio,
        tokens_per_second=speed * ratio if speed else None,
        notes=(*notes, RunNote.SPEED_FROM_SPEEDUP),
    )
    return [replace(one, run=run)]
