"""The description is valid and true: a schema-driven tester finds no difference."""

from itertools import pairwise
from urllib.parse import parse_qsl, urlsplit

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR

from app import create_app
from app import errors as errors_of_app
from app.api import messages
from app.api.catalogue import CALCULATIONS, OPERATIONS
from app.api.description import example_url

URL = "/api/openapi.json"

EXCLUSIVE = {
    *("alpha", "per_position", "gamma", "c", "verify_overhead", "speedup"),
    *("tpot_ms", "tokens_per_second"),
}
"""The parameters of which one may exclude another."""

SCHEMA = schemathesis.openapi.from_wsgi(URL, create_app({"TESTING": True}))
# What holds between two parameters, or between the items of a list, stands in the
# description's words, since JSON Schema cannot say it. `refused_for_what_the_words_say`
# sees to it that a request is refused for nothing else.
SCHEMA.config.checks.positive_data_acceptance.expected_statuses.append("400")


def refused_for_what_the_words_say(_context, response, case) -> None:
    """A request that fits the schemas is refused only for what the words say."""
    positive = case.meta is not None and case.meta.generation.mode.is_positive
    if not positive or response.status_code != 400:
        return
    query = dict(parse_qsl(urlsplit(response.request.url).query))
    for error in response.json()["errors"]:
        assert _is_true(error, query), (error, query)


def _is_true(error: dict, query: dict[str, str]) -> bool:
    field = error["field"]
    rates = [float(rate) for rate in query.get("per_position", "0").split(",")]
    return {
        "missing": lambda: field not in query,
        "missing_one_of": lambda: field not in query,
        "conflict": lambda: field in query and len(query.keys() & EXCLUSIVE) > 1,
        "rising": lambda: any(after > before for before, after in pairwise(rates)),
        "beyond_profile": lambda: float(query[field]) > len(rates),
    }[error["code"]]()


@SCHEMA.parametrize()
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
def test_a_schema_driven_tester_finds_nothing(case):
    # In process nothing unpacks what the app compresses.
    case.call_and_validate(
        headers={"Accept-Encoding": "identity"},
        additional_checks=[refused_for_what_the_words_say],
    )


def test_it_is_a_valid_description(client):
    OPENAPI_31_VALIDATOR.validate(client.get(URL).json)


def test_its_answers_are_those_of_the_api(client):
    described = client.get(URL).json["paths"]
    for operation in CALCULATIONS:
        content = described[f"/api{operation.path}"][operation.method.lower()]
        (sent,) = content["responses"]["200"]["content"].values()
        url = example_url(operation, "", operation.example)
        response = client.get(url)
        assert sent["example"] == (response.json or response.text)


def test_its_errors_are_those_of_the_api(client):
    (operation,) = client.get(URL).json["paths"]["/api/v1/speedup"].values()
    bad_request = operation["responses"]["400"]["content"]["application/json"]
    response = client.get("/api/v1/speedup?alpha=70&gamma=5&c=0.15&color=red&lang=en")
    assert bad_request["example"] == response.json


def test_it_tells_every_code_that_the_app_sends(client):
    errors = client.get(URL).json["components"]["schemas"]["Errors"]
    described = errors["properties"]["errors"]["items"]["properties"]["code"]["enum"]
    ours = {*messages._SENTENCES, errors_of_app._UNKNOWN_HOST.code}
    of_statuses = {
        words.code
        for status, words in errors_of_app._WORDS.items()
        if status not in (403, 410)  # nothing under /api is forbidden or gone
    }
    assert ours | of_statuses <= set(described)
    assert described == list(messages.MEANINGS)


def test_it_is_in_english_whatever_the_visitor_speaks_or_in_the_language_named(client):
    plain = client.get(URL, headers={"Accept-Language": "de"})
    english = client.get(f"{URL}?lang=en", headers={"Accept-Language": "de"})
    german = client.get(f"{URL}?lang=de")
    assert plain.json == english.json
    assert plain.json["info"]["title"] != german.json["info"]["title"]
    assert plain.json["paths"].keys() == german.json["paths"].keys()
    assert "Vary" in plain.headers
    assert "Accept-Language" not in plain.headers["Vary"]


def test_every_parameter_and_every_output_is_described(client):
    for path in client.get(URL).json["paths"].values():
        for operation in path.values():
            for parameter in operation["parameters"]:
                assert parameter["description"]
    assert {operation.name for operation in OPERATIONS} >= {"speedup", "openapi"}
