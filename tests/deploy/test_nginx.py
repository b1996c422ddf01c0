"""
The shipped nginx configuration, run by a real nginx before the real server.

Only ports and paths are put in. nginx ends TLS, and the app lives under
/speculative-decoding.
"""

import http.client
import json
import re
import socket
import ssl
from collections.abc import Iterator
from urllib.parse import parse_qs, quote, urlsplit

import pytest

from benchmarks.deployment import stack

PREFIX = stack.PREFIX
FIRST_HIT, CACHED = "MISS", "HIT"


@pytest.fixture(scope="module")
def port(tmp_path_factory) -> Iterator[int]:
    """nginx in front of the app; yields its port."""
    with stack.behind_nginx(tmp_path_factory.mktemp("nginx")) as server:
        yield server.port


@pytest.fixture
def ask(port):
    """Ask nginx by https and return the answer and its body."""

    def ask(path, method="GET", *, source="127.0.0.1", body=None, **headers):
        connection = http.client.HTTPSConnection(
            "127.0.0.1",
            port,
            timeout=10,
            context=stack.trusting_nobody(),
            source_address=(source, 0),
        )
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body=body, headers=named)
        response = connection.getresponse()
        text = response.read()
        connection.close()
        return response, text

    return ask


def test_configuration_names_the_prefix_that_the_tests_use():
    assert f"location {PREFIX}/ {{" in stack.SHIPPED.read_text()


def test_links_stay_under_the_prefix_and_absolute_ones_are_what_visitors_see(ask, port):
    response, html = ask(f"{PREFIX}/en/?gamma=3")
    assert response.status == 200
    text = html.decode()
    links = re.findall(r'(?:href|src|action)="(/[^"]*|https?://127[^"]*)"', text)
    site = f"https://127.0.0.1:{port}{PREFIX}/"
    assert links
    assert [u for u in links if not u.startswith((PREFIX + "/", site))] == []
    assert f'<link rel="canonical" href="{site}en/">' in text


def test_every_link_of_the_page_leads_somewhere(ask):
    _, html = ask(f"{PREFIX}/en/embed")
    links = set(re.findall(rf'(?:href|src)="({PREFIX}/[^"#]*)"', html.decode()))
    assert links
    for link in links:
        assert ask(link.replace("&amp;", "&"))[0].status == 200, link


def test_redirects_stay_under_the_prefix(ask):
    response, _ = ask(f"{PREFIX}/?gamma=3", Accept_Language="de")
    assert response.status == 302
    assert response.getheader("Location") == f"{PREFIX}/de/?gamma=3"
    response, _ = ask(PREFIX)
    assert response.status == 308
    assert urlsplit(response.getheader("Location")).path == f"{PREFIX}/"


def test_embed_and_oembed_name_the_address_that_visitors_see(ask, port):
    site = f"https://127.0.0.1:{port}{PREFIX}"
    response, body = ask(f"{PREFIX}/oembed?url={quote(site + '/de/?gamma=3')}")
    assert response.status == 200
    answer = json.loads(body)
    assert f'src="{site}/de/embed?gamma=3"' in answer["html"]
    assert answer["provider_url"] == f"{site}/"
    _, how_to = ask(f"{PREFIX}/en/embedding")
    assert f"{site}/static/embed-host.js" in how_to.decode()
    discovery = re.search(
        r'json\+oembed" href="([^"]*)"', ask(f"{PREFIX}/en/embed")[1].decode()
    )[1]
    assert discovery.startswith(f"{site}/oembed?")
    assert parse_qs(urlsplit(discovery).query)["url"] == [f"{site}/en/embed"]


@pytest.mark.parametrize(
    "headers",
    [
        {"X_Forwarded_Host": "evil.example"},
        {"X_Forwarded_Proto": "http"},
        {"X_Forwarded_Prefix": "/evil"},
        {"Forwarded": "host=evil.example;proto=http"},
    ],
)
def test_what_visitors_claim_to_be_forwarded_is_not_believed(ask, headers):
    path = f"{PREFIX}/en/?c_percent={len(str(headers))}"
    _, html = ask(path, **headers)
    assert b"evil" not in html
    assert b'<link rel="canonical" href="https://127.0.0.1' in html


