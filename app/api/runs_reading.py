"""What a benchmark's output or a table of speeds says, read as runs."""

from typing import Any

from flask_babel import lazy_gettext as _l

from app.api.operation import Operation
from app.api.outputs import object_schema
from app.api.parameters import Values
from app.api.runs import whole
from app.api.runs_schema import codes, rows
from app.api.setting import LANG
from app.engines.runs import EngineRun, RunNote, read_runs

_PASTE = """\
| concurrency | baseline tok/s | EAGLE-3 K=3 tok/s | accept length |
| ---: | ---: | ---: | ---: |
| 8 | 521.6 | 712 | 2.53 |
| 32 | 1581.1 | 1773 | 2.53 |
"""


def answer(values: Values) -> dict[str, Any]:
    """Return the runs in a paste; nothing of the paste itself."""
    reading = read_runs(values["body"])
    notes = [*reading.notes, *(note for run in reading.runs for note in run.notes)]
    return {
        "runs": [_run(run) for run in reading.runs],
        "notes": list(dict.fromkeys(notes)),
    }


def _run(run: EngineRun) -> dict[str, Any]:
    return {
        "concurrency": whole(run.concurrency),
        "gamma": run.gamma,
        "tau": run.tau,
        "tpot_ms": run.tpot_ms,
        "tokens_per_second": run.tokens_per_second,
    }


RUNS_READING = Operation(
    name="runs_reading",
    path="/v1/runs",
    summary=_l("The runs in a benchmark’s output or a table"),
    description=_l(
        "Benchmark reports, logs or tables of speeds, up to 256 KiB. None of it is "
        "stored. Where nothing is recognised, runs is empty and notes says why."
    ),
    parameters=(LANG,),
    answer=answer,
    schema=object_schema(
        {
            "runs": rows(
                _l("One for each benchmark, or each cell with a speed."),
                {
                    "concurrency": {
                        "type": ["number", "null"],
                        "description": _l(
                            "Requests decoded together; null where the text does not "
                            "tell."
                        ),
                    },
                    "gamma": {
                        "type": ["integer", "null"],
                        "minimum": 0,
                        "description": _l(
                            "Draft tokens per cycle; 0 without speculation, null where "
                            "the text does not tell."
                        ),
                    },
                    "tau": {
                        "type": ["number", "null"],
                        "minimum": 1,
                        "description": _l(
                            "Mean tokens per cycle; null where the text does not tell."
                        ),
                    },
                    "tpot_ms": {
                        "type": "number",
                        "exclusiveMinimum": 0,
                        "description": _l(
                            "Time per output token of one request, in milliseconds."
                        ),
                    },
                    "tokens_per_second": {
                        "type": ["number", "null"],
                        "exclusiveMinimum": 0,
                        "description": _l("Tokens per second of all requests."),
                    },
                },
            ),
            "notes": codes(
                _l(
                    "What is doubtful, was supposed or is missing, as stable codes; "
                    "those of single runs among them."
                ),
                [note.value for note in RunNote],
            ),
        }
    ),
    example={},
    body="text/plain",
    body_example=_PASTE,
)
