"""
Numerals: commas in numbers, which part thousands or begin decimals.

In a text that has decimal points commas part thousands. Without points they begin
decimals where any comma could not part thousands ("47,35", "0,813"); a text whose
commas all stand before three digits ("4,200") has thousands.
"""

import re

_POINT = re.compile(r"(?<![\d.])\d{1,15}\.\d{1,20}(?![\d.])")
_COMMA = re.compile(r"(?<![\d,.\[])(\d{1,15}),(\d{1,20})(?![,\d])")
_BOTH = re.compile(r"(?<![\d.,])\d{1,3}(?:\.\d{3}){1,4},\d{1,4}(?![\d.,])")
_PARTED = re.compile(r"[ ;|\t]")
_GAPS = re.compile(r"(?<![\d.,])(\d{1,3})(?:'|(?<=\d)\u2019)(\d{3})(?!\d)")


def with_points(text: str) -> str:
    """
    Return *text* with decimal points for decimal commas.

    Args:
        text: Freed from markdown marks.
    """
    if _BOTH.search(text):
        return _COMMA.sub(r"\1.\2", _BOTH.sub(_german, text))
    text = _GAPS.sub(r"\1\2", text)
    if _POINT.search(text):
        return text
    commas = [found for found in _COMMA.finditer(text) if not _in_list(text, found)]
    if any(len(found[2]) != 3 or found[1].startswith("0") for found in commas):
        return _COMMA.sub(r"\1.\2", text)
    return text


def _german(found: re.Match[str]) -> str:
    return found[0].replace(".", "").replace(",", ".")


def _in_list(text: str, found: re.Match[str]) -> bool:
    """Say whether the comma stands on a line of values parted by commas."""
    begin = text.rfind("\n", 0, found.start()) + 1
    end = text.find("\n", found.end())
    line = text[begin : len(text) if end < 0 else end]
    return line.count(",") > 1 and not _PARTED.search(line)
