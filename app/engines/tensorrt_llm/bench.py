"""
trtllm-bench: its decoding statistics, as a report and as JSON.

Means over requests: draft tokens ``[DT]``, accepted ones ``[ADT]``, their share
``[DAR]`` and the length ``[AL]`` = output / (iterations + 1). The draft tokens
are reconstructed as max_draft_len (iterations + 1), an upper bound, so that
AL - 1 = max_draft_len DAR for each request and for the means: gamma is the whole
number that fits. ``[AR]`` is the length under its older name.

Source:
    tensorrt_llm/bench/dataclasses/reporting.py.
"""

import re

from app.engines.counting.derivation import derive
from app.engines.measurement import Counts, Measurement
from app.engines.notes import Note
from app.engines.paste.paste import Paste
from app.engines.paste.text import NUMBER, number

ENGINE = "tensorrt-llm"
_AVERAGE = re.compile(rf"\[(DT|ADT|DAR|AL|AR)\]\s++AVERAGE\s*+:\s*+({NUMBER})")
_NAMES = {
    "DT": "num_draft_tokens_percentiles",
    "ADT": "num_accepted_draft_tokens_percentiles",
    "DAR": "draft_acceptance_rate_percentiles",
    "AL": "acceptance_length_percentiles",
}
_CLOSE = 0.1
_MOST_REPORTS = 100


def read(paste: Paste) -> list[Measurement]:
    """Return the readings of trtllm-bench's reports in *paste*."""
    reports = _reports(paste.text) or _json(paste)
    return [_reading(report) for report in reports[:_MOST_REPORTS]]


def _reports(text: str) -> list[dict[str, float]]:
    """Return the averages of each report; a name that comes again begins one."""
    reports: list[dict[str, float]] = []
    for found in _AVERAGE.finditer(text):
        value, name = number(found[2]), found[1].replace("AR", "AL")
        name = "DAR" if found[1] == "DAR" else name
        if not reports or name in reports[-1]:
            reports.append({})
        if value is not None:
            reports[-1][name] = value
    return [report for report in reports if report.get("AL", 0) >= 1]


def _json(paste: Paste) -> list[dict[str, float]]:
    reports = []
    for record in paste.records_with(_NAMES["AL"])[:_MOST_REPORTS]:
        found = {name: _mean(record.values.get(key)) for name, key in _NAMES.items()}
        known = {name: mean for name, mean in found.items() if mean is not None}
        reports.append(known)
    return [report for report in reports if report.get("AL", 0) >= 1]


def _mean(percentiles: object) -> float | None:
    if not isinstance(percentiles, dict):
        return None
    value = percentiles.get("average")
    return float(value) if isinstance(value, int | float) else None


def _reading(report: dict[str, float]) -> Measurement:
    return derive(
        Counts(
            ENGINE,
            "bench",
            gamma=_gamma(report),
            tau=report["AL"],
            share=report.get("DAR"),
            notes=(Note.AVERAGED_PER_REQUEST,),
        )
    )


def _gamma(report: dict[str, float]) -> int | None:
    """Return max_draft_len, which (AL - 1) / DAR gives for each request."""
    share = report.get("DAR")
    if not share:
        return None
    least = (report["AL"] - 1.005) / (share + 0.005)
    most = (report["AL"] - 0.995) / max(share - 0.005, 1e-3)
    whole = round((report["AL"] - 1) / share)
    others = [size for size in (whole - 1, whole + 1) if least <= size <= most]
    return whole if least - _CLOSE <= whole <= most + _CLOSE and not others else None
