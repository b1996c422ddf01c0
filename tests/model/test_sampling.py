"""Speculative sampling: the proof that it is exact, and what a run counts."""

from collections import Counter
from hashlib import sha256
from itertools import pairwise, product
from math import isclose, sqrt
from random import Random

import pytest

from app.model import sampling
from app.model.acceptance import AcceptanceProfile
from app.model.cycles import Closing, Verdict
from app.model.distribution import Comparison, Distribution, compare
from app.model.ngram import fit
from app.model.sampling import MAX_RUN_GAMMA, MAX_RUN_TOKENS, run, speculate


class Table:
    """A model that looks at the last token only; the first row is the start's."""

    def __init__(self, rows):
        self.rows = {
            last: Distribution(dict(zip("abcdef", row, strict=False)))
            for last, row in zip(["", *"abcdef"], rows, strict=False)
        }

    def next_token(self, context):
        return self.rows[context[-1] if context else ""]


# --- The exact distribution of the output, by trying every way ---------------


class EveryWay:
    """Stand in for chance: take one way through a cycle and weigh it."""

    drawn = None

    def __init__(self, script):
        self.script = script
        self.taken = []
        self.weight = 1.0

    def draw(self, distribution):
        return self._choose([*distribution.items().items()])

    def accept(self, p, q):
        share = min(1.0, p / q)
        ways = [(True, share), (False, 1 - share)]
        return self._choose([way for way in ways if way[1]])

    def _choose(self, ways):
        place = len(self.taken)
        index = self.script[place] if place < len(self.script) else 0
        self.taken.append((index, len(ways)))
        self.weight *= ways[index][1]
        return ways[index][0]

    def next_script(self):
        """Return the script of the next way, or None after the last."""
        script = self.taken
        while script and script[-1][0] + 1 == script[-1][1]:
            script = script[:-1]
        if not script:
            return None
        *before, (index, _) = script
        return [*(earlier for earlier, _ in before), index + 1]


def every_cycle(target, draft, context, gamma):
    """Return the probability of each token sequence that one cycle can add."""
    found = Counter()
    script = []
    while script is not None:
        way = EveryWay(script)
        cycle = speculate(target, draft, context, gamma, way)
        found["".join(cycle.tokens)] += way.weight
        script = way.next_script()
    return found


def speculative_distribution(target, draft, gamma, length, memory):
    """
    Return the exact distribution of the first tokens of a run.

    The models look at the last *memory* tokens at most, so that each ending needs
    to be tried once.
    """
    cycles = {}
    found = Counter()
    open_texts = {"": 1.0}
    while open_texts:
        text, weight = open_texts.popitem()
        ending = text[-memory:]
        if ending not in cycles:
            cycles[ending] = every_cycle(target, draft, ending, gamma)
        for added, share in cycles[ending].items():
            longer = text + added
            into = found if len(longer) >= length else open_texts
            longer = longer[:length]
            into[longer] = into.get(longer, 0.0) + weight * share
    return found


def plain_distribution(target, length):
    """Return the distribution of the first tokens drawn one by one from p."""
    found = {"": 1.0}
    for _ in range(length):
        found = {
            text + token: weight * share
            for text, weight in found.items()
            for token, share in target.next_token(text).items().items()
        }
    return found


P = Table([(0.5, 0.3, 0.2), (0.1, 0.6, 0.3), (0.7, 0.2, 0.1), (0.25, 0.25, 0.5)])
Q = Table([(0.2, 0.2, 0.6), (0.4, 0.4, 0.2), (0.1, 0.1, 0.8), (0.6, 0.3, 0.1)])
WITH_ZEROS = Table([(0, 0.5, 0.5), (1, 0, 0), (0.5, 0, 0.5), (0, 0.9, 0.1)])
OTHER_ZEROS = Table([(0.5, 0.5, 0), (0, 1, 0), (0, 0.3, 0.7), (0.2, 0.8, 0)])
LEFT = Table([(0.3, 0.7), (0.6, 0.4), (0.5, 0.5), (1, 0), (0, 1)])
RIGHT = Table([(0, 0, 0.9, 0.1)] * 3 + [(0, 0, 0.2, 0.8), (0, 0, 0.5, 0.5)])
NGRAMS = fit("abacabaacbbcabcab", 3)

