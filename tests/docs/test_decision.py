"""The worked decision in docs/decision.md says what the pages say."""

import re
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[2] / "docs" / "decision.md").read_text(encoding="utf-8")
LINKS = re.findall(r"`(/en/[^`]*)`", TEXT)


def row(name: str) -> list[str]:
    """Return the cells of the table row that begins with a name."""
    line = next(line for line in TEXT.splitlines() if line.startswith(f"| {name}"))
    return [cell.strip() for cell in line.strip("|").split("|")][1:]


@pytest.mark.parametrize("link", LINKS)
def test_every_link_opens(page, link):
    page(link)


def test_the_comparison_says_that_the_first_draft_is_faster_per_token(page):
    document = page(LINKS[0])
    rows = [document.text(tr) for tr in document.by_id("comparison").iter("tr")][1:]

    assert rows[0].startswith("1 α 80%, γ 5, c 8%fastest")
    for name in ("tokens per cycle", "speedup S"):
        for cell, shown in zip(row(name), rows, strict=True):
            assert cell in shown


@pytest.mark.parametrize(("link", "column"), [(LINKS[1], 1), (LINKS[2], 2)])
def test_the_answer_times_are_those_of_the_page(page, link, column):
    document = page(link)
    words = document.text(document.by_id("reading")).replace("\u00a0", " ")

    for name in ("answer time", "end-to-end speedup", "limit", "gap between bursts"):
        assert row(name)[column] in words


@pytest.mark.parametrize("link", LINKS[3:])
def test_the_long_answers_are_those_of_the_page(page, link):
    document = page(link)
    seconds = re.search(re.escape(f"`{link}` gives ") + r"(\S+) s", TEXT)[1]

    assert f"{seconds}\u00a0s" in document.text(document.by_id("verdict"))


@pytest.mark.parametrize(("tokens", "sooner"), [(119, "B"), (120, "A")])
def test_it_turns_where_the_text_says(page, tokens, sooner):
    times = {}
    for name, link in (("A", LINKS[1]), ("B", LINKS[2])):
        document = page(link.replace("tokens=48", f"tokens={tokens}"))
        numbers = [e for e in document.root.iter() if str(e.tag).endswith("}mn")]
        times[name] = float(document.text(numbers[-1]).replace(",", ""))

    assert sooner == min(times, key=times.get)
