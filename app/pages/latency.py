"""The answer time: what the speedup per token does from request to last token."""

from flask import request

from app.charts.latency import time_bars
from app.forms.latency import LatencyForm
from app.model.latency import Latency, worthwhile_from
from app.pages.passthrough import LATENCY_KEYS, SPEED_KEYS, carried
from app.pages.routes import bp
from app.web.layout import render_page


@bp.get("/latency")
def latency(lang: str) -> tuple[str, int]:  # noqa: ARG001  # the path says it
    """Show how long an answer takes, without and with a draft."""
    form = LatencyForm(request.args)
    kept = carried(request.args, own=(*LATENCY_KEYS, *SPEED_KEYS))
    own = form.query if form.has(request.args) else []
    answer = form.evaluate()
    context = {
        "form": form,
        "answer": answer,
        "share_with_draft": _decoding_share(answer) if answer else None,
        "worthwhile_from": _worthwhile_from(answer) if answer else None,
        "bars": time_bars(answer) if answer else None,
        "kept": kept,
    }
    query = [*own, *kept]
    return render_page("latency.html", query, **context), 200 if form.valid else 400


def _decoding_share(answer: Latency) -> float | None:
    """Return the share of the answer time with a draft that is spent decoding."""
    whole = answer.e2e_with_speculation_ms
    return answer.decoding_with_speculation_ms / whole if whole else None


def _worthwhile_from(answer: Latency) -> int | None:
    """Return the length from which on the answer is sooner with the draft."""
    return worthwhile_from(
        tpot_ms=answer.tpot_ms,
        speedup=answer.speedup,
        draft_prefill_ms=answer.draft_prefill_ms,
    )