CASES = {
    "unlike": (P, Q),
    "unlike, the other way": (Q, P),
    "q = p": (P, P),
    "zeros in p": (WITH_ZEROS, Q),
    "zeros in q": (P, WITH_ZEROS),
    "zeros in both": (WITH_ZEROS, OTHER_ZEROS),
    "disjoint": (LEFT, RIGHT),
    "n-grams, the draft's order lower": (NGRAMS, NGRAMS.of_order(1)),
    "n-grams, the draft's order higher": (NGRAMS.of_order(1), NGRAMS),
    "n-grams of two texts": (NGRAMS, fit("cabbaccab", 2)),
}


@pytest.mark.parametrize("gamma", [1, 2, 3, 4])
@pytest.mark.parametrize("case", CASES)
def test_the_output_has_exactly_the_distribution_of_the_target(case, gamma):
    target, draft = CASES[case]
    expected = plain_distribution(target, 6)
    found = speculative_distribution(target, draft, gamma, 6, memory=2)

    assert isclose(1, sum(found.values()), rel_tol=1e-12)
    for text in {**expected, **found}:
        assert abs(expected.get(text, 0) - found.get(text, 0)) < 1e-12, text


def test_the_proof_notices_a_correction_drawn_from_p(monkeypatch):
    monkeypatch.setattr(Comparison, "residual", lambda _: None)

    expected = plain_distribution(P, 3)
    found = speculative_distribution(P, Q, 2, 3, memory=1)

    assert max(abs(expected[text] - found[text]) for text in expected) > 0.01


@pytest.mark.parametrize("gamma", [1, 2, 3, 4])
def test_tau_over_every_way_is_the_formula_s_where_alpha_is_constant(gamma):
    one_row = [(0.5, 0.3, 0.2)] * 4
    target, draft = Table(one_row), Table([(0.2, 0.2, 0.6)] * 4)
    alpha = 0.2 + 0.2 + 0.2
    found = every_cycle(target, draft, "", gamma)

    assert isclose(
        AcceptanceProfile.constant(alpha).tau(gamma),
        sum(len(text) * weight for text, weight in found.items()),
        rel_tol=1e-12,
    )


# --- A long run --------------------------------------------------------------

CHI_SQUARE_CRITICAL = 22.458
"""
The 0.999 quantile of chi-square with 6 degrees of freedom: three rows (after a, b
and c) of three tokens whose counts add up to the row's.

Source: NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.4.
"""


def chi_square(num_runs=10):
    """Return chi-square of the pairs of neighbours in long runs against P."""
    pairs = Counter()
    for seed in range(num_runs):
        tokens = run(P, Q, gamma=3, num_output_tokens=2000, rng=Random(seed)).tokens
        pairs.update(pairwise(tokens))
    total = 0.0
    for last, token in product("abc", repeat=2):
        seen = sum(pairs[last, other] for other in "abc")
        expected = seen * P.rows[last].probability(token)
        total += (pairs[last, token] - expected) ** 2 / expected
    return total


def test_a_long_run_fits_the_target():
    assert chi_square() < CHI_SQUARE_CRITICAL


def test_a_long_run_does_not_fit_when_the_correction_is_drawn_from_p(monkeypatch):
    monkeypatch.setattr(Comparison, "residual", lambda _: None)

    assert chi_square() > 10 * CHI_SQUARE_CRITICAL


# --- One cycle ---------------------------------------------------------------


class Fixed:
    """Chance as written down: tokens to draw and answers to give, in order."""

    drawn = None

    def __init__(self, tokens, answers):
        self.tokens, self.answers = iter(tokens), iter(answers)
        self.asked, self.drawn_from = [], []

    def draw(self, distribution):
        self.drawn_from.append(distribution)
        return next(self.tokens)

    def accept(self, p, q):
        self.asked.append((p, q))
        return next(self.answers)


def test_a_rejection_ends_the_cycle_with_a_correction_from_the_residual():
    chance = Fixed("abca", [True, False])
    cycle = speculate(P, Q, "c", 3, chance)

    assert [Verdict.ACCEPTED, Verdict.REJECTED, Verdict.NOT_EVALUATED] == (
        [draft.verdict for draft in cycle.drafts]
    )
    assert ("a", Closing.CORRECTION) == (cycle.closing_token, cycle.closing)
    assert ("a", "a") == cycle.tokens
    assert [(0.25, 0.6), (0.6, 0.4)] == chance.asked
    assert compare(P.rows["a"], Q.rows["a"]).residual().own == chance.drawn_from[-1].own


