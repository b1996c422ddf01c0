"""
Columns: which columns of a table hold speeds, and of which setting each is.

A speed's column may name its setting ("MTP on tok/s", "K=3", "c=8"). Columns of one
setting make a slot; a row gives a run for each slot that has a speed.
"""

import re
from dataclasses import dataclass, field, replace

from app.engines.runs.cells import Cell, read_cell
from app.engines.runs.grids import Grid, turned
from app.engines.runs.headings import Heading, read_heading
from app.engines.runs.notes import RunNote
from app.engines.runs.quantities import MEASURES
from app.engines.runs.settings import Setting, besides, read_setting

_BARE = re.compile(r"\W{0,3}(\d{1,6})\W{0,2}")
_CORNER = re.compile(r"\s?(?:\\|/|→|↓|×|\bby\b|\bvs\b)\s?")
_BENCH_TEST = re.compile(r"(?:pp|tg)\s?\d")
_SETTINGS = frozenset({"load", "gamma", "context", "name", "rate"})
_ABOUT_DRAFTS = frozenset({"tau", "share", "accepted_of_drafted", "speedup", "delta"})
_OTHERS = frozenset(
    {"ttft", "ignored", "prefill", "count", "position", "requests_per_second"}
)


@dataclass
class Slot:
    """
    Hold the columns of one setting.

    Attributes:
        setting: What their headings name.
        name: Their common name.
        places: Columns of each quantity, the one to be read first.
    """

    setting: Setting
    name: str
    places: dict[str, list[int]] = field(default_factory=dict)


@dataclass
class Layout:
    """
    Hold how a table is to be read.

    Attributes:
        headings: One for each column.
        slots: Where speeds stand.
        names: Columns of names that no heading announces.
        shared: Columns about drafts and waits, for the row's runs.
        unit: How plain the speed's unit is: a heading, cell or caption names it.
        total: Headings say that speeds are of all requests.
        notes: What was left out.
        caption: What the lines above say.
    """

    headings: list[Heading]
    slots: list[Slot] = field(default_factory=list)
    names: set[int] = field(default_factory=set)
    shared: dict[int, str] = field(default_factory=dict)
    unit: bool = True
    total: bool = False
    notes: list[RunNote] = field(default_factory=list)
    caption: Setting = field(default_factory=Setting)


def upright(grid: Grid) -> Grid:
    """Return *grid* with its quantities in the headings, turned where need be."""
    if len(grid.header) > 25 or len(grid.rows) > 200:
        return grid
    across = sum(_is_figure(cell) for cell in grid.header[1:])
    down = sum(_is_figure(row[0]) for row in grid.rows)
    return turned(grid) if down > across and down >= 1 and across == 0 else grid


def _is_figure(text: str) -> bool:
    heading = read_heading(text)
    kinds = MEASURES | {"tau", "share", "ttft"}
    named = heading.kind in kinds and not _BENCH_TEST.match(text)
    return named and not read_cell(text)


def layout_of(grid: Grid) -> Layout:
    """Return how *grid* is to be read."""
    headings = [
        _lengths(read_heading(text), [row[place] for row in grid.rows])
        for place, text in enumerate(grid.header)
    ]
    layout = Layout(headings, caption=_caption_setting(grid.caption))
    _read_corner(layout, grid)
    default = _default(layout, grid)
    for place, heading in enumerate(layout.headings):
        _place(layout, grid, place, heading, default)
    _join(layout)
    _join_loads(layout)
    return layout


def _join(layout: Layout) -> None:
    """Join the columns that say "on" only to the one drafter that is named."""
    bare = [slot for slot in layout.slots if _says_on_only(slot)]
    for slot in bare:
        named = [
            one
            for one in layout.slots
            if one.setting.gamma and one.setting.load == slot.setting.load
        ]
        if len(named) == 1 and not set(named[0].places) & set(slot.places):
            named[0].places |= slot.places
            layout.slots.remove(slot)


def _join_loads(layout: Layout) -> None:
    """Join columns without a load to the only ones of their setting that have one."""
    for slot in [one for one in layout.slots if one.setting.load is None]:
        loaded = [
            one
            for one in layout.slots
            if one.setting.load
            and (one.setting.mode, one.setting.gamma)
            == (slot.setting.mode, slot.setting.gamma)
            and _same(one.name, slot.name)
        ]
        if len(loaded) == 1 and not set(loaded[0].places) & set(slot.places):
            loaded[0].places |= slot.places
            layout.slots.remove(slot)


