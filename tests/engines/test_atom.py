"""ATOM's statistics, metrics and log say the same."""

import json

import pytest

from app.engines import Note, Problem, read

STATS = {
    "enabled": True,
    "total_draft_tokens": 1400000,
    "total_accepted_tokens": 553980,
    "acceptance_rate": 0.3957,
    "average_tokens_per_forward": 3.7699,
    "distribution": {"2": 46020, "3": 153980},
    "distribution_percent": {"2": 0.2301, "3": 0.7699},
}
METRICS = """\
# TYPE atom:mtp_draft_tokens_total counter
atom:mtp_draft_tokens_total 1.4e+06
atom:mtp_accepted_tokens_total 553980.0
atom:mtp_acceptance_rate 0.3957
atom:mtp_average_tokens_per_forward 3.7699
atom:mtp_decode_steps_total{accepted_tokens="2"} 46020.0
atom:mtp_decode_steps_total{accepted_tokens="3"} 153980.0
"""
LOG = """\
[atom 14:45:50] [MTP Stats Interval] Average toks/fwd: 1.73, Accepted/Total Draft \
tokens: 727/1000, Acceptance rate: 72.70%, Accepted tokens distribution: {0: \
'27.30%', 1: '72.70%'}
[atom 14:45:50] [MTP Stats         ] Average toks/fwd: 1.70, Accepted/Total Draft \
tokens: 64982/93000, Acceptance rate: 69.87%, Accepted tokens distribution: {0: \
'30.13%', 1: '69.87%'}
"""


def only(text):
    (one,) = read(text).measurements
    return one


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(STATS),
        json.dumps(STATS, indent=2),
        json.dumps(dict(reversed(STATS.items()))),
        json.dumps({"mtp": STATS, "cache": {"hit": 0.5}}),
        str(STATS),
        str(STATS | {"distribution": {2: 46020, 3: 153980}}),
        f"$ curl -s localhost:8000/debug/mtp_stats\n{json.dumps(STATS)}",
        METRICS,
        METRICS.replace("atom:", "atom_"),
        "\n".join(reversed(METRICS.split("\n"))),
    ],
)
def test_statistics_give_gamma_and_every_position(text):
    found = only(text)
    assert ("atom", 7, 200_000, 553_980, 1_400_000) == (
        found.engine,
        found.gamma,
        found.num_drafts,
        found.num_accepted_tokens,
        found.num_draft_tokens,
    )
    assert pytest.approx(3.7699) == found.tau
    assert (1, 1, 0.7699, 0, 0, 0, 0) == pytest.approx(found.per_position)
    assert () == found.notes


def test_statistics_cut_before_the_distribution_keep_their_length():
    whole = json.dumps(STATS)
    found = only(whole[: whole.index(', "distribution"')] + ",")
    assert (7, 3.7699, None) == (found.gamma, found.tau, found.per_position)


def test_metrics_without_steps_take_the_printed_mean():
    found = only("\n".join(METRICS.split("\n")[:5]))
    assert (7, 3.7699) == (found.gamma, found.tau)


def test_two_scrapes_are_subtracted():
    later = METRICS.replace("1.4e+06", "1.47e+06").replace("553980", "573980")
    later = later.replace("46020.0", "56020.0")
    found = only(METRICS + later)
    assert (7, 10_000, 3.0) == (found.gamma, found.num_drafts, found.tau)
    assert Note.SCRAPES_SUBTRACTED in found.notes


def test_the_logs_last_line_since_the_start_counts():
    more = LOG.replace("64982/93000", "65685/94000")
    found = only(LOG + more)
    assert (1, 94_000, 65_685) == (
        found.gamma,
        found.num_drafts,
        found.num_accepted_tokens,
    )
    assert (Note.LAST_RECORD_USED,) == found.notes


def test_the_logs_intervals_are_added_where_nothing_else_is_printed():
    line = LOG.split("\n")[0]
    found = only(f"{line}\n{line.replace('727/', '703/').replace('1.73', '1.70')}\n")
    assert (2000, 1430, 2) == (
        found.num_drafts,
        found.num_accepted_tokens,
        found.num_records,
    )


def test_the_logs_distribution_shows_every_position():
    found = only(
        "14514:[atom 1:45] [MTP Stats         ] Average toks/fwd: 2.68, Accepted/Total "
        "Draft tokens: 893967/1596000, Acceptance rate: 56.01%, Accepted tokens\n"
        "distribution: {0: '19.45%', 1: '24.00%', 2: '25.62%', 3: '30.93%'}"
    )
    assert (3, 532_000) == (found.gamma, found.num_drafts)
    assert (0.8055, 0.5655, 0.3093) == pytest.approx(found.per_position)


def test_a_fall_of_the_logs_totals_is_a_restart():
    again = LOG.replace("64982/93000", "1430/2000").replace("69.87%", "71.50%")
    found = only(LOG + again.replace("30.13%", "28.50%").replace("1.70", "1.72"))
    assert Note.ENGINE_RESTARTED in found.notes


def test_nothing_drafted_is_said():
    text = json.dumps(
        STATS
        | {"total_draft_tokens": 0, "total_accepted_tokens": 0, "distribution": {}}
    )
    assert (Problem.SPECULATION_DID_NOT_RUN,) == read(text).problems
