"""What holds for every paste: noise changes nothing, and nothing raises."""

import json
from dataclasses import replace
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from app.engines import read

CASES = {
    case["id"]: case["raw"]
    for case in json.loads((Path(__file__).parent / "cases.json").read_text("utf-8"))
}
LOGS = [
    CASES[name]
    for name in (
        "vllm-v1-two-lines-gamma6",
        "vllm-v0-k4",
        "llamacpp-server-old-line",
        "llamacpp-statistics-mtp",
        "sglang-accept-rate-is-len-over-4",
    )
]
NOISE = st.sampled_from(
    [
        "INFO 01-01 00:00:09 [loggers.py:271] Engine 000: Prefix cache hit rate: 87.0%",
        'INFO:     127.0.0.1:37582 - "POST /v1/chat/completions HTTP/1.1" 200 OK',
        "srv  update_slots: all slots are idle",
        "prompt eval time =     300.11 ms /    20 tokens (   15.01 ms per token)",
        "[2026-01-01 00:00:00 TP0] Prefill batch. #new-seq: 1, #new-token: 28",
        "",
    ]
)
PREFIX = st.sampled_from(
    [
        "vllm-1  | ",
        "[pod/server-7d9f-x2/main] ",
        "Jan 01 00:00:00 host llama-server[123]: ",
        "2026-01-01T00:00:00.000000000Z ",
        "> ",
        "> > ",
        "\x1b[0;36m(APIServer pid=1)\x1b[0;0m ",
        "[0;32m",
        "data: ",
        "\u200b",
    ]
)


NAMES = [
    *("timings", "predicted_n", "draft_n", "draft_n_accepted", "draft_rounds"),
    *("speculative_decoding", "acceptance_histogram", "num_spec_steps"),
    *("num_draft_tokens", "num_accepted_draft_tokens", "num_spec_tokens"),
    *("numDraftTokens", "numAcceptedTokens", "numRequestsWithDraftTokens"),
    *("spec_verify_ct", "spec_decode_steps", "spec_decode_draft_tokens"),
    *("metric", "value", "usage", "per_step_accepted", "per_step_drafted"),
]


def bare(text):
    return [replace(one, label="") for one in read(text).measurements]


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LOGS), st.lists(NOISE, max_size=6), st.randoms())
def test_log_noise_changes_nothing(log, noise, random):
    lines = log.rstrip("\n").split("\n")
    for line in noise:
        lines.insert(random.randint(0, len(lines)), line)
    assert bare(log) == bare("\n".join(lines))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LOGS), PREFIX, st.sampled_from(["\n", "\r\n"]))
def test_prefixes_change_nothing(log, prefix, end):
    prefixed = end.join(prefix + line for line in log.rstrip("\n").split("\n"))
    assert bare(log) == bare(prefixed)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LOGS), st.integers(70, 200))
def test_a_terminals_hard_wraps_change_nothing(log, width):
    wrapped = [
        line[place : place + width]
        for line in log.rstrip("\n").split("\n")
        for place in range(0, max(1, len(line)), width)
    ]
    assert bare(log) == bare("\n".join(wrapped))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(LOGS), st.randoms())
def test_a_mail_programs_soft_wraps_change_nothing(log, random):
    lines = [line.rstrip() for line in log.rstrip("\n").split("\n")]
    wrapped = ["\n".join(_broken(line.split(" "), random)) for line in lines]
    assert bare(log) == bare("\n".join(wrapped))


def _broken(words, random):
    while words:
        count = random.randint(6, 14)
        yield " ".join(words[:count])
        words = words[count:]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.characters(), max_size=400).map("".join))
def test_random_text_never_raises_and_never_yields_a_reading(text):
    # Not st.text(), which puts in words of our own source: "ACC_LEN;1" is a table.
    assert () == read(text).measurements


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(list(CASES.values())), st.data())
def test_a_damaged_paste_never_raises(text, data):
    begin = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(begin, len(text)))
    put = data.draw(st.sampled_from(["", "{", "}", "9" * 50, "nan", "-1", "\n", '"']))
    read(text[:begin] + put + text[end:])


@settings(max_examples=150, deadline=None)
@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(
                st.sampled_from(NAMES),
                inner,
                max_size=6,
            )
        ),
        max_leaves=20,
    )
)
def test_json_of_any_values_never_raises(document):
    read(json.dumps(document))
