"""
CSV that opens right: RFC 4180 for programs, and the German spreadsheets' own way.

A spreadsheet in German takes the comma for the decimals and so the semicolon to
tell values apart; a byte order mark tells it that the text is UTF-8. All cells are
numbers under fixed names, so that none can be taken for a formula.
"""

from collections.abc import Sequence

from app.api.decimals import rounded_within

LINE_END = "\r\n"
BYTE_ORDER_MARK = "\ufeff"


def sheet(
    header: Sequence[str],
    rows: Sequence[Sequence[float | None]],
    lang: str | None,
) -> str:
    """
    Return a table as CSV.

    Args:
        header: The names of the columns.
        rows: The numbers; floats are written with up to 15 digits. None is blank.
        lang: "de" for a German spreadsheet; else the plain form.
    """
    german = lang == "de"
    separator = ";" if german else ","
    lines = [header, *([_cell(value, german) for value in row] for row in rows)]
    text = "".join(separator.join(line) + LINE_END for line in lines)
    return BYTE_ORDER_MARK + text if german else text


def _cell(value: float | None, german: bool) -> str:
    text = "" if value is None else repr(rounded_within(value))
    return text.replace(".", ",") if german else text