def test_page_is_cached_in_each_encoding_and_language_is_chosen_anew(ask):
    path = f"{PREFIX}/en/embed?gamma=6"
    for encoding in ("", "gzip"):
        seen = [ask(path, Accept_Encoding=encoding)[0] for _ in range(2)]
        assert [r.getheader("X-Cache-Status") for r in seen] == [FIRST_HIT, CACHED]
        assert [r.getheader("Content-Encoding") or "" for r in seen] == [encoding] * 2
    # Browsers spell it differently; the cache keeps one compressed page.
    other, _ = ask(path, Accept_Encoding="gzip, deflate, br, zstd")
    assert other.getheader("X-Cache-Status") == CACHED
    targets = [
        ask(f"{PREFIX}/", Accept_Language=lang)[0].getheader("Location")
        for lang in ("de", "en", "de")
    ]
    assert targets == [f"{PREFIX}/de/", f"{PREFIX}/en/", f"{PREFIX}/de/"]


def test_who_has_the_page_is_told_so_from_the_cache(ask):
    path = f"{PREFIX}/en/embed?gamma=7"
    first, _ = ask(path)
    again, body = ask(path, If_None_Match=first.getheader("ETag"))
    assert (again.status, body) == (304, b"")
    assert again.getheader("X-Cache-Status") == CACHED
    head, body = ask(path, "HEAD")
    assert (head.status, body) == (200, b"")


def test_errors_are_not_cached(ask):
    for _ in range(2):
        response, _ = ask(f"{PREFIX}/en/embed?gamma=abc")
        assert response.status == 400
        assert response.getheader("X-Cache-Status") == FIRST_HIT


def test_too_much_is_refused_by_the_page_of_the_calculator(ask):
    response, html = ask(f"{PREFIX}/de/?gamma=" + "9" * 9000)
    assert response.status == 414
    assert b"<h1>" in html
    for path, size in (("/de/", 300_000), ("/de/measured", 900_000)):
        response, html = ask(PREFIX + path, "POST", body=b"x" * size)
        assert response.status == 413, path
        assert b"<h1>" in html


def test_security_headers_arrive_once(ask):
    response, _ = ask(f"{PREFIX}/en/embed")
    policies = response.headers.get_all("Content-Security-Policy")
    assert len(policies) == 1
    assert response.getheader("Server") == "nginx"


def test_metrics_are_not_for_visitors(ask):
    for path in ("/metrics", "//metrics", "/%6Detrics", "/./metrics", "/metrics?x"):
        response, body = ask(PREFIX + path)
        assert response.status == 404, path
        assert b"sdc_" not in body


def test_burst_of_one_visitor_ends_in_429_and_spares_others(port, ask):
    statuses = _burst(port, 400, source="127.0.0.8")
    assert statuses.count(429) > 0
    assert statuses.count(200) >= 200
    assert ask(f"{PREFIX}/healthz")[0].status == 200


def _burst(port: int, count: int, source: str) -> list[int]:
    """Ask many times on one connection, without waiting for the answers."""
    line = f"GET {PREFIX}/healthz HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    last = line.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
    raw = socket.create_connection(("127.0.0.1", port), 10, (source, 0))
    with stack.trusting_nobody().wrap_socket(raw) as connection:
        connection.sendall(line * (count - 1) + last)
        received = b""
        while chunk := connection.recv(65536):
            received += chunk
    return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", received)]


def test_only_modern_tls_is_spoken(port):
    context = stack.trusting_nobody()
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    raw = socket.create_connection(("127.0.0.1", port), 10)
    with context.wrap_socket(raw) as connection:
        assert connection.version() in ("TLSv1.2", "TLSv1.3")


def test_two_proxies_are_believed_only_where_two_are_configured(tmp_path):
    """Of two X-Forwarded-Host values the app takes the one it was told to trust."""
    hosts = {}
    for trusted in ("0", "1", "2"):
        folder = tmp_path / trusted
        folder.mkdir()
        settings = {"SDC_TRUSTED_PROXIES": trusted, "SDC_WORKERS": "1"}
        with stack.calculator(folder, settings) as server:
            connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=9)
            claimed = {
                "Host": "direct.example",
                "X-Forwarded-Host": "outer.example, inner.example",
                "X-Forwarded-Proto": "https, https",
                "X-Forwarded-For": "192.0.2.1, 192.0.2.2",
            }
            connection.request("GET", "/robots.txt", headers=claimed)
            text = connection.getresponse().read().decode()
            connection.close()
            hosts[trusted] = re.search(r"Sitemap: (\S+)/sitemap.xml", text)[1]
    assert hosts == {
        "0": "http://direct.example",
        "1": "https://inner.example",
        "2": "https://outer.example",
    }
