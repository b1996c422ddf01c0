"""The speed without a draft: before and after, in results, table, rows and file."""

import csv

import pytest

SPEEDS = ["tokens_per_second=50", "tokens_per_second=20+ms", "tpot_ms=20"]


def facts(document) -> list[str]:
    found = document.all("dl", class_="facts")[0].iter("dd")
    return [document.text(fact).replace("\u00a0", " ") for fact in found]


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize(
    ("lang", "expected"),
    [
        ("en", ["50.0→ 84.0", "20 ms→ 11.9 ms"]),
        ("de", ["50,0→ 84,0", "20 ms→ 11,9 ms"]),
    ],
)
def test_results_show_the_speed_before_and_after(page, lang, speed, expected):
    document = page(f"/{lang}/?{speed}")
    assert expected == [fact.replace(" →", "→") for fact in facts(document)[-2:]]


def test_without_a_speed_nothing_is_said_of_it(page):
    document = page("/en/")

    assert 4 == len(facts(document))
    assert "tokens/s" not in document.text(document.by_id("values"))


def test_the_field_says_what_both_units_mean(page):
    hint = page("/en/").by_id("tokens_per_second-hint")
    assert "“20 ms” means 50 tokens/s" in "".join(hint.itertext())


def test_the_table_has_a_column_for_the_speed(page):
    rows = [list(row) for row in page("/en/?tpot_ms=20").by_id("values").iter("tr")]

    assert "tokens/s" in "".join(rows[0][4].itertext())
    assert ["73.9", "84.2", "87.3"] == [row[4].text for row in rows[1:4]]


@pytest.mark.parametrize(("lang", "mark"), [("en", ","), ("de", ";")])
def test_the_file_has_a_column_for_the_speed(page, client, lang, mark):
    links = page(f"/{lang}/?tpot_ms=20&gamma=20").by_id("values").iter("a")
    url = next(a.get("href") for a in links if ".csv" in a.get("href"))
    text = client.get(url).get_data(as_text=True).removeprefix("\ufeff")
    header, *rows = csv.reader(text.splitlines(), delimiter=mark)

    assert ["gamma", "tau", "speedup", "tokens_per_second"] == header
    assert 24 == len(rows)
    for row in rows:
        speedup, speed = (float(cell.replace(",", ".")) for cell in row[2:])
        assert 50 * speedup == pytest.approx(speed, rel=1e-14)


def test_without_a_speed_the_file_has_no_such_column(client):
    text = client.get("/api/v1/sweep.csv?alpha=0.7&c=0.15").get_data(as_text=True)
    assert text.startswith("gamma,tau,speedup\r\n")


@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_wrong_speed_is_an_error_at_its_field_and_kept(page, lang):
    document = page(f"/{lang}/?tokens_per_second=1.500", status=400)

    assert "1.500" == document.by_id("tokens_per_second").get("value")
    assert document.by_id("tokens_per_second-error") is not None
    assert document.by_id("precise").get("open") is not None
