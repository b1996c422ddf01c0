"""Settings: what is allowed, and one sentence for what is not."""

import subprocess
import sys
from pathlib import Path

import pytest

from app import create_app
from app.web.config import Settings, SettingsError, load

ROOT = Path(__file__).parents[2]


def test_nothing_set_means_the_defaults():
    assert Settings() == load({"PATH": "/usr/bin", "SDC_WORKERS": " "})


@pytest.mark.parametrize(
    ("name", "value", "field", "expected"),
    [
        ("PUBLIC_URL", "https://example.org", "public_url", "https://example.org"),
        ("PUBLIC_URL", "https://Example.org/", "public_url", "https://example.org"),
        ("PUBLIC_URL", "http://[::1]:8000", "public_url", "http://[::1]:8000"),
        ("PATH_PREFIX", "/tools/", "path_prefix", "/tools"),
        ("PATH_PREFIX", "/", "path_prefix", ""),
        ("TRUSTED_PROXIES", "2", "trusted_proxies", 2),
        ("FRAME_ANCESTORS", "*", "frame_ancestors", ("*",)),
        ("FRAME_ANCESTORS", "none", "frame_ancestors", ()),
        (
            "FRAME_ANCESTORS",
            "https://a.org, http://*.b.org:81",
            "frame_ancestors",
            ("https://a.org", "http://*.b.org:81"),
        ),
        ("DEFAULT_LANGUAGE", "de", "default_language", "de"),
        ("ALLOWED_HOSTS", "a.org .b.org", "allowed_hosts", ("a.org", ".b.org")),
        ("BIND", "0.0.0.0:80", "bind", "0.0.0.0:80"),
        ("BIND", "[::]:8000", "bind", "[::]:8000"),
        ("BIND", "unix:/run/sdc.sock", "bind", "unix:/run/sdc.sock"),
        ("WORKERS", 4, "workers", 4),
        ("THREADS", "256", "threads", 256),
        ("LOG_LEVEL", "warning", "log_level", "warning"),
        ("LOG_FORMAT", "json", "log_format", "json"),
        ("METRICS", "on", "metrics", True),
        ("METRICS", "off", "metrics", False),
        ("SECURITY_CONTACT", "s@a.org", "security_contact", "mailto:s@a.org"),
        ("SECURITY_CONTACT", "mailto:s@a.org", "security_contact", "mailto:s@a.org"),
        (
            "SECURITY_CONTACT",
            "https://a.org/security",
            "security_contact",
            "https://a.org/security",
        ),
    ],
)
def test_what_is_allowed_is_read(name, value, field, expected):
    assert expected == getattr(load({"SDC_" + name: value}), field)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PUBLIC_URL", "example.org"),
        ("PUBLIC_URL", "ftp://example.org"),
        ("PUBLIC_URL", "https://user:word@example.org"),
        ("PUBLIC_URL", "https://example.org?x=1"),
        ("PUBLIC_URL", "https://example.org/a b"),
        ("PUBLIC_URL", "https://*.example.org"),
        ("PUBLIC_URL", "https://example.org/de"),
        ("METRICS", "yes"),
        ("METRICS", "1"),
        ("SECURITY_CONTACT", "nobody"),
        ("SECURITY_CONTACT", "http://a.org"),
        ("SECURITY_CONTACT", "https://a.org/\nExpires: never"),
        ("SECURITY_CONTACT", "javascript:alert(1)"),
        ("PATH_PREFIX", "/metrics"),
        ("PATH_PREFIX", "tools"),
        ("PATH_PREFIX", "//evil.org"),
        ("PATH_PREFIX", "/static"),
        ("PATH_PREFIX", "/en/tools"),
        ("TRUSTED_PROXIES", "-1"),
        ("TRUSTED_PROXIES", "1_0"),
        ("TRUSTED_PROXIES", "11"),
        ("FRAME_ANCESTORS", "* https://a.org"),
        ("FRAME_ANCESTORS", "https://a.org/path"),
        ("FRAME_ANCESTORS", "https://a.org; script-src *"),
        ("FRAME_ANCESTORS", "'self'"),
        ("FRAME_ANCESTORS", "https://a.org:99999"),
        ("DEFAULT_LANGUAGE", "fr"),
        ("ALLOWED_HOSTS", "a.org:8000"),
        ("ALLOWED_HOSTS", "https://a.org"),
        ("BIND", "8000"),
        ("BIND", "0.0.0.0:70000"),
        ("WORKERS", "0"),
        ("WORKERS", "two"),
        ("THREADS", "²"),
    ],
)
def test_what_is_wrong_is_named_with_its_value_and_what_is_allowed(name, value):
    with pytest.raises(SettingsError) as caught:
        load({"SDC_" + name: value})

    sentence = str(caught.value)
    assert sentence.startswith(f"SDC_{name} is {value!r}; ")
    assert "allowed is" in sentence
    assert "\n" not in sentence


def test_a_name_that_is_no_setting_is_named_with_those_that_are():
    with pytest.raises(SettingsError, match=r"SDC_WORKER is no setting.*SDC_WORKERS"):
        load({"SDC_WORKER": "2"})


def test_the_prefix_and_the_public_url_complete_each_other():
    by_url = load({"SDC_PUBLIC_URL": "https://a.org/tools/x"})
    by_both = load({"SDC_PUBLIC_URL": "https://a.org", "SDC_PATH_PREFIX": "/tools/x"})

    assert by_url == by_both
    assert ("https://a.org/tools/x", "/tools/x") == (
        by_url.public_url,
        by_url.path_prefix,
    )


def test_two_different_prefixes_are_refused():
    with pytest.raises(SettingsError, match=r"SDC_PATH_PREFIX is '/b'.*'/a'.*the same"):
        load({"SDC_PUBLIC_URL": "https://a.org/a", "SDC_PATH_PREFIX": "/b"})


def test_the_public_host_is_allowed_where_hosts_are_named():
    settings = load({"SDC_PUBLIC_URL": "https://a.org:81", "SDC_ALLOWED_HOSTS": "b"})
    assert ("b", "a.org") == settings.allowed_hosts


def test_a_test_gives_settings_and_flasks_own_in_one_dict():
    app = create_app({"TESTING": True, "SDC_DEFAULT_LANGUAGE": "de"})
    assert app.testing
    assert "/de/" == app.test_client().get("/").location


@pytest.mark.parametrize(
    "command",
    [
        ["serve.py"],
        ["-c", "import wsgi"],
    ],
)
def test_a_wrong_setting_stops_the_start_with_one_sentence(command):
    started = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={"SDC_TRUSTED_PROXIES": "many"},
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )

    sentence = (
        "SDC_TRUSTED_PROXIES is 'many'; allowed is a whole number from 0 to 10.\n"
    )
    assert started.returncode != 0
    assert ("", sentence) == (started.stdout, started.stderr)