def _says_on_only(slot: Slot) -> bool:
    setting = slot.setting
    named = besides(slot.name, plain=True)
    return setting.mode == "on" and setting.gamma is None and not named


def _lengths(heading: Heading, cells: list[str]) -> Heading:
    """Take "draft tokens" for draft lengths where the numbers are small."""
    found = [_BARE.fullmatch(cell) for cell in cells if cell]
    small = found and all(one is not None and int(one[1]) <= 32 for one in found)
    counted = heading.kind == "count" and "draft tokens" in heading.text.lower()
    return replace(heading, kind="gamma") if counted and small else heading


def _caption_setting(caption: list[str]) -> Setting:
    """Return what the lines above a table say, the nearest first."""
    found = Setting()
    for line in reversed(caption[-6:]):
        if len(line) > 200:
            continue
        said = read_setting(line)
        short = len(line) <= 100
        found = replace(
            found,
            mode=found.mode or (said.mode if short else ""),
            gamma=said.gamma if found.gamma is None else found.gamma,
            load=said.load if found.load is None else found.load,
        )
    return found


def _read_corner(layout: Layout, grid: Grid) -> None:
    """Give headings that are bare numbers the quantity that the corner names."""
    bare = [_BARE.fullmatch(text) for text in grid.header]
    if sum(found is not None for found in bare[1:]) < max(1, len(bare[1:]) - 1):
        return
    rows, columns = _corner(layout, grid)
    corner = _CORNER.split(grid.header[0])[0]
    layout.headings[0] = replace(
        layout.headings[0], kind=rows, setting=Setting(), text=corner
    )
    for place, found in enumerate(bare):
        if place and found:
            layout.headings[place] = _numbered(layout.headings[place], columns, found)


def _numbered(heading: Heading, kind: str, found: re.Match[str]) -> Heading:
    value = int(found[1])
    if kind == "load" and value:
        return replace(heading, kind="", setting=Setting(load=float(value)), name="")
    if kind == "gamma":
        mode = "on" if value else "off"
        return replace(heading, kind="", setting=Setting(mode, value), name="")
    return replace(heading, kind="unclear")


def _corner(layout: Layout, grid: Grid) -> tuple[str, str]:
    """Return what the rows and what the columns of a matrix are."""
    parts = [part for part in _CORNER.split(grid.header[0]) if part.strip()]
    kinds = [read_heading(part).kind for part in parts]
    if len(kinds) == 2:
        return kinds[0] if kinds[0] in _SETTINGS else "context", kinds[1]
    kind = layout.headings[0].kind
    numeric = all(_BARE.fullmatch(row[0]) for row in grid.rows)
    if kind in ("load", "gamma") and not numeric:
        return "name", kind
    named = [read_heading(line).kind for line in reversed(grid.caption[-3:])]
    above = next((k for k in named if k in ("load", "gamma") and k != kind), "")
    return kind or "name", above


def _default(layout: Layout, grid: Grid) -> str:
    """Return the quantity of columns whose headings name none."""
    if any(heading.kind in MEASURES for heading in layout.headings):
        plain = {h.kind for h in layout.headings if h.kind in MEASURES}
        plain -= {"speed_per_request"} if len(plain) > 1 else set()
        return plain.pop() if len(plain) == 1 else ""
    units = {_cell_unit(cell) for row in grid.rows[:40] for cell in row[1:]}
    if "tok/s" in units:
        return "speed"
    for line in reversed(grid.caption[-4:]):
        kind = read_heading(line[:120]).kind
        if kind in MEASURES | _OTHERS | _ABOUT_DRAFTS:
            layout.total = read_heading(line[:120]).total
            return kind
    layout.unit = False
    return "unnamed"


def _cell_unit(text: str) -> str:
    cell = read_cell(text)
    return cell.unit if cell else ""


def _place(
    layout: Layout, grid: Grid, place: int, heading: Heading, default: str
) -> None:
    """Put the column at *place* where it belongs."""
    kind = heading.kind
    if kind == "unclear":
        _note(layout, RunNote.SKIPPED_COLUMNS)
    elif kind in MEASURES:
        _add(layout, place, kind, heading)
    elif kind in _ABOUT_DRAFTS or kind == "ttft":
        layout.shared[place] = kind
    elif kind == "":
        _place_unnamed(layout, grid, place, heading, default)


