"""Distributions of the next token, and the comparison of two."""

from itertools import pairwise
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.distribution import Distribution, compare

BASE = Distribution({"a": 0.5, "b": 0.3, "c": 0.2})
SMOOTHED = Distribution({"a": 0.3, "d": 0.1}, 0.6, BASE)
LONGER = Distribution({"b": 0.5}, 0.5, SMOOTHED)


@st.composite
def distributions(draw, tokens="abcd", base=None):
    weights = draw(st.lists(st.integers(0, 9), min_size=4, max_size=4))
    floor = draw(st.integers(1, 9)) if base else 0
    whole = (sum(weights) + floor) or 1
    weights = weights if sum(weights) + floor else [1, 0, 0, 0]
    own = {token: weight / whole for token, weight in zip(tokens, weights, strict=True)}
    return Distribution(own, floor / whole, base)


def test_a_probability_is_the_own_share_and_the_base_s_by_its_weight():
    assert 0.3 + 0.6 * 0.5 == SMOOTHED.probability("a")
    assert 0.6 * 0.3 == SMOOTHED.probability("b")
    assert 0.1 == SMOOTHED.probability("d")
    assert 0 == SMOOTHED.probability("x")
    assert isclose(0.5 + 0.5 * 0.6 * 0.3, LONGER.probability("b"))


def test_the_items_are_all_tokens_with_their_probabilities():
    found = LONGER.items()

    assert ["b", "a", "d", "c"] == list(found)
    for token, share in found.items():
        assert isclose(share, LONGER.probability(token))


def test_a_token_without_probability_is_left_out():
    assert {"a": 1.0} == Distribution({"b": 0.0, "a": 1.0}).own


@pytest.mark.parametrize("distribution", [BASE, SMOOTHED, LONGER])
def test_evenly_spread_shares_give_tokens_by_their_probabilities(distribution):
    steps = 10_000
    counts = dict.fromkeys("abcd", 0)
    for step in range(steps):
        counts[distribution.at((step + 0.5) / steps)] += 1

    for token, count in counts.items():
        assert abs(count / steps - distribution.probability(token)) < 5 / steps


@pytest.mark.parametrize("distribution", [BASE, SMOOTHED, LONGER])
def test_the_greatest_share_still_gives_a_token(distribution):
    assert "c" == distribution.at(1 - 2**-53)


def test_shares_that_add_up_to_a_trace_less_than_one_still_give_a_token():
    tenths = Distribution(dict.fromkeys("abcdefghij", 0.1))

    assert tenths._own_total < 1
    assert "j" == tenths.at(tenths._own_total)


def test_a_base_without_weight_is_never_reached():
    tenths = Distribution(dict.fromkeys("abcdefghij", 0.1), 0.0, BASE)

    assert tenths.base is None
    assert "j" == tenths.at(1 - 2**-53)


@pytest.mark.parametrize(
    ("own", "floor", "base"),
    [
        ({}, 0.0, None),
        ({"a": 0.5}, 0.0, None),
        ({"a": 0.5}, 0.5, None),
        ({"a": 0.5, "b": 0.6}, 0.0, None),
        ({"a": 1.5, "b": -0.5}, 0.0, None),
        ({"a": 1.5}, -0.5, BASE),
        ({"a": float("nan")}, 0.0, None),
    ],
)
def test_what_is_no_distribution_is_refused(own, floor, base):
    with pytest.raises(ValueError, match="probabilit"):
        Distribution(own, floor, base)


PAIRS = st.one_of(
    st.tuples(distributions(), distributions()),
    st.tuples(distributions(), distributions("cdef")),
    st.tuples(distributions(base=BASE), distributions(base=BASE)),
    st.tuples(distributions(base=SMOOTHED), distributions("bcde", base=BASE)),
    st.tuples(distributions("abxy", base=BASE), distributions(base=SMOOTHED)),
    st.tuples(distributions(base=SMOOTHED), st.just(SMOOTHED)),
    st.tuples(st.just(BASE), distributions(base=LONGER)),
)


@given(PAIRS)
def test_a_comparison_says_the_same_as_a_walk_through_all_tokens(pair):
    p, q = (one.items() for one in pair)
    found = compare(*pair)
    excess = {token: max(0, p.get(token, 0) - q.get(token, 0)) for token in p}
    total = sum(excess.values())

    assert isclose(
        sum(min(p.get(token, 0), q.get(token, 0)) for token in {**p, **q}),
        found.overlap,
        abs_tol=1e-12,
    )
    if total > 1e-9:
        residual = found.residual()
        for token, share in excess.items():
            assert isclose(share / total, residual.probability(token), abs_tol=1e-9)


def test_equal_distributions_overlap_wholly_and_leave_no_residual():
    for one in (BASE, SMOOTHED, LONGER):
        found = compare(one, one)

        assert 1 == found.overlap
        assert found.residual() is None


def test_disjoint_distributions_do_not_overlap_and_leave_the_target():
    found = compare(BASE, Distribution({"x": 1.0}))

    assert 0 == found.overlap
    assert BASE.own == found.residual().own


def test_the_residual_reaches_below_the_draft_s_own_tokens():
    found = compare(BASE, Distribution({"a": 0.9}, 0.1, BASE))

    assert isclose(0.5 * 0.0 + 0.5 + 0.03 + 0.02, found.overlap)
    assert ["b", "c"] == list(found.residual().own)
    for one, other in pairwise(found.residual().own.values()):
        assert isclose(one / other, 1.5)
