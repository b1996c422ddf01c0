"""Static files: a hash of the content in the address, kept for a year."""

import gzip
import os
import re

import pytest

from app import create_app
from app.web import assets
from app.web.assets import STATIC, content_hash

FOREVER = "max-age=31536000, public, immutable"
NAMES = sorted(assets._names())
GZIP = {"Accept-Encoding": "gzip"}
NOW = b"now " * 100
FONTS = [name for name in NAMES if name.endswith(".woff2")]


@pytest.fixture
def get(client):
    """Ask for a file, and let go of it when it is read."""
    return lambda url, **options: client.get(url, buffered=True, **options)


def _url(app, name: str) -> str:
    return app.jinja_env.globals["asset_url"](name)


@pytest.mark.parametrize("name", NAMES)
def test_every_file_is_served_under_both_addresses(app, get, name):
    content = (STATIC / name).read_bytes()
    hashed = get(_url(app, name))
    plain = get(f"/static/{name}")

    assert content == hashed.data == plain.data
    assert FOREVER == hashed.headers["Cache-Control"]
    if plain.request.path != hashed.request.path:
        assert "max-age=600, public" == plain.headers["Cache-Control"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("style.css", 'text/css; charset="utf-8"'),
        ("live.mjs", 'text/javascript; charset="utf-8"'),
        ("icon.svg", "image/svg+xml"),
        *[(name, "font/woff2") for name in FONTS],
    ],
)
def test_every_file_says_what_it_is(get, name, expected):
    assert expected == get(f"/static/{name}").headers["Content-Type"]


def test_the_address_holds_the_hash_of_the_content(app):
    assert f"/static/style.{content_hash(STATIC / 'style.css')}.css" == _url(
        app, "style.css"
    )


@pytest.mark.parametrize("name", FONTS)
def test_the_hash_in_a_fonts_name_is_that_of_its_content(app, name):
    assert name.split(".")[-2] == content_hash(STATIC / name)
    assert f"/static/{name}" == app.jinja_env.globals["font_url"] == _url(app, name)


def test_the_style_sheet_names_only_files_that_exist():
    style = (STATIC / "style.css").read_text(encoding="utf-8")
    named = re.findall(r"url\([\"']?(?!data:)([^\"')]+)", style)
    assert [] == [name for name in named if name not in NAMES]


def test_a_name_that_does_not_exist_stops_the_template(app):
    with pytest.raises(KeyError):
        _url(app, "stile.css")


def test_the_compressed_form_is_served_where_it_belongs_to_the_content(
    monkeypatch, tmp_path
):
    monkeypatch.setattr(assets, "STATIC", tmp_path)
    for name in ("old.css", "new.css", "font.000000000000.woff2"):
        (tmp_path / name).write_bytes(NOW)
        with gzip.open(tmp_path / f"{name}.gz", "w") as file:
            file.write(b"then" if name == "old.css" else NOW)
        time = (tmp_path / name).stat().st_mtime
        os.utime(tmp_path / f"{name}.gz", (time, time - 60 * (name == "old.css")))
    client = create_app({"TESTING": True}).test_client()

    new, old = (
        client.get(f"/static/{name}", headers=GZIP, buffered=True)
        for name in ("new.css", "old.css")
    )

    assert ("gzip", NOW) == (
        new.headers["Content-Encoding"],
        gzip.decompress(new.data),
    )
    assert "Accept-Encoding" == new.headers["Vary"]
    assert (None, NOW) == (old.headers.get("Content-Encoding"), old.data)


def test_a_former_address_leads_to_the_present_content(get):
    response = get("/static/style.0123456789ab.css")
    assert (302, "style.css") == (response.status_code, response.location)
    assert "no-store" == response.headers["Cache-Control"]
    assert "*" == response.headers["Access-Control-Allow-Origin"]


@pytest.mark.parametrize(
    "path",
    [
        "nothing.css",
        "style.css.gz",
        "nothing.0123456789ab.css",
        "../pyproject.toml",
        "",
    ],
)
def test_what_is_no_file_is_not_found(get, path):
    assert 404 == get(f"/static/{path}").status_code


def test_addresses_stand_under_the_path_prefix():
    app = create_app({"TESTING": True, "SDC_PATH_PREFIX": "/tools"})
    url = _url(app, "style.css")
    assert url.startswith("/tools/static/style.")
    assert 200 == app.test_client().get(url, buffered=True).status_code
    assert f'href="{url}"' in app.test_client().get("/tools/en/").text


def test_only_reading_is_allowed(page):
    assert "405" in page("/static/style.css", status=405, method="POST").html