def _place_unnamed(
    layout: Layout, grid: Grid, place: int, heading: Heading, default: str
) -> None:
    """Place a column whose heading names no quantity."""
    cells = [row[place] for row in grid.rows if row[place]]
    numbers = [cell for cell in map(read_cell, cells) if cell]
    told = heading.setting.mode or heading.setting.load or heading.setting.gamma
    units = {cell.unit for cell in numbers}
    if place == 0 or len(numbers) * 2 < len(cells) or not cells:
        counted = not grid.header[0] and len(numbers) == len(cells) > 0
        named = not counted if place == 0 else not (told or _mostly_blank(cells))
        layout.names |= {place} if named else set()
    elif "tok/s" in units:
        _add(layout, place, "speed", heading)
    elif told and _inherits(layout, heading, default):
        _add(layout, place, default, heading)
    elif told and default in MEASURES | {""}:
        _note(layout, RunNote.SKIPPED_COLUMNS)


def _inherits(layout: Layout, heading: Heading, default: str) -> bool:
    """Say whether a heading that names a setting only stands for *default*."""
    plain = not besides(heading.text, plain=True)
    others = any(one.kind in MEASURES for one in layout.headings)
    return default in MEASURES | {"unnamed"} and (plain or not others)


def context_columns(layout: Layout, grid: Grid) -> set[int]:
    """
    Return the columns of names that tell no setting and come again.

    Args:
        layout: How the table is read.
        grid: The table, upright.
    """
    named = [
        place
        for place, heading in enumerate(layout.headings)
        if place in layout.names or heading.kind == "name"
    ]
    told = {place: [read_setting(row[place]) for row in grid.rows] for place in named}
    telling = {
        place
        for place, said in told.items()
        if any(one.mode or one.gamma is not None for one in said)
    }
    by_column = any(slot.setting.mode for slot in layout.slots)
    if not telling and not by_column:
        return set()
    return {place for place in named if place not in telling and _again(grid, place)}


def _again(grid: Grid, place: int) -> bool:
    """Say whether the names of a column are never blank and come again."""
    cells = [row[place] for row in grid.rows]
    plain = [cell for cell in cells if re.search(r"\w{2}", cell)]
    return len(plain) == len(cells) and len(set(cells)) < len(cells)


def _mostly_blank(cells: list[str]) -> bool:
    return all(len(cell) <= 6 for cell in cells)


def _add(layout: Layout, place: int, kind: str, heading: Heading) -> None:
    layout.total = layout.total or heading.total
    key = (heading.setting.mode, heading.setting.gamma, heading.setting.load)
    for slot in layout.slots:
        setting = slot.setting
        told = key == (setting.mode, setting.gamma, setting.load)
        alike = any(key) and _same(slot.name, heading.name)
        if told and (slot.name == heading.name or alike):
            break
    else:
        slot = Slot(heading.setting, heading.name)
        layout.slots.append(slot)
    places = slot.places.setdefault(kind, [])
    places.append(place)
    places.sort(key=lambda one: -layout.headings[one].worth)


def _same(one: str, other: str) -> bool:
    """Say whether two names are the same beside the setting they name."""
    return besides(one).lower() == besides(other).lower()


def _note(layout: Layout, note: RunNote) -> None:
    if note not in layout.notes:
        layout.notes.append(note)


def _part(text: str) -> Cell | None:
    """Return the share that "accepted/drafted" is."""
    accepted, _, drafted = text.partition("/")
    part, whole = read_cell(accepted), read_cell(drafted)
    if not part or not whole or not 0 <= part.value <= whole.value > 0:
        return None
    return Cell(part.value / whole.value)


def cell_at(layout: Layout, cells: list[str], place: int) -> Cell | None:
    """Return what the cell at *place* holds, in milliseconds where it is a time."""
    heading = layout.headings[place]
    if heading.kind == "accepted_of_drafted":
        return _part(cells[place])
    cell = read_cell(cells[place])
    if cell is None or heading.scale == 1 or cell.unit == "ms":
        return cell
    return replace(cell, value=cell.value * heading.scale)
