"""
One row at one setting, turned into a run.

Speculation and draft length come from the column's heading, the row, the lines
above and the whole text, in this order; the load from the row first.
"""

import re
from dataclasses import dataclass, replace

from app.engines.runs.cells import Cell
from app.engines.runs.columns import Layout, Slot, cell_at
from app.engines.runs.headings import Heading
from app.engines.runs.notes import RunNote
from app.engines.runs.run import EngineRun, tpot_of
from app.engines.runs.settings import Setting, besides
from app.engines.runs.table_rows import SUMMARY, Row

ENGINE = "table"
_VARYING = re.compile(r"(?i)n-?gram|suffix|lookahead|pld|adaptive|dynamic")
_CHANGES = re.compile(
    r"(?i)(?<![a-z])(?:before|after|main|master|this pr|pr|old|new|patch\w*|fix\w*)"
    r"(?![a-z])"
)
_RATIO_ON = 1.25


@dataclass
class Entry:
    """Hold one row at one setting: the figures that may make a run of it."""

    row: Row
    slot: Slot
    figures: dict[str, Cell]
    about: dict[str, Cell]
    notes: tuple[RunNote, ...] = ()
    row_speedup: Cell | None = None


@dataclass(frozen=True)
class Found:
    """Hold a run, the curve it belongs to, and the speedup printed beside it."""

    run: EngineRun
    context: str
    method: str
    rate: bool
    entry: Entry
    plain_speed: bool = False
    line: int = 0
    caption: str = ""


def entry_at(layout: Layout, row: Row, slot: Slot, cells: list[str]) -> Entry:
    """Return what *row* holds in the columns of *slot*."""
    figures, notes = _figures(layout, slot, cells)
    about: dict[str, Cell] = {}
    speedup = None
    for place, kind in layout.shared.items():
        cell = cell_at(layout, cells, place)
        speedup = cell if cell and kind == "speedup" else speedup
        if cell and _concerns(layout, layout.headings[place], slot):
            about.setdefault(_about(kind, cell), cell)
    return Entry(row, slot, figures, about, notes, speedup)


def _figures(
    layout: Layout, slot: Slot, cells: list[str]
) -> tuple[dict[str, Cell], tuple[RunNote, ...]]:
    """Return the numbers that make a run, and what is to be said of their columns."""
    figures: dict[str, Cell] = {}
    notes: dict[str, list[RunNote]] = {}
    for kind, places in slot.places.items():
        for place in places:
            cell = cell_at(layout, cells, place)
            if cell and cell.value > 0 and not cell.signed:
                figures[_kind_by_unit(kind, cell)] = cell
                notes[kind] = _column_notes(kind, layout.headings[place])
                break
    figures.pop("", None)
    if "speed" in figures and "speed_per_gpu" in figures:
        del figures["speed_per_gpu"], notes["speed_per_gpu"]
    return figures, tuple(note for several in notes.values() for note in several)


def _kind_by_unit(kind: str, cell: Cell) -> str:
    """Return what a cell holds by its unit; nothing where that contradicts."""
    times, ratio = kind in ("tpot", "itl"), cell.unit in ("x", "%")
    if kind == "unnamed" and cell.unit in ("tok/s", "ms"):
        return "speed" if cell.unit == "tok/s" else "tpot"
    wrong = cell.unit == ("tok/s" if times else "ms")
    return "" if ratio or wrong else kind


def _column_notes(kind: str, heading: Heading) -> list[RunNote]:
    notes = [RunNote.MEDIAN_USED] if heading.median and kind in ("tpot",) else []
    if heading.whole:
        notes.append(RunNote.PREFILL_INCLUDED)
    if kind == "speed_per_gpu":
        notes.append(RunNote.PER_GPU_SPEED)
    return notes


def _about(kind: str, cell: Cell) -> str:
    """Return "speedup" for differences in percent as well."""
    if kind == "delta":
        return "speedup" if cell.unit == "%" and cell.signed else ""
    return "share" if kind == "accepted_of_drafted" else kind


def _concerns(layout: Layout, heading: Heading, slot: Slot) -> bool:
    """Say whether a column about drafts is about the runs of *slot*."""
    setting, own = heading.setting, slot.setting
    if heading.kind != "ttft" and own.mode == "off":
        return False
    others = [one for one in layout.slots if one.setting.mode != "off"]
    if setting.gamma is not None and own.gamma is not None:
        return setting.gamma == own.gamma
    if heading.kind == "ttft":
        return setting.mode == own.mode or (len(layout.slots) == 1)
    if len(others) < 2 or _by_load_only(others):
        return True
    words = slot.name.lower().split()
    return bool(words) and words[0] in heading.text.lower()