def test_each_judged_token_records_why_it_was_accepted_or_rejected():
    done = run(P, Q, gamma=4, num_output_tokens=300, rng=Random(7))
    judged = [draft for cycle in done.cycles for draft in cycle.drafts]

    assert {*Verdict} == {draft.verdict for draft in judged}
    for draft in judged:
        assert 0 < draft.q <= 1
        if draft.verdict is Verdict.NOT_EVALUATED:
            assert (None, None) == (draft.p, draft.drawn)
        else:
            below = draft.drawn * draft.q < draft.p
            assert below == (draft.verdict is Verdict.ACCEPTED)


def test_a_draft_accepted_whole_earns_a_bonus_token_from_p():
    chance = Fixed("abc", [True, True])
    cycle = speculate(P, Q, "", 2, chance)

    assert ("c", Closing.BONUS) == (cycle.closing_token, cycle.closing)
    assert ("a", "b", "c") == cycle.tokens
    assert P.rows["b"] is chance.drawn_from[-1]


def test_each_place_that_was_judged_has_its_overlap_and_no_other():
    cycle = speculate(P, Q, "c", 3, Fixed("abca", [True, False]))

    assert (0.25 + 0.25 + 0.1, 0.1 + 0.4 + 0.2) == pytest.approx(cycle.overlaps)
    assert cycle.drafts[2].overlap is None


def test_a_draft_token_that_the_target_excludes_is_never_accepted():
    never = sampling.RandomChance(Random(0))
    never._next = lambda: 0.0

    assert not never.accept(0.0, 0.5)


def test_a_draft_token_that_the_target_likes_as_well_is_always_accepted():
    always = sampling.RandomChance(Random(0))
    always._next = lambda: 1 - 2**-53

    assert always.accept(0.3, 0.3)
    assert always.accept(1.0, 1.0)


def test_a_rejection_by_rounding_alone_draws_from_p():
    target = Table([(0.5, 0.5)] * 3)
    draft = Table([(0.5 + 2**-53, 0.5)] * 3)
    chance = Fixed("ab", [False])

    assert ("b",) == speculate(target, draft, "", 1, chance).tokens
    assert target.rows[""] is chance.drawn_from[-1]


# --- A run and its counts ----------------------------------------------------


def test_the_counts_are_those_of_the_cycles():
    found = run(P, Q, gamma=4, num_output_tokens=500, rng=Random(3))
    verdicts = Counter(
        draft.verdict for cycle in found.cycles for draft in cycle.drafts
    )
    corrections = sum(c.closing is Closing.CORRECTION for c in found.cycles)

    assert len(found.cycles) == found.num_drafts
    assert 4 * len(found.cycles) == found.num_draft_tokens
    assert verdicts[Verdict.ACCEPTED] == found.num_accepted_tokens
    assert corrections == verdicts[Verdict.REJECTED]
    assert found.num_accepted_tokens + corrections == found.num_evaluated
    assert 1 + found.num_accepted_tokens / found.num_drafts == found.tau
    assert found.num_accepted_tokens / found.num_draft_tokens == (
        found.accepted_per_drafted
    )
    assert found.num_accepted_tokens / found.num_evaluated == found.alpha


def test_exact_alpha_and_its_standard_error_come_from_the_overlaps():
    found = run(P, Q, gamma=2, num_output_tokens=300, rng=Random(3))
    overlaps = [overlap for cycle in found.cycles for overlap in cycle.overlaps]
    size = len(overlaps)

    assert found.num_evaluated == size
    assert isclose(sum(overlaps) / size, found.exact_alpha)
    assert isclose(
        sqrt(sum(a * (1 - a) for a in overlaps)) / size, found.alpha_standard_error
    )


@pytest.mark.parametrize("length", [1, 2, 5, 99])
def test_the_text_has_the_length_asked_for_and_the_last_cycle_is_counted_whole(length):
    found = run(P, P, gamma=4, num_output_tokens=length, rng=Random(1))
    made = sum(len(cycle.tokens) for cycle in found.cycles)

    assert length == len(found.tokens)
    assert made - length == found.num_surplus
    assert 0 <= found.num_surplus <= 4
    assert 5 == found.tau
    assert 1 == found.alpha == found.exact_alpha
    assert 0 == found.alpha_standard_error


def test_a_draft_with_nothing_in_common_is_always_rejected_first():
    found = run(LEFT, RIGHT, gamma=3, num_output_tokens=50, rng=Random(1))

    assert (50, 150, 50, 0) == (
        found.num_drafts,
        found.num_draft_tokens,
        found.num_evaluated,
        found.num_accepted_tokens,
    )
    assert (1, 0, 0, 0) == (
        found.tau,
        found.alpha,
        found.exact_alpha,
        found.alpha_standard_error,
    )


