"""Readings in links: written, read back, and altered by anybody."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.engines import Measurement, Note
from app.pages.measurements.address import (
    MAX_READINGS,
    read_reading,
    read_readings,
    write_reading,
    write_readings,
)
from app.pages.measurements.view import EXAMPLES

ONE = Measurement(
    "vllm",
    "log",
    gamma=3,
    num_drafts=10.0,
    tau=2.0,
    tau_basis="verify_cycles",
    per_position=(0.5, 0.3, 0.2),
    alpha_moment=0.5436890126920764,
    label="secret-host",
    notes=(Note.RECORDS_ADDED, Note.DRAFTS_CLIPPED),
)


def test_a_link_holds_numbers_and_codes_but_no_label():
    assert write_reading(ONE) == (
        "vllm~log~g3~n10~t2~m0.5436890127~c1~p0.5_0.3_0.2~v"
        "~krecords_added.drafts_clipped"
    )


@given(
    st.text(st.sampled_from("vllm~loggdatsmlxuicpbwk0123456789._-e+ ∞٣"), max_size=80)
)
@settings(max_examples=300)
def test_no_text_in_a_link_raises_more_than_that_it_is_none(text):
    found, wrong = read_readings([text])
    assert len(found) + wrong == bool(text)


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("lang", ["de", "en"])
def test_an_altered_link_is_still_a_page(client, seed, lang):
    chance = random.Random(seed)
    _, text = chance.choice(EXAMPLES)
    parts = text.split("~")
    for _ in range(2):
        at = chance.randrange(2, len(parts))
        parts[at] = chance.choice("gndatsmlxuicpb") + chance.choice(
            [
                "0",
                "1",
                "128",
                "129",
                "1e15",
                "0.5",
                "1e-300",
                "0.9_0.1",
                "-1",
                "",
                "1_1",
            ]
        )
    query = {
        "reading": "~".join(parts),
        "tokens_per_second": chance.choice(["1e-3", "50", "1e6"]),
        "speculative_tokens_per_second": chance.choice(["0.001", "90", "1e6"]),
        "c_percent": chance.choice(["0", "15", "1000"]),
    }
    response = client.get(f"/{lang}/measured", query_string=query)
    assert response.status_code == 200


def test_what_finds_no_room_is_counted():
    texts, more = write_readings([ONE] * 20, room=10**6)
    assert (len(texts), more) == (MAX_READINGS, 20 - MAX_READINGS)

    texts, more = write_readings([ONE] * 3, room=len(f"&reading={texts[0]}") + 40)
    assert (len(texts), more) == (1, 2)


def test_a_link_from_a_later_version_is_read_as_another_engine(page):
    document = page("/en/measured?reading=some-engine~some_log~g2~t2~v")
    assert "Another engine" in document.text(document.by_id("readings"))
    assert "some-engine" not in document.text(document.by_id("readings"))


def test_a_reading_of_a_link_is_what_was_written():
    back = read_reading(write_reading(ONE))
    assert (back.notes, back.gamma, back.per_position) == (
        ONE.notes,
        ONE.gamma,
        ONE.per_position,
    )
