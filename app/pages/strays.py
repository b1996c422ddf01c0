"""
Query keys that nothing reads, so that a person sees that they have no effect.

`alpha=80` leaves the example's 70 % in place; without a word, who wrote the address
takes the result for that of 80 %.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from werkzeug.datastructures import MultiDict

from app.forms.calculator import SETTING_KEYS
from app.forms.sentences import cut, printable
from app.pages.passthrough import KEYS, SPEED_KEYS

VALUE_KEYS = (*SETTING_KEYS, *SPEED_KEYS)
"""The query keys of the calculator's values."""

APPEARANCE_KEYS = ("theme", "show")
"""How a frame looks and what it shows."""

KNOWN = frozenset(
    (*KEYS, *APPEARANCE_KEYS, "frame_language", "frame_width", "from", "more")
)
"""What pages of the site read, or carry for each other."""

_COUNTED_BY_OTHERS = ("utm_", "mtm_", "pk_")
_ADDED_BY_OTHERS = frozenset(("fbclid", "gclid", "msclkid", "ref"))
"""What other sites append to the addresses they lead to."""

_ALSO_CALLED = {
    "α": "alpha_percent",
    "acceptance_rate": "alpha_percent",
    "γ": "gamma",
    "k": "gamma",
    "num_speculative_tokens": "gamma",
    "tpot": "tpot_ms",
}

_MOST_NAMED = 3
_LONGEST = 40
_SIMILAR = 0.72


@dataclass(frozen=True)
class Stray:
    """
    Hold a query key that nothing reads.

    Attributes:
        key: The key as typed, fit to stand in a sentence.
        meant: The key that was probably meant, or None.
    """

    key: str
    meant: str | None


@dataclass(frozen=True)
class Strays:
    """
    Hold the query keys that nothing reads.

    Attributes:
        named: The first few, in the order of the query.
        more: How many there are besides.
    """

    named: tuple[Stray, ...]
    more: int


def strays(
    args: MultiDict[str, str],
    keys: Sequence[str] = VALUE_KEYS,
    known: Collection[str] = KNOWN,
) -> Strays:
    """
    Return the keys of a query that no page reads.

    What other sites append to count their visitors is none of them.

    Args:
        args: The query as sent.
        keys: What may have been meant.
        known: What is read; a key may stand with a value, as "theme=purple".
    """
    found = [
        key for key in args if key.strip() and key not in known and not _is_added(key)
    ]
    named = found[:_MOST_NAMED]
    return Strays(
        tuple(Stray(_shown(key), _meant(key, keys)) for key in named),
        len(found) - len(named),
    )


def _is_added(key: str) -> bool:
    lower = key.lower()
    return lower in _ADDED_BY_OTHERS or lower.startswith(_COUNTED_BY_OTHERS)


def _shown(key: str) -> str:
    return cut(" ".join(printable(key).split()), _LONGEST)


def _meant(key: str, keys: Sequence[str]) -> str | None:
    """Return the key that is near: another name, a beginning, or a slip of the pen."""
    typed = key.strip().lower().replace("-", "_")
    if len(typed) > _LONGEST:
        return None
    if typed in _ALSO_CALLED:
        return _ALSO_CALLED[typed]
    begun = [name for name in keys if name.startswith(f"{typed}_")]
    near = begun or get_close_matches(typed, keys, n=1, cutoff=_SIMILAR)
    return near[0] if near else None
