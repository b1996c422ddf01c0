"""Cells: a line parted into cells, and the numbers that stand in one."""

import re

from app.engines.paste.text import COUNT, number

_CELL_ENDS = tuple(map(re.compile, (r"[|┃│]", r"\t", r" {2,}", r";")))
_BULLET = re.compile(r"\A[*•-] (?=[^\W\d])")
_WORD_ENDS = re.compile(r",|:\s")
_VALUE_ENDS = re.compile(r",(?!\d{3}(?!\d))|:\s")
_NAME_ENDS = re.compile(r":\s")
_SPREAD = r"(?:\s?(?:±|\+/-|\+-)\s?[\d.]{1,12}\s?%?)?"
_CELL = re.compile(rf"\s*+(?:[~≈]\s?)?({COUNT})\s?(%|×|x|tokens|tok)?{_SPREAD}\s*+")
_PART = re.compile(rf"\s*+({COUNT})\s?(%)?\s*+")
_IN_BRACKETS = re.compile(r"\s\([^()]{0,40}\)\s*+\Z")
_MOST_PARTS = 128


def cells_of(line: str) -> list[str]:
    """
    Return the cells of *line*: parted by pipes, tabs, blanks, semicolons or commas.

    Args:
        line: One line of a cleaned paste.
    """
    line = _BULLET.sub("", line.strip())
    if line[:1] in ("|", "┃", "│"):
        line = line.strip("|┃│")
    for ends in _CELL_ENDS:
        if ends.search(line):
            return [cell.strip() for cell in ends.split(line)]
    ends = _WORD_ENDS
    if ": " in line:
        ends = _NAME_ENDS if "[" in line else _VALUE_ENDS
    return [cell.strip() for cell in ends.split(line)]


def count_in(cell: str) -> float | None:
    """
    Return the number that *cell* is, or None; a percentage is none.

    Args:
        cell: One cell, perhaps with a unit.
    """
    found = _CELL.fullmatch(cell)
    return number(found[1]) if found and "%" not in found[0] else None


def share_in(cell: str, *, sure: bool = True) -> float | None:
    """
    Return the share in *cell* as a fraction: by its percent sign, or by its size.

    Args:
        cell: One cell.
        sure: The heading says that it is a share: then 70 is 70 %.
    """
    found = _CELL.fullmatch(cell)
    value = number(found[1]) if found else None
    if found is None or value is None:
        return None
    if "%" in found[0] or (value > 1 and sure):
        value /= 100
    return value if value <= 1 else None


def digits_in(cell: str) -> int:
    """
    Return how many digits stand behind the point in *cell*.

    Args:
        cell: One cell.
    """
    found = _CELL.fullmatch(cell)
    return len(found[1].partition(".")[2]) if found else 0


def pair_in(cell: str) -> tuple[str, ...]:
    """
    Return the parts of "1393 / 13548", what stands in brackets behind it left out.

    Args:
        cell: One cell.
    """
    return tuple(_IN_BRACKETS.sub("", cell).split("/"))


def rates_in(cell: str) -> tuple[float, ...] | None:
    """
    Return the rates in "14.90% / 5.67%", which stand for positions 1, 2 and so on.

    Args:
        cell: One cell, with slashes, commas or blanks between the rates.
    """
    parts = [
        part for part in re.split(r"[/,]|(?<=[\d%])\s++", cell.strip("[]() ")) if part
    ]
    found = [_PART.fullmatch(part) for part in parts[:_MOST_PARTS]]
    rates = [
        (number(one[1]) or 0.0) / (100 if one[2] else 1)
        for one in found
        if one is not None
    ]
    fits = len(rates) == len(parts) and all(rate <= 1 for rate in rates)
    return tuple(rates) if fits and rates else None
