"""What to change first: the neighbours, the grid of optima, and how both are told."""

import re

import pytest

from app.i18n.languages import LANGUAGES
from app.model.acceptance import AcceptanceProfile
from app.model.speedup import Costs, evaluate
from app.pages.calculator.suggestions import ALPHAS, CS, Cell, Grid, choice, grid

constant = AcceptanceProfile.constant
MATH = "{http://www.w3.org/1998/Math/MathML}"


def setting(alpha: float, gamma: int, c: float, overhead: float = 0.0):
    return evaluate(AcceptanceProfile.constant(alpha), gamma, Costs(c, overhead))


def current(table: Grid) -> list[tuple[float, float, Cell]]:
    return [
        (alpha, c, cell)
        for alpha, cells in table.rows
        for c, cell in zip(table.cs, cells, strict=True)
        if cell.current
    ]


def test_the_grid_needs_one_acceptance_rate():
    with pytest.raises(ValueError, match="one acceptance rate"):
        grid(AcceptanceProfile((0.7, 0.5)), Costs(0.15))


def test_the_examples_neighbours_keep_its_gamma():
    found = choice(setting(0.7, 5, 0.15))

    assert setting(0.8, 5, 0.15).speedup == pytest.approx(found.more_alpha, rel=1e-12)
    assert setting(0.7, 5, 0.075).speedup == pytest.approx(found.half_c, rel=1e-12)
    assert (2.11, 2.14) == (round(found.more_alpha, 2), round(found.half_c, 2))


def test_the_overhead_stays_when_the_draft_changes():
    found = choice(setting(0.7, 5, 0.15, 0.3))

    expected = setting(0.8, 5, 0.15, 0.3).speedup, setting(0.7, 5, 0.075, 0.3).speedup
    assert expected == pytest.approx((found.more_alpha, found.half_c), rel=1e-12)


def test_no_draft_is_better_than_always_right():
    found = choice(setting(0.97, 5, 0.15))

    assert 1 == found.better_alpha
    assert setting(1, 5, 0.15).speedup == pytest.approx(found.more_alpha, rel=1e-12)


def test_what_cannot_get_better_has_no_neighbour():
    perfect, free = choice(setting(1, 5, 0.15)), choice(setting(0.7, 5, 0))

    assert (None, None) == (perfect.better_alpha, perfect.more_alpha)
    assert None is free.half_c


def test_a_measured_profile_tells_only_of_the_cheaper_draft():
    profile = AcceptanceProfile((0.66, 0.36, 0.21))
    found = choice(evaluate(profile, 2, Costs(0.2)))

    assert (None, None) == (found.better_alpha, found.more_alpha)
    assert 2.02 / 1.2 == pytest.approx(found.half_c, rel=1e-12)


def test_a_setting_on_the_grid_adds_no_row_or_column():
    table = grid(constant(0.7), Costs(0.15))

    assert CS == table.cs
    assert ALPHAS == tuple(alpha for alpha, _ in table.rows)


@pytest.mark.parametrize("alpha", [0, 0.05, 0.7, 0.725, 0.999, 1])
@pytest.mark.parametrize("c", [0, 0.01, 0.15, 0.3, 10])
def test_the_visitors_own_cell_stands_in_order_and_once(alpha, c):
    table = grid(constant(alpha), Costs(c))
    alphas = [row for row, _ in table.rows]

    assert sorted({*ALPHAS, alpha}) == alphas
    assert sorted({*CS, c}) == list(table.cs)
    assert [(alpha, c)] == [(a, own_c) for a, own_c, _ in current(table)]


@pytest.mark.parametrize("overhead", [0.0, 0.3, 10.0])
def test_every_cell_is_what_the_calculator_says(overhead):
    table = grid(constant(0.725), Costs(0.08, overhead))
    for alpha, cells in table.rows:
        for c, cell in zip(table.cs, cells, strict=True):
            outcome = setting(alpha, 1, c, overhead)
            assert outcome.best_gamma == cell.best.gamma
            assert outcome.best_speedup == cell.best.speedup
            assert outcome.pays_off == cell.pays_off


