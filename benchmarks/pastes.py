"""
Print the CPU time of pastes of 256 KiB: real lines, and made to be slow.

The slowest of those that are made of the readers' patterns come last.

Run it from the project's root: python -m benchmarks.pastes
"""

from time import process_time

from app.engines import MAX_PASTE_BYTES, read
from benchmarks.slow_texts import patterns, units

SLOWEST = 20

LINE = (
    "(APIServer pid=1) INFO 01-01 00:00:09 [metrics.py:101] SpecDecoding metrics: "
    "Mean acceptance length: 2.87, Accepted throughput: 48.90 tokens/s, Drafted "
    "throughput: 157.19 tokens/s, Accepted: 489 tokens, Drafted: 1572 tokens, "
    "Per-position acceptance rate: 0.740, 0.473, 0.309, 0.187, 0.099, 0.057, Avg "
    "Draft acceptance rate: 31.1%\n"
)
TYPICAL = {
    "vLLM log": LINE,
    "other log lines": "INFO 00:00:09 [loggers.py:271] Engine 000: Avg prompt "
    "throughput: 2.5 tokens/s, Prefix cache hit rate: 0.0%\n",
    "llama.cpp log": "slot print_timing: id 0 | eval time = 2296.72 ms / 256 "
    "tokens ( 8.97 ms per token)\nslot print_timing: id 0 | draft acceptance = "
    "0.64479 ( 167 accepted / 259 generated), mean len = 2.92\n",
    "SGLang log": "[2026-01-01 TP0] Decode batch. #token: 108, accept len:"
    " 2.17, accept rate: 0.54, gen throughput (token/s): 178.86, #queue-req: 0, \n",
    "Prometheus": 'vllm:spec_decode_num_drafts_total{model_name="m"} 262.0\n',
    "JSON lines": 'data: {"timings": {"predicted_n": 200, "draft_n": 347, "draft_n_'
    'accepted": 65, "prompt_ms": 12.5}}\n',
    "Python dicts": "{'meta_info': {'spec_verify_ct': 188, 'spec_accept_token_num': 11,"
    " 'spec_draft_token_num': 940}}\n",
    "table": "| 5 | 2.87 | 489 | 1572 |\n",
}
SLOW = {
    "open braces": '{"draft":',
    "brackets": '{"accept": [',
    "open list": "accept_x:[1,",
    "numbers": "1,",
    "digits": "9",
    "blanks": "acceptance  ",
    "newlines": "\n",
    "metrics": "SpecDecoding metrics: ",
    "cut lines": "SpecDecoding metrics: Per-position acceptance rate: 0.1, ",
    "V0": "Speculative metrics: System efficiency ",
    "eval": "eval time = 1 ms / 1 tokens ",
    "draft acceptance": "draft acceptance = 0.1 ( 1 accepted / ",
    "statistics": "statistics x: #calls(b,g,a) = 1 1 1, ",
    "accept len": "accept len: ",
    "labels": 'vllm:spec_decode_x{a="',
    "samples": "vllm:spec_a 1\n",
    "many series": "",
    "one word": "accept_",
    "one line of words": "accept draft ",
    "colours": "\x1b[0;",
    "orphaned colours": "[0;0;0;0",
    "quoting": "> ",
    "sources": "a-1 | accept\n",
    "many sources": "",
    "bench": "Acceptance rate (%) ",
    "columns": f"|Acceptance rate (%){'|1' * 19}|\n|Drafts{'|7' * 19}|\n"
    f"|Accepted tokens{'|3' * 19}|\n",
    "cycles": "accepted 1/3 draft tokens\n",
    "one prompt": "acc_length=2.2\n",
    "offline": "num_drafts: 1 ",
    "position": "Position 1: 0 acceptance rate (%) ",
    "lengths": "acceptance length: 2 ",
    "pairs": "accept_a=1 ",
    "backslashes": "accept\\\\\\\\\\",
    "pipes": "|accept",
    "table rows": "acceptance length | accepted | drafted\n2 | 3 | 4\n",
    "strings": '{"accept": "draft',
    "decimal commas": "1,5 ",
    "edges": "x" * 40 + "\n",
    "objects": "Counter(name='vllm:spec_x', labels={",
    "benchmark rows": "pred= 1 draft= 1 acc= 1\n",
    "benchmark totals": '{"total_predicted":1,"total_draft":1,'
    '"total_draft_accepted":1}',
    "REST statistics": '{"stats":{"total_draft_tokens_count":1,"accepted_draft_tokens_'
    'count":1}}\n',
    "chat shares": "Response: 1 tokens SD eff. 1%, ",
    "rounds": "rounds=1 accepted=1/1 ",
    "summaries": "1 accepted/round, 1% of drafted, avg draft 1 over 1 rounds\n",
    "means": "[AL] AVERAGE: 2\n",
    "drafters": "a-b: drafts 1/1, tokens 1/",
    "foreign counters": "",
    "semicolons": "gamma;accepted;drafted\n1;2;3\n",
    "names and values": "accepted | 5\n",
    "entities": "&quot;accept&quot;",
    "bare lines": "Mean acceptance length: 2.00, Accepted: 22 tokens, Drafted: 66 "
    "tokens\n",
    "open lists": "Per-position acceptance rate: 1.000, ",
    "positions in words": "Per-position acceptance rate: 0.000 across 5 positions\n",
    "short lines": "SpecDecoding metrics: Mean acceptance length: 2.85, Avg Draft "
    "acceptance rate: 92.5%\n",
    "one measure": "mean len = 2.00\n",
    "TabbyAPI": "5 tokens generated at, draft 1/2 accepted (\n",
    "ATOM": "[MTP Stats         ] Average toks/fwd: 1.70, Accepted/Total Draft tokens: "
    "5/9, Accepted tokens distribution: {0: '30.1",
    "OpenVINO": "Num generated token: 1\nNum accepted token: 1\n",
    "plain names": "rounds=9 drafted=9 accepted=9\n",
    "scripts": "Num drafts 1 Position 0: 0.5 ",
}


def main() -> None:
    print("| paste | CPU |")
    print("| --- | ---: |")
    made = {
        "many series": "".join(f'vllm:spec_a{{b="{i}"}} 1\n' for i in range(12000)),
        "foreign counters": "".join(
            f"x{i}:spec_decode_num_drafts_total 1\n" for i in range(8000)
        ),
        "many sources": "".join(f"s{i}x | accept_a=1\n" for i in range(15000)),
    }
    for name, unit in (TYPICAL | SLOW).items():
        text = made.get(name) or unit * (MAX_PASTE_BYTES // len(unit))
        print(f"| {name} | {milliseconds(text[:MAX_PASTE_BYTES]):.0f} ms |")

    units_of = {
        unit: f"{name} {place}"
        for name, pattern in patterns().items()
        for place, unit in enumerate(units(pattern))
        if unit
    }
    times = [
        (
            milliseconds((unit * (MAX_PASTE_BYTES // len(unit) + 1))[:MAX_PASTE_BYTES]),
            name,
        )
        for unit, name in units_of.items()
    ]
    for time, name in sorted(times, reverse=True)[:SLOWEST]:
        print(f"| {name} | {time:.0f} ms |")


def milliseconds(text: str) -> float:
    begin = process_time()
    read(text)
    return (process_time() - begin) * 1000


if __name__ == "__main__":
    main()
