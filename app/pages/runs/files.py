"""The table of loads as a file."""

from app.api.spreadsheet import sheet
from app.model.load import LoadEvaluation

COLUMNS = (
    "concurrency",
    "gamma",
    "tau",
    "plain_tpot_ms",
    "tpot_ms",
    "plain_tokens_per_second",
    "tokens_per_second",
    "speedup",
    "cycle_cost",
    "perfect_speedup",
)
"""The names of the columns."""


def as_csv(evaluation: LoadEvaluation, lang: str) -> str:
    """
    Return what speculation came to at each load; what is unknown is blank.

    Args:
        evaluation: All that the runs say.
        lang: "de" for a German spreadsheet; else the plain form.
    """
    rows = [
        (
            row.concurrency,
            row.gamma,
            row.tau,
            row.plain_tpot_ms,
            row.tpot_ms,
            _throughput(row.concurrency, row.plain_tpot_ms),
            _throughput(row.concurrency, row.tpot_ms),
            row.speedup,
            row.cycle_cost,
            row.perfect_speedup,
        )
        for row in evaluation.loads
    ]
    return sheet(COLUMNS, rows, lang)


def _throughput(concurrency: float | None, tpot_ms: float | None) -> float | None:
    return None if tpot_ms is None else 1000 * (concurrency or 1) / tpot_ms