def test_a_draft_dearer_than_it_is_likely_to_be_right_never_pays_off():
    [(_, _, cell)] = current(grid(constant(0.2), Costs(0.25)))
    assert not cell.pays_off


STATES = [
    "",
    "?gamma=3",
    "?alpha_percent=50&gamma=8&c_percent=20",
    "?alpha_percent=45&gamma=1&c_percent=2&verify_overhead_percent=50",
    "?alpha_percent=15.1&gamma=3",
    "?alpha_percent=30&c_percent=40",
    "?alpha_percent=97&gamma=40&c_percent=1",
    "?alpha_percent=100&c_percent=0&gamma=128",
    "?alpha_percent=0&c_percent=0",
    "?alpha_percent=70&gamma=128&c_percent=1000",
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("query", STATES)
def test_sentences_that_depend_on_the_setting_stand_apart(page, lang, query):
    document = page(f"/{lang}/{query}")
    for part in ("verdict", "choice"):
        words = document.text(document.by_id(part))
        assert re.search(r"[^\W\d][.:!?][^\W\d]|×\.[^\W\d]", words) is None, words
        assert words[-1] in ".:"
    paragraphs = document.by_id("choice").iter("p")
    assert "" not in [document.text(e) for e in paragraphs]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("?gamma=3", "This is the peak"),
        ("?gamma=4&c_percent=14", "the difference hardly counts"),
        ("?alpha_percent=50&gamma=8&c_percent=20", "A shorter draft helps"),
        (
            "?alpha_percent=45&gamma=1&c_percent=2&verify_overhead_percent=50",
            "A longer draft helps",
        ),
        ("?alpha_percent=15.1&gamma=3", "next to nothing"),
        ("?alpha_percent=43.23", "practically as fast as without one"),
        ("?alpha_percent=15&gamma=1", "exactly as fast as without one"),
        ("?alpha_percent=0", "No drafted token is ever accepted"),
        ("?alpha_percent=30&c_percent=40", "not below the acceptance rate"),
        ("?c_percent=100", "not even a perfect draft would help"),
        ("?verify_overhead_percent=300", "At these costs no draft length helps"),
        ("?alpha_percent=100&c_percent=0", "Every further draft token"),
        ("?alpha_percent=100&c_percent=0&gamma=128", "Longer would be faster still"),
        ("?gamma=128&c_percent=1000", "only 0.0026× as fast"),
    ],
)
def test_the_verdict_says_what_would_be_better(page, query, expected):
    document = page(f"/en/{query}")
    assert expected in document.text(document.by_id("verdict"))


FLAT = [
    "?alpha_percent=0.1&c_percent=0",
    "?alpha_percent=0.1&gamma=128&c_percent=0",
    "?alpha_percent=0.4&gamma=3&c_percent=0",
    "?alpha_percent=15.1&gamma=1",
    "?alpha_percent=50&gamma=2&c_percent=0&verify_overhead_percent=99.9",
]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("query", FLAT)
def test_where_no_length_gains_anything_no_peak_and_no_way_out_is_praised(
    page, lang, query
):
    document = page(f"/{lang}/{query}")
    words = {
        "en": ("next to nothing", "No draft length gains much", "gains much here"),
        "de": ("fast nichts", "Keine Entwurfslänge bringt viel", "bringt hier viel"),
    }
    assert words[lang][0] in document.text(document.by_id("verdict"))
    assert words[lang][1] == document.text(next(document.by_id("curve").iter("h2")))
    assert words[lang][2] in document.text(document.by_id("choice"))
    assert "γ = 107" not in document.html


def equations(document) -> dict[str, str]:
    return {
        name: "".join(document.text(document.by_id(name)).split())
        for name in ("example-tau", "example-speedup", "own-tau", "own-speedup")
    }


