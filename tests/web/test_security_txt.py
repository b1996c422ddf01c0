"""security.txt as RFC 9116 asks for it, where a contact is set."""

from datetime import UTC, datetime, timedelta

from app import create_app
from app.web.security_txt import PATH

CONTACT = "security@example.org"


def test_without_a_contact_there_is_none(client):
    assert 404 == client.get(PATH).status_code


def test_it_names_the_contact_and_expires_within_a_year():
    settings = {"SDC_SECURITY_CONTACT": CONTACT, "SDC_PUBLIC_URL": "https://a.org/t"}
    client = create_app({"TESTING": True, **settings}).test_client()
    response = client.get(f"/t{PATH}")
    fields = dict(line.split(": ", 1) for line in response.text.splitlines())

    assert "text/plain; charset=utf-8" == response.content_type
    assert ["Contact", "Expires", "Preferred-Languages", "Canonical"] == list(fields)
    assert f"mailto:{CONTACT}" == fields["Contact"]
    assert f"https://a.org/t{PATH}" == fields["Canonical"]
    assert "de, en" == fields["Preferred-Languages"]
    left = datetime.fromisoformat(fields["Expires"]) - datetime.now(UTC)
    assert timedelta(days=30) < left < timedelta(days=365)


def test_it_is_made_anew_so_that_it_never_expires_in_a_cache():
    app = create_app({"TESTING": True, "SDC_SECURITY_CONTACT": "https://a.org/tell"})
    first = app.test_client().get(PATH)
    assert "no-store" == first.headers["Cache-Control"]
    assert "ETag" not in first.headers
