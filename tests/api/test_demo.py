"""GET /api/v1/demo: the page's run as JSON."""

from math import isclose


def test_the_same_values_give_the_pages_run(client, page):
    query = {"seed": 3, "num_output_tokens": 200, "prose": "de"}
    answer = client.get("/api/v1/demo", query_string=query).get_json()
    document = page("/de/demo?seed=3&demo_tokens=200")

    text = "".join(document.by_id("runtext").itertext())
    assert answer["text"] == text[:200]
    assert answer["num_drafts"] == len(answer["cycles"])
    assert isclose(
        1 + answer["num_accepted_tokens"] / answer["num_drafts"], answer["tau"]
    )
    assert isclose(
        answer["num_accepted_tokens"] / answer["num_evaluated"], answer["alpha"]
    )


def test_what_is_out_of_range_is_refused_by_name(client):
    response = client.get("/api/v1/demo?gamma=17&seed=-1&text=x")
    found = [(e["field"], e["code"]) for e in response.get_json()["errors"]]
    assert found == [
        ("gamma", "out_of_range"),
        ("seed", "out_of_range"),
        ("text", "unknown_parameter"),
    ]
