"""Page, file and API say the same: one model, called once for each."""

import csv
import io
import random
import re
from html import unescape

import pytest
from werkzeug.datastructures import MultiDict

from app.api.decimals import rounded_within
from app.forms.calculator import SpeedupForm
from app.i18n.languages import Language

SETTINGS = 300


def random_settings() -> list[dict[str, str]]:
    """Settings as people type them, the bounds among them."""
    rng = random.Random(7)

    def percent(most: float) -> str:
        digits = rng.choice([0, 0, 1, 2])
        return f"{rng.choice([0, most, *[rng.uniform(0, most)] * 6]):.{digits}f}"

    return [
        {
            "alpha_percent": percent(100),
            "gamma": str(rng.choice([1, 128, rng.randint(1, 16), rng.randint(1, 128)])),
            "c_percent": percent(rng.choice([40, 1000])),
            "verify_overhead_percent": percent(rng.choice([0, 50, 1000])),
        }
        for _ in range(SETTINGS)
    ]


def as_fractions(setting: dict[str, str]) -> dict[str, str]:
    """The same setting as the API takes it: a shift of the point, no arithmetic."""
    return {
        name.removesuffix("_percent"): f"{value}e-2" if "percent" in name else value
        for name, value in setting.items()
    }


def cells(html: str) -> list[list[str]]:
    """The cells of the page's table of values."""
    table = html.split('id="values"', 1)[1].split("</table>", 1)[0]
    body = table.split("<tbody>", 1)[1]
    return [
        [unescape(cell) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)]
        for row in body.split("</tr>")[:-1]
    ]


def written(language: Language, value: float) -> set[str]:
    """How a page may write a number of the API, whose last digits are rounded away."""
    return {language.number(value * (1 + part)) for part in (-5e-15, 0, 5e-15)}


@pytest.mark.parametrize("lang", ["de", "en"])
def test_page_file_and_api_say_the_same(client, lang):
    language = Language(lang)
    for setting in random_settings()[lang == "de" :: 2]:
        query = as_fractions(setting)
        answer = client.get("/api/v1/speedup", query_string=query).json
        page = client.get(f"/{lang}/", query_string=setting).text
        outcome = SpeedupForm(MultiDict(setting)).evaluate()
        assert rounded_within(vars(outcome)) == answer, setting
        assert any(text in page for text in written(language, answer["speedup"]))

        gamma = query.pop("gamma")
        query["gamma_max"] = "128"
        rows = client.get("/api/v1/sweep", query_string=query).json["rows"]
        text = client.get("/api/v1/sweep.csv", query_string=query).text
        file = [
            {name: float(cell) for name, cell in row.items()}
            for row in csv.DictReader(io.StringIO(text, newline=""))
        ]
        assert rows == file
        row = rows[int(gamma) - 1]
        assert answer["speedup"] == pytest.approx(row["speedup"], rel=1e-13)
        best = rows[answer["best_gamma"] - 1]
        assert answer["best_speedup"] == best["speedup"]

        for shown, row in zip(cells(page), rows, strict=False):
            assert str(row["gamma"]) == shown[0]
            assert shown[1] in written(language, row["speedup"])
            assert shown[2] in written(language, row["tau"])
