"""The answer time: two bars on one scale."""

import pytest

from app.charts.latency import time_bars
from app.model.latency import evaluate


@pytest.mark.parametrize(
    "times",
    [
        {"ttft_ms": 200, "tpot_ms": 20, "num_output_tokens": 256, "speedup": 1.68},
        {"ttft_ms": 0, "tpot_ms": 20, "num_output_tokens": 256, "speedup": 0.5},
        {"ttft_ms": 200, "tpot_ms": 20, "num_output_tokens": 1, "speedup": 2},
        {"ttft_ms": 0, "tpot_ms": 20, "num_output_tokens": 1, "speedup": 2},
    ],
)
def test_the_longer_bar_fills_the_width_and_parts_join(times):
    answer = evaluate(**times)
    bars = time_bars(answer)
    for parts, end, ms in (
        (bars.without, bars.without_end, bars.without_ms),
        (bars.with_draft, bars.with_draft_end, bars.with_draft_ms),
    ):
        assert end == pytest.approx(sum(part.width for part in parts))
        assert ms == pytest.approx(sum(part.ms for part in parts))
        x = 0.0
        for part in parts:
            assert x == pytest.approx(part.x)
            assert 0 < part.width <= 100
            x += part.width
    longest = max(bars.without_end, bars.with_draft_end)
    assert longest == pytest.approx(100 if answer.e2e_ms else 0)
