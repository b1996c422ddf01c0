"""Figures: values become coordinates; no colours, words or languages here."""

from app.charts.comparison import comparison_curves
from app.charts.curve import speedup_curve
from app.charts.cycle import cycle_bars, cycle_times
from app.charts.latency import time_bars
from app.charts.scale import scale

__all__ = [
    "comparison_curves",
    "cycle_bars",
    "cycle_times",
    "scale",
    "speedup_curve",
    "time_bars",
]
