"""One cycle of the demonstration token by token: p, q, the number and the decision."""

import pytest

from app.i18n.languages import LANGUAGES, Language
from app.i18n.prose import prose_model
from app.model.cycles import Verdict
from app.model.demonstration import Setting


def opened(document) -> list[list[str]]:
    table = document.all("table", class_="vals")[0]
    return [[document.text(cell) for cell in row] for row in table.iter("tr")][1:]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", [1, 2, 7])
def test_one_token_can_be_opened_to_see_how_it_was_decided(app, page, lang, number):
    document = page(f"/{lang}/demo?seed=5&demo_cycle={number}")
    with app.app_context():
        run = Setting(3, 4, 300, 5).run(prose_model(lang))
    language = Language(lang)
    cycle = run.cycles[number - 1]
    rows = opened(document)

    assert 4 == len(rows) == len(cycle.drafts)
    for draft, (_, q, p, limit, drawn, decision) in zip(
        cycle.drafts, rows, strict=True
    ):
        assert language.number(draft.q, 4) == q or draft.q < 0.0001
        if draft.verdict is Verdict.NOT_EVALUATED:
            assert ["–"] * 3 == [p, limit, drawn]
            continue
        accepted = decision in ("accepted", "angenommen")
        assert accepted == (draft.verdict is Verdict.ACCEPTED)
        read = [float(text.replace(",", ".")) for text in (limit, drawn)]
        assert accepted == (read[1] < read[0]), "the digits shown decide"
        assert language.number(draft.p, 4) == p or draft.p < 0.0001
    marked = [li for li in document.by_id("cycles") if li.get("aria-current")]
    assert [list(document.by_id("cycles"))[number - 1]] == marked


@pytest.mark.parametrize("asked", ["", "0", "9999", "-1", "x", "<b>", "1e3", "٣"])
def test_a_cycle_that_is_not_there_opens_the_first(page, asked):
    document = page(f"/en/demo?demo_cycle={asked}")
    assert "Cycle 1 of" in document.text(document.by_id("opened"))


def test_with_an_own_text_cycles_open_too_and_the_text_stays_out_of_the_address(page):
    form = {"text": "abracadabra " * 9, "demo_cycle": "3", "demo_tokens": "60"}
    document = page("/de/demo?c_percent=8", method="POST", data=form)

    assert "Zyklus 3 von" in document.text(document.by_id("opened"))
    button = list(document.by_id("cycles").iter("button"))[3]
    assert ("4", "settings") == (button.get("value"), button.get("form"))
    assert "/de/demo?c_percent=8#opened" == button.get("formaction")


@pytest.mark.parametrize(
    ("lang", "words"), [("en", "enough for 1 token."), ("de", "für 1 Token.")]
)
def test_one_token_is_one_token(page, lang, words):
    document = page(f"/{lang}/demo?demo_tokens=1")
    assert words in document.text(document.all("p", class_="verdict")[0])


@pytest.mark.parametrize("seed", range(1, 9))
def test_the_difference_is_that_of_the_two_rates_shown(page, seed):
    document = page(f"/en/demo?demo_tokens=100&seed={seed}")
    facts = [document.text(dd) for dd in document.all("dl")[0].iter("dd")]
    measured, exact = (float(text.rstrip("%")) for text in facts[1:3])
    said = document.text(document.all("p", class_="said")[0])
    assert f"differ by {abs(measured - exact):.1f} percentage points" in said
