"""Character n-gram models."""

from math import isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.model.characters import characters
from app.model.ngram import (
    MAX_ORDER,
    MAX_TEXT_BYTES,
    MIN_CHARACTERS,
    TextProblem,
    fit,
    text_problem,
)
from app.model.sampling import run
from tests.growth import AT_MOST, growth

TEXT = "abracadabra"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


def by_hand(text, context, token):
    """Return Witten and Bell's probability from counts made afresh."""
    size = len(context)
    if not size:
        return text.count(token) / len(text)
    places = range(size, len(text))
    followers = [text[i] for i in places if text[i - size : i] == context]
    kinds = len(set(followers))
    shorter = by_hand(text, context[1:], token)
    if not followers:
        return shorter
    return (followers.count(token) + kinds * shorter) / (len(followers) + kinds)


def test_the_lowest_order_gives_each_character_its_share_of_the_text():
    found = fit(TEXT, 1).next_token("abr")

    assert {"a": 5 / 11, "b": 2 / 11, "r": 2 / 11, "c": 1 / 11, "d": 1 / 11} == (
        found.items()
    )


def test_one_context_by_hand():
    found = fit(TEXT, 2).next_token("a")

    # After "a" came b, c, d, b: four times, three kinds.
    assert isclose((2 + 3 * 2 / 11) / 7, found.probability("b"))
    assert isclose((0 + 3 * 5 / 11) / 7, found.probability("a"))


@pytest.mark.parametrize("order", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("context", ["", "a", "ra", "bra", "abra", "zzbra", "zz"])
def test_every_order_is_interpolated_with_the_shorter_context(order, context):
    found = fit(TEXT, order).next_token(context)

    seen = context[max(0, len(context) - order + 1) :]

    for token in "abrcd":
        assert isclose(by_hand(TEXT, seen, token), found.probability(token)), token


@given(st.text("abc \u0301ö", min_size=1, max_size=40), st.integers(1, 6), st.data())
def test_every_character_keeps_some_probability_and_all_add_up_to_one(
    text, order, data
):
    tokens = [*characters(text), "x", "y"]
    model = fit(tokens, order)
    context = data.draw(st.lists(st.sampled_from(tokens), max_size=6))
    found = model.next_token(context).items()

    assert set(tokens) == set(found)
    assert min(found.values()) > 0
    assert isclose(1, sum(found.values()))


def test_a_context_that_never_occurred_says_what_its_longest_known_end_says():
    model = fit(TEXT, 5)

    assert model.next_token("xxra") is model.next_token("ra")
    assert model.next_token("xyz") is model.next_token("")


def test_only_the_last_characters_count():
    model = fit(TEXT, 3)

    assert model.next_token("bra") is model.next_token("xxxxra")


def test_the_end_of_the_text_is_a_context_without_a_follower():
    model = fit("abcd", 2)

    assert model.next_token("d") is model.next_token("")


def test_another_order_over_the_same_text_shares_its_contexts():
    model = fit(TEXT, 5)
    lower = model.of_order(2)

    assert 2 == lower.order
    assert model.next_token("a") is lower.next_token("abra")


def test_the_vocabulary_is_every_character_once_in_the_order_of_first_use():
    assert ("a", "b", "r", "c", "d") == fit(TEXT, 3).vocabulary
    assert ("ö", FAMILY, "x") == fit(f"ö{FAMILY}xö{FAMILY}", 2).vocabulary


def test_an_emoji_of_several_people_is_one_character():
    model = fit(f"a{FAMILY}b{FAMILY}", 2)

    assert {"a", FAMILY, "b"} == set(model.next_token([FAMILY]).items())


@pytest.mark.parametrize("text", ["", "a", "aaaa", [], ["ab", "ab"], FAMILY])
def test_a_text_without_two_different_characters_is_refused(text):
    with pytest.raises(ValueError, match="different characters"):
        fit(text, 2)


@pytest.mark.parametrize("order", [0, -1, MAX_ORDER + 1])
def test_an_order_out_of_range_is_refused(order):
    with pytest.raises(ValueError, match="order must be between"):
        fit(TEXT, order)
    with pytest.raises(ValueError, match="order must be between"):
        fit(TEXT, 2).of_order(order)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", TextProblem.TOO_SHORT),
        ("  \n ", TextProblem.TOO_SHORT),
        ("ab" * (MIN_CHARACTERS // 2 - 1), TextProblem.TOO_SHORT),
        (FAMILY * (MIN_CHARACTERS - 1), TextProblem.TOO_SHORT),
        ("ab" * (MIN_CHARACTERS // 2), None),
        ("a" * 1000, TextProblem.ONE_CHARACTER),
        (FAMILY * MIN_CHARACTERS, TextProblem.ONE_CHARACTER),
        ("ab" * (MAX_TEXT_BYTES // 2), None),
        ("ab" * (MAX_TEXT_BYTES // 2) + "a", TextProblem.TOO_LONG),
        ("投機" * (MAX_TEXT_BYTES // 6 + 1), TextProblem.TOO_LONG),
        ("ab\ud800" * 20, None),
    ],
)
def test_a_visitor_s_text_that_cannot_be_used_has_a_reason(text, expected):
    assert expected == text_problem(text)


RNG = Random(5)
HAN = [chr(0x4E00 + i) for i in range(21_000)]
LARGE_TEXTS = {
    "3,000 characters": "".join(
        RNG.choices(HAN[:3000], [1 / (i + 1) for i in range(3000)], k=21_800)
    ),
    "all different": "".join(HAN),
    "noise": "".join(RNG.choices("abcdefghijklmnopqrstuvwxyz ,.", k=MAX_TEXT_BYTES)),
    "one": "a" * (MAX_TEXT_BYTES - 1) + "b",
    "period": "abcdefghij" * (MAX_TEXT_BYTES // 10),
}


@pytest.mark.parametrize("name", LARGE_TEXTS)
def test_time_grows_with_the_length_of_a_text_and_no_faster(name):
    def learn_and_draw(size):
        model = fit(LARGE_TEXTS[name][-size:], 6)
        run(
            model,
            model.of_order(2),
            gamma=16,
            num_output_tokens=size // 40,
            rng=Random(1),
        )

    assert growth(learn_and_draw, len(LARGE_TEXTS[name])) < AT_MOST