@pytest.mark.parametrize(
    ("lang", "tau", "speedup"),
    [
        ("de", "τ=1−0,761−0,7≈0,88240,30≈2,94", "≈0,88240,5250≈1,68"),
        ("en", "τ=1−0.761−0.7≈0.88240.30≈2.94", "≈0.88240.5250≈1.68"),
    ],
)
@pytest.mark.parametrize("query", ["", "?alpha_percent=80", "?alpha_percent="])
def test_the_worked_example_always_stands(page, lang, tau, speedup, query):
    shown = equations(page(f"/{lang}/{query}"))

    assert tau == shown["example-tau"]
    assert shown["example-speedup"].endswith(speedup)
    assert ("80" in query) == bool(shown["own-tau"])


@pytest.mark.parametrize(
    ("query", "tau", "speedup"),
    [
        (
            "?alpha_percent=80&gamma=4&c_percent=10",
            "τ=1−0.851−0.8≈0.67230.20≈3.36",
            "S=1−0.85(1−0.8)(4·0.1+1)≈0.67230.2800≈2.40",
        ),
        ("?alpha_percent=100", "τ=5+1=6", "S=τ5·0.15+1=61.75≈3.43"),
        ("?alpha_percent=0", "τ=1−061−0=1.00001.00=1.00", "=1.00001.7500≈0.57"),
        ("?alpha_percent=99.5&gamma=1", "0.0099750.005≈2.00", "≈1.73"),
        (
            "?alpha_percent=99.9999&gamma=128",
            "τ=1+α+…+α128≈128.99",
            "≈128.991720.2≈6.39",
        ),
        ("?alpha_percent=1e-7&gamma=2", "τ=1+α+α2≈1.00", "≈0.77"),
        (
            "?verify_overhead_percent=30",
            "≈2.94",
            "(1−0.7)(5·0.15+1+0.3)≈0.88240.6150≈1.43",
        ),
        ("?c_percent=1e-7", "≈2.94", "(1−0.7)(5·1·10−9+1)≈0.88240.3000≈2.94"),
        ("?gamma=128&c_percent=1000", "≈3.33", "≈0.0026"),
    ],
)
def test_the_visitors_own_calculation_holds_at_the_edges(page, query, tau, speedup):
    shown = equations(page(f"/en/{query}"))

    assert shown["own-tau"].endswith(tau)
    assert shown["own-speedup"].endswith(speedup)


def test_only_the_visitors_own_numbers_have_their_colour(page):
    first, other = page("/en/"), page("/en/?alpha_percent=80")

    def coloured(document, name):
        numbers = document.by_id(name).iter(f"{MATH}mn")
        return any(e.get("class") == "dd" for e in numbers)

    assert coloured(first, "example-tau")
    assert not coloured(other, "example-tau")
    assert coloured(other, "own-tau")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_overhead_enters_the_formula_only_when_there_is_one(page, lang):
    def symbols(query):
        formula = page(f"/{lang}/{query}").by_id("formula-general")
        return [e.text for e in formula.iter(f"{MATH}mi")]

    assert "o" not in symbols("")
    assert "o" in symbols("?verify_overhead_percent=30")


@pytest.mark.parametrize(("lang", "word"), [("de", "keines"), ("en", "none")])
def test_a_cell_where_nothing_pays_off_says_so(page, lang, word):
    document = page(f"/{lang}/?alpha_percent=20&c_percent=40")
    [cell] = [
        e
        for e in document.all("td", class_="now")
        if word in document.text(e) and not list(e.iter("b"))
    ]
    assert 2 == len(document.text(cell).split(":"))


@pytest.mark.parametrize(
    ("lang", "table"), [("de", "Tabelle nennt"), ("en", "table names")]
)
def test_the_table_is_only_spoken_of_where_it_stands(page, lang, table):
    assert table in page(f"/{lang}/").html
    assert table not in page(f"/{lang}/?gamma=").html
