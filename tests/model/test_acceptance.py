"""Acceptance profiles, and alpha from what can be measured."""

from fractions import Fraction
from math import isclose, nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.acceptance import (
    AcceptanceProfile,
    alpha_from_accepted_per_drafted,
    alpha_from_draft_yield,
    alpha_from_evaluations,
    alpha_from_tau,
    alpha_mle_bounds,
    alpha_mle_from_tau,
    profile_from_rates,
)

alphas = st.floats(0, 1)
gammas = st.integers(1, 128)


def tau(alpha: float, gamma: int) -> float:
    return AcceptanceProfile.constant(alpha).tau(gamma)


class TestTau:
    @pytest.mark.parametrize(
        ("alpha", "gamma", "expected"),
        [(0, 5, 1), (1, 5, 6), (1, 128, 129), (0.5, 1, 1.5), (0.7, 5, 2.94117)],
    )
    def test_known_values(self, alpha, gamma, expected):
        assert isclose(expected, tau(alpha, gamma), rel_tol=1e-15)

    @given(alphas, st.integers(1, 127))
    def test_it_rises_with_gamma(self, alpha, gamma):
        assert tau(alpha, gamma) <= tau(alpha, gamma + 1)

    @given(alphas, alphas, gammas)
    def test_it_rises_with_alpha(self, one, other, gamma):
        low, high = sorted((one, other))
        assert tau(low, gamma) <= tau(high, gamma)

    @given(alphas, gammas)
    def test_it_lies_between_one_and_the_draft_with_the_targets_token(
        self, alpha, gamma
    ):
        assert 1 <= tau(alpha, gamma) <= gamma + 1

    @given(alphas, gammas)
    def test_it_is_the_exact_sum_to_the_last_digit(self, alpha, gamma):
        exact = sum(Fraction(alpha) ** i for i in range(gamma + 1))
        assert isclose(float(exact), tau(alpha, gamma), rel_tol=5e-16)

    @pytest.mark.parametrize("gamma", [0, 129, -1])
    def test_gamma_out_of_range_is_refused(self, gamma):
        with pytest.raises(ValueError, match="gamma must be between 1 and 128"):
            AcceptanceProfile.constant(0.7).tau(gamma)


class TestProfile:
    @pytest.mark.parametrize("alpha", [-0.1, 1.1, nan])
    def test_alpha_is_a_probability(self, alpha):
        with pytest.raises(ValueError, match="alpha must be between 0 and 1"):
            AcceptanceProfile.constant(alpha)

    @pytest.mark.parametrize(
        "rates", [(), (0.5, 0.6), (1.2,), (-0.1,), (nan,), (0.5,) * 129]
    )
    def test_impossible_rates_are_refused(self, rates):
        with pytest.raises(ValueError, match=r"survival|position|gamma"):
            profile_from_rates(rates)

    def test_measured_rates_are_their_own_profile(self):
        profile = profile_from_rates([0.66, 0.36, 0.21])

        assert isclose(2.23, profile.tau(3))
        assert profile.alpha is None
        assert profile.max_gamma == 3


class TestAlphaFromTau:
    @given(alphas, gammas)
    def test_it_inverts_tau(self, alpha, gamma):
        value = tau(alpha, gamma)
        assert isclose(value, tau(alpha_from_tau(value, gamma), gamma), rel_tol=1e-12)

    @given(st.floats(0.001, 0.999), st.integers(1, 8))
    def test_it_gives_alpha_back(self, alpha, gamma):
        assert isclose(alpha, alpha_from_tau(tau(alpha, gamma), gamma), rel_tol=1e-9)

    @pytest.mark.parametrize(
        ("value", "expected"), [(0.5, 0.0), (1.0, 0.0), (6.0, 1.0), (9.0, 1.0)]
    )
    def test_beyond_the_possible_it_is_the_end(self, value, expected):
        assert expected == alpha_from_tau(value, 5)

    def test_a_tau_that_is_no_number_is_refused(self):
        with pytest.raises(ValueError, match="finite"):
            alpha_from_tau(nan, 5)

    def test_a_logged_share_of_70_percent_at_5_drafts_is_an_alpha_of_88(self):
        assert isclose(0.883, alpha_from_accepted_per_drafted(0.7, 5), abs_tol=5e-4)

    @pytest.mark.parametrize(("drafts", "gamma"), [(-0.1, 5), (5.1, 5), (1, 0)])
    def test_an_impossible_yield_is_refused(self, drafts, gamma):
        with pytest.raises(ValueError, match=r"must be"):
            alpha_from_draft_yield(drafts, gamma)


class TestLikelihood:
    @given(st.floats(0.01, 0.99), gammas)
    def test_it_gives_a_constant_alpha_back(self, alpha, gamma):
        profile = AcceptanceProfile.constant(alpha)
        found = alpha_mle_from_tau(profile.tau(gamma), profile.survival[gamma - 1])
        assert isclose(alpha, found, rel_tol=1e-9)

    def test_at_one_draft_it_is_the_share_accepted(self):
        assert isclose(0.62, alpha_mle_from_tau(1.62, 0.62))
        low, high = alpha_mle_bounds(100, 62, 1)
        assert isclose(0.62, low)
        assert isclose(0.62, high)

    @given(st.lists(st.integers(0, 4), min_size=1, max_size=50))
    def test_the_bounds_hold_the_truth(self, accepted):
        num_drafts, total = len(accepted), sum(accepted)
        if total == 0 == num_drafts:
            return
        rejected = num_drafts - accepted.count(4)
        truth = alpha_from_evaluations(total, rejected)

        low, high = alpha_mle_bounds(num_drafts, total, 4)

        assert low - 1e-12 <= truth <= high + 1e-12

    def test_nothing_evaluated_has_no_alpha(self):
        with pytest.raises(ValueError, match="nothing evaluated"):
            alpha_from_evaluations(0, 0)

    def test_more_accepted_than_drafted_is_refused(self):
        with pytest.raises(ValueError, match="accepted"):
            alpha_mle_bounds(10, 51, 5)
