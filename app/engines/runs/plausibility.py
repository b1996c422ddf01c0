"""
Plausibility: what numbers without a unit must be, and what cannot be a total.

The tokens/s of all requests do not fall, without speculation, while more requests
are decoded together; those of one request do.
"""

from app.engines.runs.table_runs import Entry, Found

_FALLS = 0.9
_FITS = 0.03


def look_per_request(found: list[Found]) -> bool:
    """Say whether speeds named "tok/s" fall with the load as one request's do."""
    plain = [one for one in found if one.run.gamma == 0 and one.plain_speed]
    plain = plain or [one for one in found if one.plain_speed]
    curves: dict[tuple[str, str, int | None], list[tuple[float, float]]] = {}
    for one in plain:
        if one.run.concurrency and one.run.tokens_per_second:
            point = (one.run.concurrency, one.run.tokens_per_second)
            key = (one.context, one.method, one.run.gamma)
            curves.setdefault(key, []).append(point)
    return any(_falls(sorted(curve)) for curve in curves.values())


def _falls(curve: list[tuple[float, float]]) -> bool:
    least, most = curve[0], curve[-1]
    return most[0] > least[0] and most[1] < _FALLS * least[1]


def unit_of_unnamed(entries: list[Entry]) -> str:
    """
    Return what numbers without a unit are: "speed", "tpot", or "" for unknown.

    A printed speedup tells it: it is with / without for speeds, and without / with
    for times. In a matrix of loads, numbers that grow are tokens/s of all.
    """
    votes = [vote for vote in map(_vote, _pairs(entries)) if vote]
    if votes:
        return votes[0] if len(set(votes)) == 1 else ""
    return "speed" if _grow_with_load(entries) else ""


def _pairs(entries: list[Entry]) -> list[tuple[float, float, float]]:
    """Return numbers without and with, and the speedup beside them, row by row."""
    plain = {
        id(one.row): one.figures["unnamed"].value
        for one in entries
        if one.slot.setting.mode == "off" and "unnamed" in one.figures
    }
    return [
        (plain[id(one.row)], one.figures["unnamed"].value, one.about["speedup"].value)
        for one in entries
        if id(one.row) in plain
        and one.slot.setting.mode != "off"
        and "unnamed" in one.figures
        and "speedup" in one.about
    ]


def _vote(pair: tuple[float, float, float]) -> str:
    without, with_drafts, speedup = pair
    if speedup <= 0 or abs(speedup - 1) < 2 * _FITS:
        return ""
    if abs(with_drafts / without / speedup - 1) < _FITS:
        return "speed"
    return "tpot" if abs(without / with_drafts / speedup - 1) < _FITS else ""


def _grow_with_load(entries: list[Entry]) -> bool:
    rows: dict[int, list[tuple[float, float]]] = {}
    for one in entries:
        load = one.slot.setting.load
        if load and "unnamed" in one.figures:
            rows.setdefault(id(one.row), []).append(
                (load, one.figures["unnamed"].value)
            )
    return bool(rows) and all(not _falls(sorted(curve)) for curve in rows.values())
