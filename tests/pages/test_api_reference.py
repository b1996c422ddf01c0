"""The page of the API: made of the description, with lines that work as they are."""

import json
import shlex
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest
from werkzeug.serving import make_server

from app.api.catalogue import CALCULATIONS
from app.api.messages import MEANINGS

SETTING = "alpha_percent=80&gamma=4&c_percent=7.5"


def code(document, name: str) -> str:
    return "".join(document.by_id(name).itertext())


def asked(client, curl: str, body: str):
    """Return what the address in a curl line answers."""
    command, *options, url = shlex.split(curl)
    assert "curl" == command
    if not options:
        return client.get(url)
    assert ["-H", "Content-Type: text/plain", "--data-binary"] == options[:3]
    return client.post(url, data=body, content_type="text/plain")


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_operation_and_every_parameter_is_described(page, lang):
    document = page(f"/{lang}/api")
    terms = [document.text(term).split()[0] for term in document.all("dt")]
    for operation in CALCULATIONS:
        assert f"{operation.method} /api{operation.path}" in document.text()
        assert {parameter.name for parameter in operation.parameters} <= set(terms)
    assert set(MEANINGS) <= set(terms)


@pytest.mark.parametrize("query", ["", SETTING, "tokens_per_second=50&ttft_ms=100"])
@pytest.mark.parametrize("operation", CALCULATIONS, ids=lambda o: o.name)
def test_every_line_gives_the_answer_below_it(page, client, operation, query):
    document = page(f"/en/api?{query}")
    line = code(document, f"{operation.name}-curl")
    section = next(
        section
        for section in document.all("section", class_="operation")
        if f"{operation.name}-heading" == section.get("aria-labelledby")
    )
    (below,) = (
        "".join(box.itertext())
        for box in section.iter("div")
        if "answer" in box.get("class", "").split()
    )
    response = asked(client, line, operation.body_example)

    assert 200 == response.status_code
    if response.is_json:
        assert response.json == json.loads(below)
    else:
        assert response.text.replace("\r\n", "\n") == below


def test_the_lines_carry_the_visitors_values(page):
    document = page(f"/en/api?{SETTING}&verify_overhead_percent=10")
    query = "alpha=0.8&gamma=4&c=0.075&verify_overhead=0.1"

    assert query in code(document, "speedup-curl")
    assert "alpha=0.8&c=0.075&verify_overhead=0.1" in code(document, "sweep-curl")
    assert query in code(document, "latency-curl")
    assert '"verify_overhead": 0.1' in code(document, "python")
    assert "your values" in document.text()


def test_the_line_of_the_answer_time_carries_its_pages_values(page):
    query = "ttft_ms=500&tpot_ms=30&num_output_tokens=99&speedup=3&draft_prefill_ms=7"
    line = code(page(f"/en/api?{query}"), "latency-curl")
    for value in query.split("&"):
        assert value in line
    assert "alpha" not in line


def test_a_first_visit_shows_the_example(page):
    document = page("/en/api")
    assert "alpha=0.7&gamma=5&c=0.15" in code(document, "speedup-curl")
    assert "your values" not in document.text()


@pytest.mark.parametrize("query", ["alpha_percent=x", "gamma=", "c_percent=-1"])
def test_values_that_cannot_be_used_give_the_example_and_are_kept(page, query):
    document = page(f"/en/api?{query}")

    assert "alpha=0.7&gamma=5&c=0.15" in code(document, "speedup-curl")
    assert "is missing or wrong" in document.text()
    assert f'href="/en/?{query}"' in document.html
    assert f'href="/de/api?{query}"' in document.html


def test_numbers_to_send_have_a_point_in_german_too(page):
    document = page("/de/api")
    assert "Zahl von 0.0001 bis 1000" in document.text()


def test_it_links_the_description(page, client):
    (url,) = (
        link.get("href")
        for link in page("/en/api").all("a")
        if link.get("href").endswith("openapi.json")
    )
    assert "3.1.0" == client.get(url).json["openapi"]


@pytest.fixture
def server(app) -> Iterator[str]:
    served = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=served.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{served.port}"
    served.shutdown()
    thread.join()
    served.server_close()


def test_the_python_example_runs_as_it_is(page, client, server):
    document = page(f"/en/api?{SETTING}", base_url=server)
    program = code(document, "python")
    result = subprocess.run(
        [sys.executable, "-I", "-c", program],
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    answer = client.get("/api/v1/speedup?alpha=0.8&gamma=4&c=0.075").json
    assert f"{answer['speedup']} {answer['best_gamma']}\n" == result.stdout