def short_runs(target, draft, num_runs=1500):
    return [
        run(target, draft, gamma=4, num_output_tokens=7, rng=Random(seed))
        for seed in range(num_runs)
    ]


def test_ending_a_run_does_not_favour_or_harm_tau():
    target, draft = Table([(0.5, 0.3, 0.2)] * 4), Table([(0.2, 0.2, 0.6)] * 4)
    runs = short_runs(target, draft)
    cycles = sum(found.num_drafts for found in runs)
    tokens = sum(len(c.tokens) for found in runs for c in found.cycles)
    expected = AcceptanceProfile.constant(0.6).tau(4)

    assert abs(tokens / cycles - expected) < 0.05
    # Cut to the length asked for, the same runs would tell of a lower tau.
    assert 7 * len(runs) / cycles < expected - 0.2


def test_chance_alone_explains_how_far_alpha_strays_from_the_exact_one():
    runs = short_runs(P, Q)
    strays = [(found.alpha - found.exact_alpha) * found.num_evaluated for found in runs]
    variances = [
        (found.alpha_standard_error * found.num_evaluated) ** 2 for found in runs
    ]

    # The sums of what strays have mean 0 and the variance promised.
    assert abs(sum(strays)) < 3 * sqrt(sum(variances))
    assert isclose(sum(variances), sum(stray**2 for stray in strays), rel_tol=0.15)


def test_a_prompt_stands_before_the_text_and_is_not_part_of_it():
    start = Table([(1, 0), (0, 1), (1, 0)])
    found = run(start, start, gamma=1, num_output_tokens=4, rng=Random(0), prompt=["a"])

    assert ("b", "a", "b", "a") == found.tokens


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("gamma", 0),
        ("gamma", MAX_RUN_GAMMA + 1),
        ("num_output_tokens", 0),
        ("num_output_tokens", MAX_RUN_TOKENS + 1),
    ],
)
def test_a_setting_out_of_range_is_refused_by_name(name, value):
    settings = {"gamma": 2, "num_output_tokens": 10, name: value}

    with pytest.raises(ValueError, match=f"^{name} must be"):
        run(P, Q, rng=Random(0), **settings)


# --- The same run on every machine ------------------------------------------

PROSE = (
    "Ein kleines Modell schreibt ein paar Zeichen voraus, und das große prüft sie "
    "alle auf einmal. Was es selbst auch geschrieben hätte, bleibt stehen; beim "
    "ersten Zeichen, das nicht passt, schreibt es sein eigenes. So geht es schneller "
    "voran, und am Text ändert sich nichts. Wie viel schneller, hängt davon ab, wie "
    "oft die beiden sich einig sind, und davon, wie teuer das Raten ist. Ein Modell, "
    "das oft irrt, kostet mehr, als es bringt. Ein gutes rät drei von vier Zeichen. "
    "😀 1 + 2 = 3; 投機的デコード! "
)


def settings():
    return product((1, 2, 3), (1, 4, 8), (0, 2026))


def test_the_same_seed_and_settings_give_the_same_run_on_every_python():
    """Pinned under 3.11; a change of this run changes what shared links show."""
    model = fit(PROSE, 5)
    told = []
    for order, gamma, seed in settings():
        found = run(
            model,
            model.of_order(order),
            gamma=gamma,
            num_output_tokens=300,
            rng=Random(seed),
        )
        told.append(
            (
                "".join(found.tokens),
                found.num_drafts,
                found.num_evaluated,
                found.num_accepted_tokens,
                found.exact_alpha.hex(),
                found.alpha_standard_error.hex(),
            )
        )

    assert (
        "5b3cd408750949921bfd9a6d90d1b48d8bb7b9c95b86f04b43515b673416f1f0"
        == sha256(repr(told).encode()).hexdigest()
    )


def test_one_run_in_the_open():
    model = fit(PROSE, 5)
    found = run(model, model.of_order(2), gamma=4, num_output_tokens=60, rng=Random(7))

    assert "kl, das se Ein kleineschrin gutes rät gebein paar Zeichenes." == "".join(
        found.tokens
    )
    assert (28, 112, 57, 32) == (
        found.num_drafts,
        found.num_draft_tokens,
        found.num_evaluated,
        found.num_accepted_tokens,
    )
