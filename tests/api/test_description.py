"""The description is valid and true: a schema-driven tester finds no difference."""

from copy import deepcopy
from itertools import pairwise
from math import inf, nextafter
from urllib.parse import parse_qsl, urlsplit

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR

from app import create_app
from app.api import messages
from app.api.catalogue import CALCULATIONS, OPERATIONS
from app.api.description import example_url
from app.web import errors as errors_of_app

URL = "/api/openapi.json"

# Which of several parameters excludes which stands in the description's words, since
# JSON Schema cannot say it, and a request against them is answered with 409. So that
# more than that is seen, each way to choose among them is tried on its own too: the
# parameters of a way are kept, and needed, and the others left out.
SETTING = {"alpha", "gamma", "c"}
MEASURED = {"per_position", "gamma", "c"}
WAYS = [
    {
        "/api/v1/speedup": SETTING,
        "/api/v1/sweep": {"alpha"},
        "/api/v1/sweep.csv": {"alpha"},
        "/api/v1/latency": {"tpot_ms", *SETTING},
    },
    {"/api/v1/latency": {"tokens_per_second", "speedup"}},
    {
        "/api/v1/speedup": MEASURED,
        "/api/v1/sweep": {"per_position"},
        "/api/v1/sweep.csv": {"per_position"},
        "/api/v1/latency": {"tokens_per_second", *MEASURED},
    },
]
EXCLUSIVE = {
    "/api/v1/latency": {"tpot_ms", "tokens_per_second", "speedup", "verify_overhead"}
    | (SETTING | MEASURED),
}
ALWAYS_EXCLUSIVE = {"alpha", "per_position"}

APP = create_app({"TESTING": True})
WHOLE = APP.test_client().get(URL).json


def one_way(way: dict[str, set[str]]) -> dict:
    """The description of one way to choose among parameters that exclude others."""
    document = deepcopy(WHOLE)
    document["paths"] = {path: document["paths"][path] for path in way}
    for path, chosen in way.items():
        (operation,) = document["paths"][path].values()
        left_out = EXCLUSIVE.get(path, ALWAYS_EXCLUSIVE) - chosen
        operation["parameters"] = [
            {**parameter, "required": parameter["required"] or name in chosen}
            for parameter in operation["parameters"]
            if (name := parameter["name"]) not in left_out
        ]
    return document


def load(document: dict):
    """A description for the tester, with every check on."""
    schema = schemathesis.openapi.from_dict(document)
    schema.app = APP
    return schema


def bounded(test):
    limits = settings(
        max_examples=40,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    return limits(test)


def find_nothing(case, *more) -> None:
    # In process nothing unpacks what the app compresses.
    plain = {"Accept-Encoding": "identity"}
    case.call_and_validate(headers=plain, additional_checks=list(more))


@load(one_way(WAYS[0])).parametrize()
@bounded
def test_a_schema_driven_tester_finds_nothing_with_a_setting(case):
    find_nothing(case)


@load(one_way(WAYS[1])).parametrize()
@bounded
def test_nor_with_a_speedup(case):
    find_nothing(case)


@load(one_way(WAYS[2])).parametrize()
@bounded
def test_nor_with_a_measured_profile(case):
    find_nothing(case, refused_for_what_the_words_say)


@load(WHOLE).parametrize()
@bounded
def test_nor_with_every_parameter_there_is(case):
    find_nothing(case, refused_for_what_the_words_say)


def refused_for_what_the_words_say(_context, response, _case) -> None:
    """A request is answered with 409 for what the words say, and nothing else."""
    if response.status_code != 409:
        return
    query = dict(parse_qsl(urlsplit(response.request.url).query))
    for error in response.json()["errors"]:
        assert _is_true(error, query), (error, query)


def _is_true(error: dict, query: dict[str, str]) -> bool:
    field = error["field"]
    rates = [float(rate) for rate in query.get("per_position", "0").split(",")]
    others = set.union(ALWAYS_EXCLUSIVE, *EXCLUSIVE.values()) - {field}
    return {
        "missing": lambda: field not in query,
        "missing_one_of": lambda: field not in query,
        "conflict": lambda: field in query and query.keys() & others,
        "rising": lambda: any(after > before for before, after in pairwise(rates)),
        "beyond_profile": lambda: float(query[field]) > len(rates),
        # Tau above gamma + 1, in a run.
        "out_of_range": lambda: field == "run",
        "beyond_costs": lambda: field == "run",
    }[error["code"]]()


def test_it_is_a_valid_description(client):
    OPENAPI_31_VALIDATOR.validate(client.get(URL).json)


def test_its_answers_are_those_of_the_api(client):
    described = client.get(URL).json["paths"]
    for operation in CALCULATIONS:
        content = described[f"/api{operation.path}"][operation.method.lower()]
        (sent,) = content["responses"]["200"]["content"].values()
        url = example_url(operation, "", operation.example)
        response = client.open(
            url,
            method=operation.method,
            data=operation.body_example,
            content_type=operation.body,
        )
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


def numbers() -> list[tuple[str, str, dict]]:
    """Every parameter of the description that is a number: path, name, schema."""
    return [
        (path, parameter["name"], parameter["schema"])
        for path, operations in WHOLE["paths"].items()
        for parameter in operations.get("get", {"parameters": []})["parameters"]
        if "maximum" in parameter["schema"]
    ]


@pytest.mark.parametrize(("path", "name", "schema"), numbers())
def test_its_bounds_are_where_the_api_begins_to_refuse(client, path, name, schema):
    def refuses(value: float) -> bool:
        answer = client.get(path, query_string={name: repr(value)}).json
        errors = answer.get("errors", [])
        codes = {error["code"] for error in errors if error["field"] == name}
        return bool(codes & {"out_of_range", "fraction_expected"})

    least, most = schema["minimum"], schema["maximum"]
    whole = schema["type"] == "integer"
    below = least - 1 if whole else nextafter(least, -inf)
    above = most + 1 if whole else nextafter(most, inf)

    assert [True, False, False, True] == [
        refuses(value) for value in (below, least, most, above)
    ]
