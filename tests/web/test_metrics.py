"""Metrics: counts in Prometheus' format, of pages by name and never by address."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from app import create_app
from app.web import metrics
from app.web.config import SettingsError
from app.web.health import warm_up

ROOT = Path(__file__).parents[2]
ON = {"TESTING": True, "SDC_METRICS": "on", "SDC_WORKERS": "1"}
PASTE = "SpecDecoding metrics: Mean acceptance length: 2.87, Accepted: 9 tokens"


@pytest.fixture
def counting():
    return create_app(ON)


def samples(client) -> dict[tuple, float]:
    """Every count by its name and labels."""
    response = client.get("/metrics")
    assert 200 == response.status_code
    assert "no-store" == response.headers["Cache-Control"]
    assert response.content_type.startswith("text/plain; version=0.0.4")
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): (
            sample.value
        )
        for family in text_string_to_metric_families(response.text)
        for sample in family.samples
    }


def test_it_is_off_unless_a_setting_allows_it(client):
    assert 404 == client.get("/metrics").status_code
    off = create_app({"TESTING": True, "SDC_METRICS": "off"}).test_client()
    assert 404 == off.get("/metrics").status_code


def test_requests_are_counted_by_page_language_and_status(counting):
    client = counting.test_client()
    for url in ("/de/", "/de/?gamma=3", "/de/?gamma=x", "/en/", "/static/style.css"):
        client.get(url, buffered=True)
    found = samples(client)
    assert 2 == found["sdc_requests_total", "de", "pages.calculator", "200"]
    assert 1 == found["sdc_requests_total", "de", "pages.calculator", "400"]
    assert 1 == found["sdc_requests_total", "en", "pages.calculator", "200"]
    assert 1 == found["sdc_requests_total", "none", "static", "200"]
    assert 4 == found["sdc_request_seconds_count", "pages.calculator"]


def test_what_the_worker_asks_itself_to_get_ready_is_not_counted(counting):
    warm_up(counting)
    found = samples(counting.test_client())
    assert {} == {key: count for key, count in found.items() if "metrics" not in key}


def test_who_has_the_page_already_is_counted_too(counting):
    client = counting.test_client()
    etag = client.get("/en/").headers["ETag"]
    client.get("/en/", headers={"If-None-Match": etag})
    found = samples(client)
    assert 1 == found["sdc_requests_total", "en", "pages.calculator", "304"]


def test_what_visitors_send_makes_no_label(counting):
    client = counting.test_client()
    sent = ["/secret1", "/de/secret2", "/en/?secret=3", "/xx/", "/static/secret4.css"]
    for url in sent:
        client.get(url)
    client.open("/de/", method="SECRET5")
    client.post("/en/measured", data={"paste": PASTE + " secret6"})
    text = client.get("/metrics").text
    assert "secret" not in text.lower()
    assert 2 == samples(client)["sdc_requests_total", "none", "none", "404"]
    before = set(samples(client))
    for number in range(20):
        client.get(f"/{number}/{number}")
    assert before == set(samples(client))


def test_a_fault_is_counted_as_500():
    app = create_app({**ON, "TESTING": False})
    app.add_url_rule("/en/broken", "broken", lambda: 1 / 0)
    client = app.test_client()
    client.get("/en/broken")
    assert 1 == samples(client)["sdc_requests_total", "en", "broken", "500"]


def test_readings_are_counted_by_engine_and_outcome(counting):
    client = counting.test_client()
    client.post("/en/measured", data={"paste": PASTE})
    client.post("/api/v1/measurement", data=PASTE, content_type="text/plain")
    client.post("/en/measured", data={"paste": "nothing that we know"})
    found = samples(client)
    assert 2 == found["sdc_readings_total", "vllm", "read"]
    (problem,) = [k for k in found if k[:2] == ("sdc_readings_total", "none")]
    assert re.fullmatch("[a-z_]+", problem[2])


def test_hits_are_counted_where_counting_is_on(counting, app):
    metrics.count_hit(counting, "/de/demo")
    metrics.count_hit(counting, "/nowhere")
    metrics.count_hit(app, "/de/demo")
    found = samples(counting.test_client())
    assert 1 == found["sdc_cache_hits_total", "pages.demo"]
    assert 1 == found["sdc_cache_hits_total", "none"]


@pytest.mark.parametrize("name", ["X-Forwarded-For", "Forwarded", "X-Forwarded-Host"])
def test_who_comes_through_a_proxy_is_a_visitor(counting, name):
    response = counting.test_client().get("/metrics", headers={name: "192.0.2.1"})
    assert 404 == response.status_code


def test_it_is_answered_under_any_host_name_and_prefix():
    settings = {"SDC_ALLOWED_HOSTS": "a.org", "SDC_PATH_PREFIX": "/tools"}
    client = create_app({**ON, **settings}).test_client()
    for url in ("/metrics", "/tools/metrics"):
        response = client.get(url, headers={"Host": "10.0.0.1:8000"})
        assert 200 == response.status_code


def test_workers_that_would_count_apart_are_refused(monkeypatch):
    monkeypatch.delenv(metrics.FOLDER, raising=False)
    with pytest.raises(SettingsError, match=metrics.FOLDER):
        create_app({**ON, "SDC_WORKERS": "2"})


WORKER = """
from app import create_app
client = create_app({"SDC_METRICS": "on", "SDC_WORKERS": "2"}).test_client()
client.get("/de/")
print(client.get("/metrics").text)
"""


def test_two_workers_count_together(tmp_path):
    outputs = [
        subprocess.run(
            [sys.executable, "-c", WORKER],
            env={metrics.FOLDER: str(tmp_path), "PYTHONPATH": str(ROOT)},
            cwd=ROOT,
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for _ in range(2)
    ]
    line = 'sdc_requests_total{language="de",page="pages.calculator",status="200"} 2.0'
    assert line in outputs[1]
