"""
Print the CPU time of what a request is made of: model, geometry, whole answers.

Answers are whole WSGI calls in this process, without a server. Run it from the
project's root: python -m benchmarks.functions
"""

import random
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from time import thread_time

from flask import Flask
from werkzeug.test import EnvironBuilder

from app import create_app
from app.charts import cycle_bars, cycle_times, speedup_curve
from app.model.acceptance import (
    AcceptanceProfile,
    alpha_from_accepted_per_drafted,
    alpha_from_tau,
)
from app.model.speedup import Costs, best_point, evaluate, sweep
from benchmarks.hello import app as hello

CALLS = 300

Timed = tuple[str, Callable[[], float]]
"""A name, and a call that returns the CPU time it took, in seconds."""


def main() -> None:
    print("| what | µs | × hello |")
    print("| --- | ---: | ---: |")
    calls = (*functions(), *answers(create_app({})))
    times = {name: microseconds(call) for name, call in calls}
    for name, taken in times.items():
        ratio = f"{taken / times['GET hello']:.1f}" if name.startswith("GET") else ""
        print(f"| {name} | {taken:.1f} | {ratio} |")


def functions() -> Iterator[Timed]:
    """Yield the functions of the model and of the figures, at one setting."""
    costs, profile = Costs(0.127), AcceptanceProfile.constant(0.713)
    outcome, points = evaluate(profile, 6, costs), sweep(profile, costs, 16)
    for name, function in {
        "profile of one alpha": lambda: AcceptanceProfile.constant(0.713),
        "evaluate": lambda: evaluate(profile, 6, costs),
        "best_point": lambda: best_point(profile, costs),
        "sweep of 16": lambda: sweep(profile, costs, 16),
        "sweep of 128": lambda: sweep(profile, costs),
        "alpha_from_tau": lambda: alpha_from_tau(2.9, 6),
        "alpha from a log's rate": lambda: alpha_from_accepted_per_drafted(0.39, 6),
        "figure 1 without labels": lambda: speedup_curve(points, outcome),
        "bars of figure 2": lambda: cycle_bars(profile.survival[:6], constant=True),
        "times of figure 2": lambda: cycle_times(outcome),
    }.items():
        yield name, partial(timed, function)


def timed(function: Callable[[], object]) -> float:
    """Return the CPU time of a call."""
    begin = thread_time()
    function()
    return thread_time() - begin


def answers(app: Flask) -> Iterator[Timed]:
    """Yield whole answers; values differ from call to call."""
    yield "GET hello", answer(hello, "/")
    page = "alpha_percent={alpha:.2f}&gamma={gamma}&c_percent={c:.2f}"
    api = "alpha={alpha:.2f}&c={c:.2f}"
    for name, path, query in (
        ("calculator", "/en/", page),
        ("embed", "/en/embed", page),
        ("answer time", "/en/latency", page),
        ("API speedup", "/api/v1/speedup", "gamma=5&" + api),
        ("API sweep of 128", "/api/v1/sweep", "gamma_max=128&" + api),
    ):
        yield f"GET {name}", answer(app, path, query)


def answer(app: Flask, path: str, query: str = "") -> Callable[[], float]:
    """Return a call of the app with other values each time."""
    draw = random.Random(8)
    scale = 100 if "alpha_percent" in query else 1

    def call() -> float:
        values = query.format(
            alpha=scale * draw.uniform(0.05, 0.95),
            gamma=draw.randint(1, 16),
            c=scale * draw.uniform(0.01, 0.5),
        )
        environ = EnvironBuilder(path=path, query_string=values).get_environ()
        begin = thread_time()
        b"".join(app(environ, lambda *_: lambda _: None))
        return thread_time() - begin

    return call


def microseconds(call: Callable[[], float]) -> float:
    """Return the median CPU time of a call."""
    return statistics.median(call() for _ in range(CALLS)) * 1e6


if __name__ == "__main__":
    main()
