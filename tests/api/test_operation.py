"""A declaration gives the route, its errors and its description, with a body too."""

import pytest
from flask import Blueprint
from flask.testing import FlaskClient

from app import create_app
from app.api.description import document
from app.api.kinds import Number
from app.api.operation import Operation
from app.api.parameters import Parameter
from app.api.setting import LANG

RUNS = Parameter("run", Number(0.0, 9.0, example=1.0), "A run.", required=True, most=3)

ECHO = Operation(
    name="echo",
    path="/v1/echo",
    summary="Echo",
    description="What was sent.",
    parameters=(RUNS, LANG),
    answer=lambda values: {"body": values["body"], "run": values["run"]},
    schema={"type": "object"},
    example={"run": [1, 2.5]},
    body="text/plain",
    body_example="a log",
)


@pytest.fixture(scope="module")
def echo() -> FlaskClient:
    app = create_app({"TESTING": True})
    blueprint = Blueprint("other", __name__, url_prefix="/api")
    ECHO.add_to(blueprint)
    app.register_blueprint(blueprint)
    return app.test_client()


def post(echo, query: str, data: bytes = b"a", **options):
    content_type = options.get("content_type", "text/plain")
    return echo.post(f"/api/v1/echo?{query}", data=data, content_type=content_type)


def codes(response) -> list[tuple[str | None, str]]:
    return [(error["field"], error["code"]) for error in response.json["errors"]]


def test_a_body_and_a_repeated_parameter_are_values(echo):
    response = post(echo, "run=1&run=2.5", "ä\r\n".encode())
    assert {"body": "ä\r\n", "run": [1.0, 2.5]} == response.json
    assert "no-store" == response.headers["Cache-Control"]


@pytest.mark.parametrize(
    "content_type",
    ["text/plain; charset=utf-8", "TEXT/PLAIN", "application/octet-stream", None],
)
def test_the_type_of_the_body_may_carry_more(echo, content_type):
    assert 200 == post(echo, "run=1", content_type=content_type).status_code


@pytest.mark.parametrize(
    "content_type", ["application/json", "application/x-www-form-urlencoded"]
)
def test_a_body_of_another_type_is_refused(echo, content_type):
    response = post(echo, "run=1", content_type=content_type)
    assert (415, [(None, "unsupported_media_type")]) == (
        response.status_code,
        codes(response),
    )


def test_all_that_is_wrong_is_said_at_once(echo):
    response = post(echo, "run=1&run=x&x=1", b"\xff")
    assert (
        400,
        [("run", "not_a_number"), ("x", "unknown_parameter")],
    ) == (response.status_code, codes(response))


@pytest.mark.parametrize(
    ("query", "code"), [("", "missing"), ("run=1" + "&run=1" * 3, "too_many")]
)
def test_a_repeated_parameter_is_needed_and_has_an_end(echo, query, code):
    assert [("run", code)] == codes(post(echo, query))


def test_a_read_of_it_is_told_the_method(echo):
    response = echo.get("/api/v1/echo")
    assert 405 == response.status_code
    assert "POST" in response.headers["Allow"]


def test_it_is_described_with_its_body(app):
    with app.test_request_context("/api/openapi.json"):
        described = document([ECHO], "")["paths"]["/api/v1/echo"]["post"]
    run = described["parameters"][0]

    schemas = {
        media_type: content["schema"]
        for media_type, content in described["requestBody"]["content"].items()
    }
    assert {
        "text/plain": {"type": "string"},
        "application/octet-stream": {"type": "string", "format": "binary"},
    } == schemas
    assert ("array", 3, True) == (
        run["schema"]["type"],
        run["schema"]["maxItems"],
        run["explode"],
    )
    assert {"413", "415"} <= set(described["responses"])
    (example,) = described["responses"]["200"]["content"].values()
    assert {"body": "a log", "run": [1.0, 2.5]} == example["example"]
