"""
Tables: the same numbers in rows and columns, as people paste them.

Read only where no engine's own format is found: a header that names drafts,
drafted and accepted tokens, mean length or gamma, and one reading for each row;
or a name and a value on each line.
"""

from app.engines.measurement import Measurement
from app.engines.paste import Paste


def read(paste: Paste) -> list[Measurement]:
    """Return one reading for each row of a table in *paste*."""
    return []
