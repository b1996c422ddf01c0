"""
Pivots: tables with a column for each draft length.

Their header has settings such as ``n_max=1``, ``n_max=2``. Either each row is a
quantity, or each row is a task and the header says what the cells hold: ``n_max=1
rate / a.len``, which goes for the columns behind it too.
"""

from collections.abc import Iterator

from app.engines.measurement import Counts
from app.engines.tables.cells import pair_in
from app.engines.tables.headings import quantities, setting
from app.engines.tables.readings import row_counts

_FEWEST = 2


def with_settings(cells: list[str]) -> list[str]:
    """
    Return a header of settings as a row of draft lengths; other rows as they are.

    Args:
        cells: The cells of one row.
    """
    if len(cells) <= _FEWEST or "=" not in cells[-1]:
        return cells
    found = [setting(cell) for cell in cells[1:]]
    known = [one for one in found if one and not one[2].strip()]
    if len(known) < _FEWEST or len(known) != len(found):
        return cells
    name = "n_max" if known[0][0] == "longest" else known[0][0]
    return [name, *(size for _, size, _ in known)]


Column = tuple[str, str, tuple[str, ...]]


def by_setting(rows: list[list[str]]) -> Iterator[Counts]:
    """
    Yield one reading for each task and draft length.

    Args:
        rows: The cells of the lines of a paste that may be rows.
    """
    columns: list[Column] = []
    for cells in rows:
        head = _columns(cells)
        if head:
            columns = head
        elif len(cells) == len(columns) + 1:
            for (name, size, kinds), cell in zip(columns, cells[1:], strict=True):
                parts = pair_in(cell)
                if len(parts) == len(kinds):
                    row = dict(zip(kinds, map(str.strip, parts), strict=True))
                    yield from row_counts({**row, name: size, "label": cells[0]}, None)


def _columns(cells: list[str]) -> list[Column]:
    """Return the settings of a header, with what the cells below them hold."""
    if len(cells) <= _FEWEST or "=" not in cells[-1]:
        return []
    columns: list[Column] = []
    kinds: tuple[str, ...] = ()
    for cell in cells[1:]:
        found = setting(cell)
        if found is None:
            return []
        kinds = quantities(found[2].strip()) or kinds
        columns.append((found[0], found[1], kinds))
    return columns if len(columns) >= _FEWEST and kinds else []