def _by_load_only(slots: list[Slot]) -> bool:
    """Say whether the slots are one drafter at several loads."""
    return all(one.setting.load and not one.setting.mode for one in slots)


def found_run(
    entry: Entry, layout: Layout, hints: Setting, entries: list[Entry]
) -> Found | None:
    """
    Return the run that *entry* is, None where it is none.

    Args:
        entry: A row at a setting.
        layout: Of its table.
        hints: What the whole text names once.
        entries: All of the table, which tell what an unknown name is.
    """
    mode = _mode(entry, layout, entries)
    if not entry.figures or mode is None:
        return None
    gamma = _gamma(entry, layout, hints, mode)
    load = _load(entry, layout, hints)
    timed = _timed(entry, load, mode)
    if timed is None:
        return None
    context, method = _names(entry, mode)
    label = ", ".join(part for part in (context, method) if part)
    run = replace(timed, gamma=gamma, label=label[:160])
    run = _with_drafts(run, entry, mode)
    run = _noted(run, entry, mode)
    plain = "speed" in entry.figures and "tpot" not in entry.figures
    return Found(run, context, besides(method), bool(entry.row.rate), entry, plain)


def _mode(entry: Entry, layout: Layout, entries: list[Entry]) -> str | None:
    """Return "on", "off", "" for unknown; None where row and column contradict."""
    row, slot = entry.row.setting, entry.slot.setting
    if row.mode == "off" and slot.mode == "on":
        return None
    told = slot.mode or row.mode
    if told:
        return told
    if not entry.row.drafts and _drafted(entry):
        return "on"
    name = f"{entry.slot.name} {entry.row.name}"
    if not _CHANGES.search(name) and _beside_plain(entry, entries):
        return "on"
    return layout.caption.mode


def _drafted(entry: Entry) -> bool:
    """Say whether the row has an acceptance, or events of several tokens."""
    length, share = _length(entry), _share(entry)
    itl, tpot = entry.figures.get("itl"), entry.figures.get("tpot")
    events = bool(itl and tpot and itl.value / tpot.value > _RATIO_ON)
    return bool((length and length > 1) or share or events)


def _beside_plain(entry: Entry, entries: list[Entry]) -> bool:
    """Say whether a method's name stands beside a column or row without one."""
    if besides(entry.slot.name) and not SUMMARY.match(entry.slot.name):
        return any(one.slot.setting.mode == "off" for one in entries)
    if besides(entry.row.name):
        return any(one.row.setting.mode == "off" for one in entries)
    return False


def _gamma(entry: Entry, layout: Layout, hints: Setting, mode: str) -> int | None:
    if mode == "off":
        return 0
    if mode == "" or _tree(entry):
        return None
    settings = (entry.slot.setting, entry.row.setting, layout.caption, hints)
    return next((one.gamma for one in settings if one.gamma), None)


def _tree(entry: Entry) -> bool:
    return entry.row.setting.tree or entry.slot.setting.tree


def _load(entry: Entry, layout: Layout, hints: Setting) -> float | None:
    if entry.row.rate:
        return entry.row.setting.load or entry.slot.setting.load
    own, named = entry.slot.setting, entry.row.setting
    first = (named, own) if entry.row.loaded else (own, named)
    settings = (*first, layout.caption, hints)
    return next((one.load for one in settings if one.load is not None), None)


def _timed(entry: Entry, load: float | None, mode: str) -> EngineRun | None:
    """Return the run's speeds and load."""
    figures = entry.figures
    tpot, total = (
        figures.get("tpot"),
        figures.get("speed") or figures.get("speed_per_gpu"),
    )
    each = figures.get("speed_per_request")
    notes = list(entry.notes)
    speed = total.value if total else None
    if tpot is None and each is not None:
        milliseconds = 1000 / each.value
        if speed is None and load:
            speed = each.value * load
            notes.append(RunNote.SPEED_PER_REQUEST)
    elif tpot is not None:
        milliseconds = tpot.value
    elif speed is not None:
        milliseconds = tpot_of(speed, load)
    else:
        return _by_itl(entry, load, mode)
    return _loaded(EngineRun(load, None, None, milliseconds, speed), notes, tpot)


