"""The sweep as JSON and as CSV, and how it opens in a spreadsheet."""

import csv
import io
import re

import pytest

from app.api.decimals import rounded

JSON_URL = "/api/v1/sweep"
CSV_URL = "/api/v1/sweep.csv"
SETTING = "alpha=0.7&c=0.15"


def rows(client, query: str) -> list[dict]:
    return client.get(f"{JSON_URL}?{query}").json["rows"]


def test_a_row_holds_gamma_tau_and_speedup(client):
    first, *_, last = rows(client, SETTING)
    assert {"gamma": 1, "tau": 1.7, "speedup": rounded(1.7 / 1.15)} == first
    assert 16 == last["gamma"]


def test_it_goes_as_far_as_asked_and_the_profile_reaches(client):
    assert 128 == len(rows(client, f"{SETTING}&gamma_max=128"))
    assert 1 == len(rows(client, f"{SETTING}&gamma_max=1"))
    assert 3 == len(rows(client, "per_position=0.6,0.4,0.2&c=0"))
    assert 2 == len(rows(client, "per_position=0.6,0.4,0.2&c=0&gamma_max=2"))


@pytest.mark.parametrize("url", [JSON_URL, CSV_URL])
@pytest.mark.parametrize(
    ("query", "field", "code"),
    [
        (f"{SETTING}&gamma_max=129", "gamma_max", "out_of_range"),
        (f"{SETTING}&gamma=5", "gamma", "unknown_parameter"),
        ("per_position=0.6,0.4&c=0&gamma_max=3", "gamma_max", "beyond_profile"),
        ("per_position=0.4,0.6&c=0", "per_position", "rising"),
        ("c=0", "alpha", "missing_one_of"),
    ],
)
def test_what_is_wrong_is_said_as_json(client, url, query, field, code):
    response = client.get(f"{url}?{query}")
    (error,) = response.json["errors"]
    wrong_alone = code in ("out_of_range", "unknown_parameter")
    assert (400 if wrong_alone else 409) == response.status_code
    assert (field, code) == (error["field"], error["code"])


def test_the_file_is_what_rfc_4180_says(client):
    response = client.get(f"{CSV_URL}?{SETTING}&gamma_max=2")

    assert "text/csv; charset=utf-8; header=present" == response.content_type
    assert b"gamma,tau,speedup\r\n1,1.7,1.47826086956522\r\n" in response.data
    assert response.data.endswith(b"\r\n")
    assert response.data.isascii()


@pytest.mark.parametrize("lang", ["", "&lang=en"])
def test_read_back_it_holds_the_same_floats_as_the_json(client, lang):
    query = f"{SETTING}&verify_overhead=0.3&gamma_max=128"
    text = client.get(f"{CSV_URL}?{query}{lang}").text
    found = [
        {name: float(cell) for name, cell in row.items()}
        for row in csv.DictReader(io.StringIO(text, newline=""), strict=True)
    ]
    assert rows(client, query) == found


def test_a_german_spreadsheet_reads_the_same_numbers(client):
    query = f"{SETTING}&verify_overhead=0.3&gamma_max=128"
    body = client.get(f"{CSV_URL}?{query}&lang=de").data
    text = body.decode("utf-8-sig")
    table = csv.DictReader(io.StringIO(text, newline=""), delimiter=";", strict=True)
    found = [
        {name: float(cell.replace(",", ".")) for name, cell in row.items()}
        for row in table
    ]

    assert body.startswith(b"\xef\xbb\xbf")
    assert b"." not in body
    assert rows(client, query) == found


@pytest.mark.parametrize("lang", ["", "&lang=de"])
@pytest.mark.parametrize(
    "query", ["alpha=1e-300&c=10&gamma_max=128", "alpha=0&c=0", "alpha=1&c=0"]
)
def test_no_cell_is_anything_but_a_number_under_a_fixed_name(client, query, lang):
    text = client.get(f"{CSV_URL}?{query}{lang}").text.removeprefix("\ufeff")
    header, *lines = text.split("\r\n")[:-1]

    assert ["gamma", "tau", "speedup"] == re.split("[,;]", header)
    for line in lines:
        assert re.fullmatch(r"[0-9.,;e-]+", line)
        assert not line.startswith("-")


def test_it_is_saved_under_a_name_of_its_own(client):
    disposition = client.get(f"{CSV_URL}?{SETTING}").headers["Content-Disposition"]
    assert 'attachment; filename="speculative-decoding-speedup.csv"' == disposition


def test_an_error_is_not_saved_as_a_file(client):
    assert "Content-Disposition" not in client.get(CSV_URL).headers


def test_with_a_base_speed_it_has_a_column_for_it(client):
    text = client.get(f"{CSV_URL}?{SETTING}&tokens_per_second=50&gamma_max=1").text
    header, row = csv.reader(text.splitlines())
    assert ["gamma", "tau", "speedup", "tokens_per_second"] == header
    assert float(row[3]) == pytest.approx(50 * float(row[2]), rel=1e-14)
