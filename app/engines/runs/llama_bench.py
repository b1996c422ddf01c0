"""
llama.cpp's ``llama-batched-bench`` and ``llama-bench``: plain runs, no drafts.

``llama-batched-bench``: T_TG seconds for TG tokens of each of B sequences, so TPOT is
1000 T_TG / TG. Several prompt or answer lengths are curves of their own.
``llama-bench``: tg rows are decoding of one sequence; pp rows read prompts.

Source:
    Pull request 3545; tools/batched-bench; tools/llama-bench.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from app.engines.runs.cells import read_cell
from app.engines.runs.grids import Grid
from app.engines.runs.notes import RunNote
from app.engines.runs.run import EngineRun

ENGINE = "llama.cpp"
_TEST = re.compile(r"(?P<kind>pp|tg)\s?(?P<n>\d{1,6})(?:\s?@\s?d(?P<depth>\d{1,7}))?")
_MIXED = re.compile(r"pp\s?\d+\s?\+\s?tg\s?\d+")
_MOST = 512


def read_grid(grid: Grid) -> list[EngineRun] | None:
    """Return the runs of one of the two tables, None for any other table."""
    header = [heading.lower() for heading in grid.header]
    if {"tg", "t_tg s", "s_tg t/s"} <= set(header):
        rows = [dict(zip(header, row, strict=True)) for row in grid.rows]
        return _contexts([run for row in rows if (run := _batched(row))])
    if "test" in header and "t/s" in header and "model" in header:
        rows = [dict(zip(header, row, strict=True)) for row in grid.rows]
        return _contexts([run for row in rows if (run := _single(row))])
    return None


def prompt_rows(grid: Grid) -> bool:
    """Say whether *grid* has rows of ``llama-bench`` that read prompts."""
    return any(cell.startswith("pp") for row in grid.rows for cell in row)


def _batched(row: dict[str, str]) -> EngineRun | None:
    values = {name: read_cell(cell) for name, cell in row.items()}
    tokens, seconds, speed = values["tg"], values["t_tg s"], values["s_tg t/s"]
    load, prompt, depth = values.get("b"), values.get("pp"), values.get("n_kv")
    if not (tokens and seconds and speed and tokens.value and seconds.value):
        return None
    label = f"PP {prompt.value:.0f}, TG {tokens.value:.0f}" if prompt else ""
    if load is None and depth is not None:
        label = f"{label}, N_KV {depth.value:.0f}"
    return _plain(
        load.value if load else 1, tokens.value, seconds.value, speed.value, label
    )


def _plain(
    load: float, tokens: float, seconds: float, speed: float, label: str
) -> EngineRun:
    return EngineRun(
        float(load), 0, None, 1000 * seconds / tokens, speed, label=label, engine=ENGINE
    )


def _single(row: dict[str, str]) -> EngineRun | None:
    test, speed = _TEST.fullmatch(row["test"].strip()), read_cell(row["t/s"])
    if test is None or test["kind"] != "tg" or not speed or speed.value <= 0:
        return None
    depth = f", depth {test['depth']}" if test["depth"] else ""
    label = f"{row['model']}{depth}"
    return EngineRun(
        1.0, 0, None, 1000 / speed.value, speed.value, label=label, engine=ENGINE
    )


def _contexts(runs: list[EngineRun]) -> list[EngineRun]:
    """Note on each run that there are several contexts; drop labels all alike."""
    several = len({run.label for run in runs}) > 1
    notes = (RunNote.SEVERAL_CONTEXTS,) if several else ()
    return [
        replace(run, notes=notes, label=run.label if several else "") for run in runs
    ]


def read_lines(lines: list[str]) -> Iterator[tuple[int, EngineRun]]:
    """Yield place and run of each line of ``--output-format jsonl``."""
    for place, line in enumerate(lines):
        if '"speed_tg"' in line and len(line) < 2000:
            run = _line(line)
            if run is not None:
                yield place, run


def _line(line: str) -> EngineRun | None:
    try:
        row = json.loads(line.strip().rstrip(","))
        load, tokens = float(row["pl"]), float(row["tg"])
        seconds, speed = float(row["t_tg"]), float(row["speed_tg"])
        label = f"PP {row['pp']}, TG {row['tg']}"
    except (ValueError, KeyError, TypeError):
        return None
    if not (0 < load < 1e6 and tokens > 0 and 0 < seconds < 1e9 and 0 < speed < 1e9):
        return None
    return _plain(load, tokens, seconds, speed, label)