def _by_itl(entry: Entry, load: float | None, mode: str) -> EngineRun | None:
    """Return the run of an inter-token latency: without speculation it is TPOT."""
    itl = entry.figures.get("itl")
    if itl is None or mode != "off":
        return None
    return _loaded(EngineRun(load, None, None, itl.value), list(entry.notes), None)


def _loaded(run: EngineRun, notes: list[RunNote], tpot: Cell | None) -> EngineRun:
    """Return *run* with the load that throughput and TPOT give, where none is told."""
    if run.concurrency is None and tpot is not None and run.tokens_per_second:
        load = run.tokens_per_second * tpot.value / 1000
        run = replace(run, concurrency=max(1.0, load))
        notes.append(RunNote.LOAD_FROM_SPEEDS)
    elif run.concurrency is None:
        notes.append(RunNote.LOAD_UNKNOWN)
    return replace(run, engine=ENGINE, notes=tuple(dict.fromkeys(notes)))


def _names(entry: Entry, mode: str) -> tuple[str, str]:
    """Return the curve a run belongs to, and the method that made it."""
    row, slot = entry.row, entry.slot
    context = [row.context] if row.context else []
    if slot.setting.mode or (mode == "on" and not row.setting.mode and slot.name):
        context += [besides(row.name, row.setting.mode != "")]
        method = slot.name
    elif row.setting.mode or mode == "on":
        context += [besides(slot.name)]
        method = row.name
    else:
        context += [besides(row.name), besides(slot.name)]
        method = ""
    if mode == "off":
        method = ""
    return ", ".join(part for part in context if part), method


def _with_drafts(run: EngineRun, entry: Entry, mode: str) -> EngineRun:
    """Return *run* with tau and share, as far as the row tells them."""
    ttft = entry.about.get("ttft")
    if ttft is not None and ttft.unit == "ms":
        run = replace(run, ttft_ms=ttft.value)
    if mode == "off":
        return run
    tau, share = _length(entry), _share(entry)
    notes: list[RunNote] = []
    if tau is None:
        tau, notes = _tau_otherwise(run, entry, share)
    if tau is not None and (tau < 1 or (run.gamma and tau > run.gamma + 1.005)):
        notes.append(RunNote.TAU_IMPOSSIBLE)
        tau = None if tau < 1 else tau
    return replace(run, tau=tau, accepted_per_drafted=share, notes=(*run.notes, *notes))


def _length(entry: Entry) -> float | None:
    for figure in entry.figures.values():
        if figure.tau is not None:
            return figure.tau
    cell = entry.about.get("tau")
    if cell is None:
        cell = entry.about.get("share")
        plain = cell is not None and cell.unit == "" and 1 < cell.value <= 20
        return cell.value if cell is not None and plain else None
    return cell.value if cell.unit in ("", "tok/s", "x") else None


def _share(entry: Entry) -> float | None:
    for figure in (*entry.figures.values(), *entry.about.values()):
        if figure.share is not None:
            return figure.share
    cell = entry.about.get("share")
    if cell is None or cell.value < 0:
        return None
    if cell.unit == "%" or cell.value > 20:
        return cell.value / 100 if cell.value <= 100 else None
    return cell.value if cell.value <= 1 else None


def _tau_otherwise(
    run: EngineRun, entry: Entry, share: float | None
) -> tuple[float | None, list[RunNote]]:
    """Return tau by the share of constant drafts, or by ITL / TPOT."""
    constant = not entry.row.setting.cautious and not _VARYING.search(
        f"{entry.row.name} {entry.slot.name}"
    )
    if share is not None and run.gamma and constant:
        return 1 + share * run.gamma, []
    itl, tpot = entry.figures.get("itl"), entry.figures.get("tpot")
    if itl and tpot and itl.value / tpot.value > _RATIO_ON:
        return itl.value / tpot.value, [RunNote.TAU_FROM_LATENCIES]
    return None, []


def _noted(run: EngineRun, entry: Entry, mode: str) -> EngineRun:
    """Return *run* with what its setting lacks."""
    notes = list(run.notes)
    if mode == "":
        notes.append(RunNote.SPECULATION_UNKNOWN)
    elif _tree(entry) and mode == "on":
        notes.append(RunNote.TREE_DRAFTS)
    elif run.gamma is None:
        notes.append(RunNote.DRAFT_LENGTH_UNKNOWN)
    maximum = entry.row.setting.maximum or entry.slot.setting.maximum
    if maximum and run.gamma:
        notes.append(RunNote.DRAFT_LENGTH_IS_A_MAXIMUM)
    return replace(run, notes=tuple(dict.fromkeys(notes)))
