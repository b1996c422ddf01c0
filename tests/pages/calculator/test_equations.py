"""Every equation of a page holds for the digits shown, or says ≈."""

import itertools
import re
from fractions import Fraction

import pytest

from app.i18n.languages import LANGUAGES, Language
from app.i18n.notation import rounded

MATH = "{http://www.w3.org/1998/Math/MathML}"
SIGNS = ("=", "≈")

ALPHAS = ("0", "0.1", "12.5", "33.3", "50", "62.5", "70", "72.345678912", "95", "99.95")
COSTS = (("0", ""), ("15", "0"), ("12.5", "3.7"), ("0.1", "0"), ("1e-7", "25"))
GAMMAS = (1, 2, 3, 5, 6, 7, 40, 128)
GRID = [
    f"alpha_percent={alpha}&gamma={gamma}&c_percent={c}&verify_overhead_percent={o}"
    for (alpha, gamma), (c, o) in zip(
        itertools.product((*ALPHAS, "100"), GAMMAS), itertools.cycle(COSTS)
    )
] + [
    "alpha_percent=70&gamma=128&c_percent=0.92",
    "alpha_percent=69.5&gamma=1&c_percent=30",
    "alpha_percent=50&gamma=3&c_percent=39.5",
]


class Reader:
    """Read numbers as a language writes them."""

    def __init__(self, lang: str) -> None:
        self.mark = Language(lang).decimal_mark
        self.group = {",": ".", ".": ","}[self.mark]
        part, group = re.escape(self.mark), re.escape(self.group)
        self.number = re.compile(rf"\d+(?:{group}\d{{3}})*(?:{part}\d+)?")

    def value(self, text: str) -> Fraction:
        return Fraction(text.replace(self.group, "").replace(self.mark, "."))

    def sum(self, text: str) -> Fraction:
        """Return what "5 × 0.15 + 1" or "2.94 ÷ 1.75" comes to."""
        whole = self.number.sub(lambda found: f"F('{self.value(found[0])}')", text)
        known = {"F": Fraction}
        return eval(whole.replace("×", "*").replace("÷", "/"), known)

    def math(self, element):
        """Return an element's value as a Python expression, or None with symbols."""
        kind = element.tag.removeprefix(MATH)
        parts = [self.math(child) for child in element]
        if None in parts or kind in ("mi", "mtext"):
            return None
        if kind == "mn":
            text = element.text.replace("−", "-")
            sign = -1 if text.startswith("-") else 1
            return f"F('{sign * self.value(text.lstrip('-'))}')"
        if kind == "mo":
            return {"·": "*", "−": "-"}.get(element.text, element.text)
        if kind in ("mfrac", "msup"):
            return f"(({parts[0]}){'/' if kind == 'mfrac' else '**'}({parts[1]}))"
        return f"({''.join(parts)})"


def check(sign: str, left: Fraction, right: Fraction, where: str) -> None:
    if sign == "=":
        assert left == right, where
    else:
        assert abs(left - right) <= max(Fraction(6, 1000), abs(right) / 20), where


def sides(reader: Reader, block) -> tuple[list, list[str]]:
    """Return the sides of a chain of equations, and the signs between them."""
    found, signs, current = [], [], []
    for child in itertools.chain.from_iterable(block.iter(f"{MATH}math")):
        if child.tag == f"{MATH}mo" and child.text in SIGNS:
            found.append(current)
            signs.append(child.text)
            current = []
        else:
            current.append(child)
    found.append(current)
    values = []
    for side in found:
        parts = [reader.math(child) for child in side]
        whole = None if None in parts else "".join(parts).replace(")(", ")*(")
        values.append(eval(whole, {"F": Fraction}) if whole else None)
    return values, signs


def whole_sum(query: str) -> Fraction:
    """Return the sum that is shown with "…", each term rounded as those shown."""
    values = dict(pair.split("=") for pair in query.split("&"))
    alpha = float(values["alpha_percent"]) / 100
    terms = [rounded(alpha**i) for i in range(1, int(values["gamma"]) + 1)]
    return 1 + Fraction(sum(terms))


def check_math(reader: Reader, document, where: str) -> int:
    """Check the formulas of a page; return how many signs were checked."""
    checked = 0
    for block in document.all("div", class_="eq"):
        values, signs = sides(reader, block)
        for sign, (left, right) in zip(signs, itertools.pairwise(values), strict=True):
            if left is not None and right is not None:
                check(sign, left, right, f"{where} {document.text(block)}")
                checked += 1
    return checked


@pytest.mark.parametrize(("lang", "first"), [("de", 0), ("en", 1)])
def test_every_equation_of_the_calculator_holds_for_its_digits(page, lang, first):
    """Each setting in one of the languages: the digits are the same in both."""
    reader, checked = Reader(lang), 0
    for query in GRID[first::2]:
        document = page(f"/{lang}/?{query}")
        checked += check_math(reader, document, query)
        texts = [
            *map(document.text, document.all("p", class_="barlab")),
            *map(document.text, document.all("p", class_="sum")),
            *map(document.text, document.all("figcaption")),
        ]
        equations = [text for text in texts if any(sign in text for sign in SIGNS)]
        assert 3 == len(equations), "yield, price and ratio"
        for text in equations:
            left, sign, right = re.split("([=≈])", text)
            left = re.search(r"[\d.,… ×÷+]+$", left)[0].lstrip(".,: ")
            right = reader.value(reader.number.search(right)[0])
            value = whole_sum(query) if "…" in left else reader.sum(left)
            check(sign, value, right, f"{query} {text}")
    assert checked > 100


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "query",
    [
        "",
        "?ttft_ms=200&tpot_ms=20&num_output_tokens=256&speedup=2.5",
        "?ttft_ms=33.3333&tpot_ms=7.1255&num_output_tokens=1000&speedup=1.5",
        "?ttft_ms=0&tpot_ms=0.1255&num_output_tokens=2&speedup=1",
        "?alpha_percent=83&gamma=4&c_percent=7&draft_prefill_ms=12.3456",
    ],
)
def test_the_answer_time_in_numbers_holds_for_its_digits(page, lang, query):
    document = page(f"/{lang}/latency{query}")
    assert 1 == check_math(Reader(lang), document, query)


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("?alpha_percent=50&gamma=3", "0.50 + 0.25 + 0.13 + 1 = 1.88"),
        ("?alpha_percent=69.5&gamma=1", "0.70 + 1 ≈ 1.69"),
        ("?alpha_percent=100&gamma=8", "1.00 + 1.00 + … + 1.00 + 1 = 9.00"),
        ("?alpha_percent=70&gamma=128&c_percent=0.92", "3.33 ÷ 2.18 ≈ 1.53×"),
        ("", "2.94 ÷ 1.75 = 1.68×"),
    ],
)
def test_what_was_wrong_once_holds(page, query, shown):
    document = page(f"/en/{query}")
    assert shown in document.text(document.by_id("cycle"))
