"""What pages carry for each other: whole where it may be right, and never for long."""

from urllib.parse import parse_qsl, urlencode

import pytest
from werkzeug.datastructures import MultiDict

from app.forms.sentences import MAX_LINKED
from app.model.acceptance import MAX_GAMMA
from app.pages.passthrough import KEYS, MAX_REPEATED, carried
from app.web.limits import MAX_QUERY_BYTES

PAGES = ["/", "/measured", "/latency", "/demo", "/embedding", "/api", "/embed"]
LINKS = 25
"""About as many times a page says the visitor's values, in links and forms."""

QUOTES = '"' * (MAX_QUERY_BYTES - 40)
HEAVY = [
    *(f"{key}={QUOTES}" for key in KEYS[:12]),
    f"pin={QUOTES}",
    f"frame_width={QUOTES}",
    "&".join(f"{key}=" + '"' * 40 for key in KEYS),
    "&".join(f"pin={number}" for number in range(900)),
    "&".join(["seed=1"] * 1000),
    "&".join(["reading=" + QUOTES[:300]] * 26),
    "per_position=" + "%" * 8000,
]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("query", HEAVY, ids=range(len(HEAVY)))
def test_a_wrong_value_makes_a_page_longer_by_a_few_kib_only(client, page, query):
    assert len(query) <= MAX_QUERY_BYTES
    usual = len(client.get(f"/en{page}").data)
    assert len(client.get(f"/en{page}?{query}").data) < usual + 120_000
    if query.count("=") == 1:
        assert len(client.get(f"/en{page}?{query}").data) < usual + 10_000


@pytest.mark.parametrize("page", PAGES)
def test_values_that_may_be_right_cost_no_more_than_the_links_that_carry_them(
    client, page
):
    reading = "vllm~log~g5~n59~d295~a262~t5.44~s0.888~m0.96~l0.939~c1~v"
    query = "&".join(f"reading={reading}{n}" for n in range(120))[:MAX_QUERY_BYTES]
    usual = len(client.get(f"/en{page}").data)
    longer = len(client.get(f"/en{page}?{query}").data) - usual
    assert longer < 1.5 * LINKS * len(query)


RATES = "; ".join(f"{0.9**place:.4f}".replace(".", ",") for place in range(MAX_GAMMA))
RIGHT = [
    ("ttft_ms", "0.1234567890123456789"),
    ("ttft_ms", "1 234,5 ms"),
    ("speedup", "٢٫٥"),
    ("pin", "33.333333333333336_128_12.345678901234567_0.12345678901234568"),
    ("per_position", RATES),
    ("reading", "vllm~log~g5~p" + "_".join(["0.1234567891"] * MAX_GAMMA) + "~v"),
]


@pytest.mark.parametrize(("key", "text"), RIGHT)
def test_what_may_be_right_is_carried_whole(key, text):
    assert [(key, text)] == carried(MultiDict([(key, text)]), own=())


def test_what_is_too_long_is_cut_and_stays_wrong():
    ((key, text),) = carried(MultiDict({"seed": "5" + " " * 200 + "6"}), own=())
    assert ("seed", "…") == (key, text[-1])
    assert len(text) < MAX_LINKED


def test_of_a_repeated_value_the_first_counts_and_of_pins_every_other_one():
    query = MultiDict([("seed", "1"), ("pin", "1_2_3"), ("seed", "2")])
    query.setlist("pin", ["1_2_3", "4_5_6", "1_2_3", *map(str, range(99))])
    kept = carried(query, own=())
    assert ["1"] == [text for key, text in kept if key == "seed"]
    pins = [text for key, text in kept if key == "pin"]
    assert (["1_2_3", "4_5_6", "0"], MAX_REPEATED) == (pins[:3], len(pins))


def test_no_link_is_longer_than_an_address_may_be():
    query = MultiDict(parse_qsl("&".join(f"reading={'a' * 2000}{n}" for n in range(9))))
    assert MAX_QUERY_BYTES >= len(urlencode(carried(query, own=()))) > 6000


def test_the_input_shows_the_beginning_of_what_is_too_long(page):
    document = page("/en/?gamma=" + "1x" * 2000, status=400)
    value = document.by_id("gamma").get("value")
    assert value == ("1x" * 32) + "…"
