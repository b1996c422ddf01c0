"""Pastes of the runs page: two benchmarks after each other, and what is kept."""

from urllib.parse import parse_qs, urlsplit

import pytest

from app.engines.runs import EngineRun, RunNote
from app.engines.runs.run import RunReading
from app.i18n.languages import LANGUAGES
from app.model.load import LoadNoteCode
from app.pages.runs.notes import CarriedNote, read_notes
from app.pages.runs.paste import Series, fitting_unit, link_runs, part

REPORT = """============ Serving Benchmark Result ============
Successful requests:                     200
Maximum request concurrency:             8
Total generated tokens:                  97092
Output token throughput (tok/s):         {speed}
Mean TTFT (ms):                          120.10
Mean TPOT (ms):                          {tpot}
Mean ITL (ms):                           {itl}
{drafts}=================================================="""
DRAFTS = """---------------Speculative Decoding---------------
Acceptance rate (%):                     52.76
Acceptance length:                       2.58
Drafts:                                  37600
Draft tokens:                            112800
Accepted tokens:                         59511
"""
PLAIN = REPORT.format(speed="400.00", tpot="20.00", itl="20.00", drafts="")
DRAFTED = REPORT.format(speed="640.00", tpot="12.50", itl="32.28", drafts=DRAFTS)
TABLE = """| Concurrency | Baseline tok/s | K=3 tok/s |
| ---: | ---: | ---: |
| 1 | 47.3 | 97.0 |
| 16 | 716.7 | 1152.9 |
"""


def follow(client, url: str, text: str) -> str:
    response = client.post(url, data={"paste": text})
    assert response.status_code == 303, response.status_code
    return response.headers["Location"].partition("#")[0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_pastes_after_each_other_give_the_answer(client, page, lang):
    first = follow(client, f"/{lang}/runs", PLAIN)
    second = follow(client, first, DRAFTED)
    document = page(second)

    hero = document.text(document.all("span", class_="hn")[0]).replace(",", ".")
    assert hero == "1.60"
    values = parse_qs(urlsplit(second).query)
    assert [run.split(",")[:2] for run in values["run"]] == [["8", "0"], ["8", "3"]]


def test_a_table_adds_its_runs_to_those_there(client, page):
    target = follow(client, "/en/runs?run=4,0,,180&pin=70_5_15", TABLE)
    values = parse_qs(urlsplit(target).query)

    assert len(values["run"]) == 5
    assert values["run"][0] == "4,0,,180"
    assert values["pin"] == ["70_5_15"]
    assert "1.61×" in page(target).text()


def test_nothing_of_the_paste_but_numbers_is_in_the_address(client):
    target = follow(client, "/en/runs", "secret-host\n" + DRAFTED + "\nsecret")

    assert "secret" not in target


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("text", ["", "hello", "<script>alert(1)</script>"])
def test_what_holds_no_run_is_said_and_kept(page, lang, text):
    document = page(
        f"/{lang}/runs?run=1,0,,5", 400, method="POST", data={"paste": text}
    )

    assert len(document.all("p", class_="err")) == 1
    assert (document.by_id("paste").text or "").strip() == text
    assert document.by_id("run1_speed").get("value") == "5"
    assert "<script>alert" not in document.html


def test_a_paste_of_256_kib_is_read_and_more_is_refused_in_words(client):
    text = TABLE + "é,%" * ((256 * 1024 - len(TABLE)) // 4)
    response = client.post("/en/runs", data={"paste": text})
    longer = client.post("/en/runs", data={"paste": text + "x" * 1000})

    assert response.status_code == 303
    assert longer.status_code == 400
    assert "At most 256 KiB are read." in longer.text


def test_a_paste_about_acceptance_alone_leads_to_the_measurements(page):
    line = "accept len: 2.95, accept rate: 0.65"
    document = page("/en/runs", 400, method="POST", data={"paste": line})
    hrefs = [a.get("href") for a in document.all("a")]

    assert any("/measured?reading=" in href for href in hrefs)


def run(load, gamma, *, label="", tpot=10.0, speed=None, **more):
    return EngineRun(
        load, gamma, None, tpot, tokens_per_second=speed, label=label, **more
    )


def test_series_that_must_not_be_mixed_are_offered_apart():
    runs = (
        run(1, 0, label="0"), run(1, 3, label="0"),
        run(1, 0, label="16k"), run(1, 3, label="16k"),
    )  # fmt: skip
    found = part(RunReading(runs, (RunNote.SEVERAL_CONTEXTS,)))

    assert found == [Series("0", runs[:2]), Series("16k", runs[2:])]


MATRIX = """MTP OFF
ctx\\conc     1      2      4
   0      93.7  156.9  243.9
  16k     82.9  141.4  203.6
MTP ON
ctx\\conc     1      2      4
   0     133.7  206.9  303.9
  16k    102.9  181.4  223.6
"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_text_of_several_series_asks_which(page, lang):
    document = page(f"/{lang}/runs", method="POST", data={"paste": MATRIX})
    (choices,) = document.all("ul", class_="choices")
    hrefs = [a.get("href") for a in choices.iter("a")]

    assert len(hrefs) == 2
    values = parse_qs(urlsplit(hrefs[1]).query)
    assert values["run"][0] == "1,0,,82.9"
    assert len(values["run"]) == 6
    page(hrefs[1].partition("#")[0])


def test_methods_share_the_run_without_speculation():
    runs = (run(1, 0), run(1, 3, label="EAGLE-3"), run(1, 5, label="n-gram"))
    found = part(RunReading(runs, (RunNote.SEVERAL_METHODS,)))

    assert found == [Series("EAGLE-3", runs[:2]), Series("n-gram", (runs[0], runs[2]))]


def test_where_throughput_is_not_load_over_tpot_the_time_per_token_counts():
    apart = (run(8, 0, tpot=20.0, speed=300.0),)

    assert fitting_unit(apart) == "tpot_ms"
    assert link_runs(apart, "tpot_ms") == [("run", "8,0,,20")]
    assert fitting_unit((run(8, 0, tpot=20.0, speed=400.0),)) == "tokens_per_second"


def test_requests_that_really_decoded_are_told(client, page):
    text = PLAIN.replace("400.00", "220.00")
    said = page(follow(client, "/en/runs", text)).text()

    assert "4.4 requests were really being decoded" in said


def test_they_are_told_where_the_draft_length_is_unknown_too(client, page):
    report = """============ Serving Benchmark Result ============
Backend:                                 sglang
Max request concurrency:                 160
Successful requests:                     640
Total generated tokens:                  655360
Output token throughput (tok/s):         2607.78
Accept length:                           2.07
Mean TTFT (ms):                          7221.74
Mean TPOT (ms):                          50.07
Mean ITL (ms):                           50.07
"""
    said = page(follow(client, "/en/runs", report)).text()

    assert "160 requests: By throughput and time per token, 130.57 requests" in said


@pytest.mark.parametrize(
    "text", ["knope", "averaged,x", "overload,1,2.5", "empty", ",,"]
)
def test_notes_that_are_none_are_left_out(text):
    assert read_notes([text, "queueing,8,3"]) == [CarriedNote(RunNote.QUEUEING, 8, 3)]


def test_a_note_comes_back_from_its_link_whole():
    note = CarriedNote(LoadNoteCode.OTHER_LOAD_DECODED, 8.0, 3, 4.4)

    assert read_notes([note.link[1]]) == [note]


def test_a_note_of_a_run_that_was_removed_is_gone(page):
    query = "run=8,0,,5&note=queueing,8,0&note=queueing,16,0"

    assert page(f"/en/runs?{query}").text().count("describes a queue") == 1
