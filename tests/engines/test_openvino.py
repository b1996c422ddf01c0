"""OpenVINO GenAI's samples, with and without a count of iterations."""

import pytest

from app.engines import Note, read

PAIR = "Num generated token: 100 tokens\nNum accepted token: 62 tokens"
MODELS = """
MAIN MODEL
  Generate time: 218 ms
  TPOT: 1.9 ± 0.3 ms/iteration
  Num generated token: 100 tokens
  Num accepted token: 62 tokens

DRAFT MODEL
  Generate time: 957 ms
  Num generated token: 108 tokens
"""


def only(text):
    (one,) = read(text).measurements
    return one


@pytest.mark.parametrize(
    "text",
    [
        PAIR,
        "\n".join(reversed(PAIR.split("\n"))),
        PAIR.replace("token: ", "token:\n"),
        f"Performance metrics:\n  TTFT: 1 ms\n{PAIR.replace('Num', '  Num')}",
        PAIR.replace("Num", "[INFO] Num"),
        MODELS,
    ],
)
def test_without_iterations_tau_is_over_all_passes(text):
    found = only(text)
    assert ("openvino-genai", 62, None) == (
        found.engine,
        found.num_accepted_tokens,
        found.gamma,
    )
    assert (pytest.approx(100 / 38), (Note.TAU_OVER_ALL_PASSES,)) == (
        found.tau,
        found.notes,
    )


@pytest.mark.parametrize("text", [f"{PAIR}\n{PAIR}", MODELS + MODELS])
def test_runs_add_up(text):
    found = only(text)
    assert (124, 2) == (found.num_accepted_tokens, found.num_records)
    assert pytest.approx(100 / 38) == found.tau


def test_iterations_make_tau_exact():
    found = only(MODELS.replace("  Num acc", "  Total iteration number: 38\n  Num acc"))
    assert (38, "verify_cycles") == (found.num_drafts, found.tau_basis)


@pytest.mark.parametrize("text", [PAIR.replace("62", "162"), PAIR.split("\n")[1]])
def test_counts_that_cannot_be_are_no_reading(text):
    assert () == read(text).measurements
