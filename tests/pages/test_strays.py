"""Query keys that nothing reads are named where a person sees them."""

from urllib.parse import quote, urlsplit

import pytest
from werkzeug.datastructures import MultiDict

from app.pages.passthrough import KEYS
from app.pages.strays import VALUE_KEYS, Strays, strays

PAGES = ["/de/", "/en/", "/de/embed", "/en/embed"]


def _named(*keys: str) -> list[tuple[str, str | None]]:
    found = strays(MultiDict((key, "1") for key in keys))
    return [(stray.key, stray.meant) for stray in found.named]


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("alpha", "alpha_percent"),
        ("c", "c_percent"),
        ("verify_overhead", "verify_overhead_percent"),
        ("tokens_per_s", "tokens_per_second"),
        ("tpot", "tpot_ms"),
        ("Gamma", "gamma"),
        ("gama", "gamma"),
        ("alpha-percent", "alpha_percent"),
        ("ALPHA_PERCENT", "alpha_percent"),
        ("num_speculative_tokens", "gamma"),
        ("k", "gamma"),
        ("colour", None),
        ("x", None),
    ],
)
def test_near_key_gets_the_right_one_and_a_far_one_none(key, meant):
    assert _named(key) == [(key, meant)]


def test_what_pages_read_or_carry_is_no_stray():
    known = [*KEYS, "theme", "show", "frame_language", "frame_width", "from"]
    assert strays(MultiDict((key, "1") for key in known)) == Strays((), 0)


@pytest.mark.parametrize(
    "key", ["utm_source", "UTM_Campaign", "utm_x", "gclid", "fbclid", "ref", "", " "]
)
def test_what_other_sites_append_and_blank_names_are_passed_over(key):
    assert _named(key) == []


def test_the_first_three_are_named_and_the_others_counted():
    found = strays(MultiDict((f"x{number}", "1") for number in range(500)))
    assert [stray.key for stray in found.named] == ["x0", "x1", "x2"]
    assert found.more == 497


def test_long_names_are_cut():
    ((key, meant),) = _named("alpha" * 900)
    assert (len(key), meant) == (40, None)


@pytest.mark.parametrize("path", PAGES)
def test_notice_names_the_key_and_the_right_one_and_the_status_stays(page, path):
    document = page(f"{path}?alpha=80&gamma=4")
    notice = document.by_id("strays")
    assert "alpha" in document.text(notice)
    (code,) = notice.iter("code")
    assert document.text(code) == "alpha_percent"
    assert document.by_id("alpha_percent").get("value") == "70"
    assert len(list(notice.iter("p"))) == 1


@pytest.mark.parametrize("path", PAGES)
def test_no_notice_where_nothing_is_unknown(page, path):
    for query in ("", "?gamma=4&utm_source=x&ttft_ms=9&theme=dark&show=chart"):
        assert "".join(page(path + query).by_id("strays").itertext()).strip() == ""


@pytest.mark.parametrize(
    ("query", "named", "meant"),
    [
        ("theme=purple", "theme=purple", []),
        ("theme=Dark", "theme=Dark", ["theme=dark"]),
        ("show=results,charts", "show=charts", ["show=chart"]),
        ("pin=70_5_15", "pin", []),
        ("frame_width=400", "frame_width", []),
    ],
)
def test_a_frame_names_what_has_no_effect_on_its_look(page, query, named, meant):
    document = page(f"/en/embed?{query}")
    notice = document.by_id("strays")
    assert f"“{named}”" in document.text(notice)
    assert [code.text for code in notice.iter("code")] == meant


def test_the_form_for_frames_names_unknown_keys_too(page):
    document = page("/de/embedding?alpha=80")
    assert "alpha_percent" in document.text(document.by_id("strays"))


def test_near_names_of_the_appearance_are_for_the_frame(page):
    for path, meant in (("/en/embed", ["theme"]), ("/en/", [])):
        notice = page(f"{path}?themes=dark").by_id("strays")
        assert [code.text for code in notice.iter("code")] == meant


@pytest.mark.parametrize("path", PAGES)
def test_names_stay_text_and_are_not_carried_on(page, path):
    sent = quote('"><script>alert(1)</script>')
    document = page(f"{path}?{sent}=1&colour=2")
    assert "<script>alert" not in document.html
    assert not any("colour" in (a.get("href") or "") for a in document.root.iter("a"))


def test_links_to_the_calculator_hold_nothing_unknown(page):
    query = "&".join(f"{key}=4" for key in VALUE_KEYS)
    paths = ("measured", "latency", "demo", "embedding", "api")
    more = "&theme=dark&show=chart&frame_language=de&frame_width=300"
    for path in paths:
        document = page(f"/en/{path}?{query}{more}")
        links = {a.get("href") for a in document.root.iter("a")}
        for link in links:
            parts = urlsplit(link or "")
            if parts.path == "/en/" and not parts.netloc:
                assert page(link).by_id("strays").find("div") is None, link
