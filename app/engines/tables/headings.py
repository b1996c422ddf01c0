"""
Headings: which quantity a table's column, a row's name or an option stands for.

A heading may name two quantities, as ``accepted / drafted`` or ``rate / length``:
the cells below it then have two numbers.
"""

import re

# The first that fits counts: the longer names stand before those they contain.
_HEADING = re.compile(
    r"""(?ix) \s*+ (?:
    (?P<length> (?:mean|avg|average)? [\s_]? (?:accept(?:ance|ed)?|acc) \.?
        [\s_.-] (?:len|length) | (?:mittlere[ ])? akzeptanzlänge | a\.len | al
        | mean[ ]len | τ | tau
        | tok(?:en)?s? \s?(?:/|per)\s? (?:step|cycle|round|pass|forward|verify|iter)
        (?:[ ]pass)? )
    | (?P<place> (?:(?:accept(?:ance|ed)?|acc)[\s_])? (?:rate[\s_])? (?:p[\s_]?\d
        | pos(?:ition)? [\s_.\#-]? \d{1,2}) )
    | (?P<positions> (?:accept(?:ance|ed)?|acc)? [\s_]? (?:rates?)? [\s_]?
        (?:per|by)[\s_-]?pos(?:ition)? [\s_]? (?:accept(?:ance)?|acc)?
        [\s_]? (?:rates?)? | positions? )
    | (?P<share> (?:(?:draft|avg|mean|aggregate)[\s_])* (?:accept(?:ance|ed)?|acc) \.?
        [\s_-]? (?:rate|share|ratio|percent|pct) | akzeptanzrate | annahmerate )
    | (?P<chance> (?:draft[\s_])? (?:acceptance|acc) )
    | (?P<accepted> (?:num_|number[ ]of[ ]|\#\s?)? accept(?:ed)?
        (?:[\s_]draft)? (?:[\s_]tokens)?
        | (?:angenommene?|akzeptierte?) (?:[ ]token)? )
    | (?P<drafted> (?:num_|number[ ]of[ ]|\#\s?)?
        (?:draft(?:ed)?[\s_]tokens | drafted | proposed)
        | entworfene? (?:[ ]token)? | entwurfs-?token )
    | (?P<drafts> (?:num_|number[ ]of[ ]|\#\s?)?
        (?:drafts | rounds | verify[\s_]steps | cycles) | zyklen | entwürfe )
    | (?P<gamma> γ | gamma | k | (?:num_?)?spec(?:ulative)?[\s_]tokens | n_spec
        | (?:draft|spec|speculation|speculative|mtp)?[\s_-]?depth
        | (?:draft|spec)[\s_-](?:length|len|size) )
    | (?P<draft> draft )
    | (?P<longest> (?:-{0,2}spec-)? (?:draft[\s_-])? (?:n[\s_-])? max )
    | (?P<time> time(?:stamp)? | date | zeit )
    | (?P<label> model | drafter | draft[ ]model | method | config(?:uration)? | run
        | setup | variant | mode | spec(?:ulation|ulative)?(?:[ ]decoding)? )
    ) \s*+ (?: \(%\) | \[%\] | % )? \s*+"""
)
_BEGINNINGS = frozenset(
    {
        *("me", "av", "ac", "a.", "al", "τ", "τ ", "ta", "to", "ra", "p_", "p ", "po"),
        *("pe", "by", "dr", "ag", "nu", "n_", "n-", "n ", "# ", "#a", "#d", "#r", "#v"),
        *("#c", "pr", "ro", "ve", "cy", "γ", "γ ", "ga", "k", "k ", "sp", "de", "mt"),
        *(
            "mi",
            "ak",
            "an",
            "en",
            "zy",
            "ma",
            "--",
            "-s",
            "ti",
            "da",
            "ze",
            "mo",
            "co",
            "ru",
            "se",
            "va",
        ),
        *(f"p{digit}" for digit in range(10)),
    }
)
"""What every heading begins with: most cells are none, and this is quicker."""

_OPTION = re.compile(
    r"[nNsS-](?i:um[-_]speculative[-_]tokens|pec[-_]draft[-_]n[-_]max|-draft(?:-max|-n)?"
    r"|(?P<rooted>peculative[-_]num[-_]draft[-_]tokens))[\"'\\]{0,3}[\s:=]{1,4}+"
    r"[\"']?(?P<size>\d{1,3})\b(?!\s?/)"
)
_SETTING = re.compile(
    r"(?P<name>[^\W\d][\w .-]{0,30}?)\s?=\s?(?P<size>\d{1,3})(?P<rest>(?:\s.{0,40})?)"
)
_LONGEST = 60


def quantities(cell: str) -> tuple[str, ...]:
    """
    Return the quantities that a heading names, none where it names none.

    Args:
        cell: One cell of a header.
    """
    if len(cell) > _LONGEST or cell[:1].isdecimal():
        return ()
    whole = quantity(cell)
    if whole or "/" not in cell:
        return (whole,) if whole else ()
    parts = tuple(
        "chance" if part.strip().lower() == "rate" else quantity(part)
        for part in cell.split("/")
    )
    return parts if all(parts) and len(parts) > 1 else ()


def quantity(cell: str) -> str:
    """
    Return the one quantity that *cell* names, or nothing.

    Args:
        cell: A heading, perhaps with its colon.
    """
    cell = cell.strip(" \t:")
    if cell[:2].lower() not in _BEGINNINGS:
        return ""
    found = _HEADING.fullmatch(cell)
    return (found.lastgroup or "") if found else ""


def setting(cell: str) -> tuple[str, str, str] | None:
    """
    Return name and number of a setting such as "n_max=2", and the heading behind it.

    Args:
        cell: One cell of a header.
    """
    found = _SETTING.fullmatch(cell) if "=" in cell else None
    name = quantity(found["name"]) if found else ""
    if found is None or name not in ("gamma", "longest", "draft"):
        return None
    return name.replace("draft", "gamma"), found["size"], found["rest"]


def has_option(text: str) -> bool:
    """
    Say whether an option in *text* sets a draft length.

    Args:
        text: A cleaned paste.
    """
    return bool(_OPTION.search(text))


def option(line: str) -> int | None:
    """
    Return the draft length that an option in *line* sets; None where two differ.

    Args:
        line: A line above a table, such as a command.
    """
    sizes = {
        int(found["size"]) - bool(found["rooted"]) for found in _OPTION.finditer(line)
    }
    return (sizes.pop() or None) if len(sizes) == 1 else None
