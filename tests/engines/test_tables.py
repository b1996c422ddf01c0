"""Tables, prose and options; the values follow from the numbers in them."""

import pytest

from app.engines import Note, read


def told(text):
    """Return gamma, tau and share of each reading, rounded."""
    return [
        (
            one.gamma,
            one.tau and round(one.tau, 3),
            one.accepted_per_drafted and round(one.accepted_per_drafted, 4),
        )
        for one in read(text).measurements
    ]


ROW = "  code_python  pred= 192 draft= 180 acc= 146 rate=0.811 tok/s=31.3\n"
CLIPPED = "  code_cpp     pred= 192 draft= 239 acc= 131 rate=0.548 tok/s=31.3\n"
SHORTER = "  code_python  pred= 192 draft= 166 acc= 107 rate=0.645 tok/s=93.6\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"llama-server --spec-draft-n-max 4\n{ROW}", [(4, 4.244, 0.8111)]),
        (f"--spec-draft-n-max=4\n{ROW}{CLIPPED}", [(4, 3.638, 0.6611)]),
        (f"LLAMA_ARG_SPEC_DRAFT_N_MAX=4\n{ROW}", [(4, 4.244, 0.8111)]),
        # Drafts that a threshold made shorter are not four tokens long.
        (
            f"--spec-draft-n-max 4\n{ROW.replace('180', '150')}",
            [(None, 4.174, 0.9733)],
        ),
        (
            f"--spec-draft-n-max 2\n{SHORTER}\nAnd the same with longer drafts, as the "
            f"others asked for in this thread: --spec-draft-n-max 4\n{ROW}",
            [(2, 2.274, 0.6446), (4, 4.244, 0.8111)],
        ),
        (ROW, [(None, 4.174, 0.8111)]),
    ],
)
def test_benchmark_rows_take_gamma_from_the_option_above_them(text, expected):
    assert expected == told(text)


@pytest.mark.parametrize(
    ("text", "engine", "tau", "sure"),
    [
        ("acceptance length: 3.2 (throughput went up 2x)", "unknown", 3.2, False),
        ("With EAGLE3 an acceptance length of about 3.2 here", "unknown", 3.2, False),
        ("On vLLM 0.11 the acceptance length: 3.21 overall", "vllm", 3.21, False),
        ("SGLang benchmark: accept length 2.75 at batch 1", "sglang", 2.75, True),
        ("vLLM against SGLang: acceptance length 2.7 in both", "unknown", 2.7, False),
    ],
)
def test_a_length_in_prose_names_no_engine_that_the_text_does_not(
    text, engine, tau, sure
):
    (found,) = read(text).measurements
    assert (engine, tau) == (found.engine, found.tau)
    assert sure == (Note.BONUS_UNCERTAIN not in found.notes)


@pytest.mark.parametrize(
    ("text", "rates", "tau"),
    [
        ("Per-position acceptance rate: 84%", (0.84,), 1.84),
        ("Per-position acceptance rate: 84%, 71%, 60%\n", (0.84, 0.71, 0.6), 3.15),
        ("Per-position acceptance: 84.0 % / 71.0 %\n", (0.84, 0.71), 2.55),
        (
            "Mean acceptance length: 2.55\nPer position acceptance rate: [84%, 71%]\n",
            (0.84, 0.71),
            2.55,
        ),
    ],
)
def test_rates_by_position_may_be_percents(text, rates, tau):
    (found,) = read(text).measurements
    assert (len(rates), tau) == (found.gamma, pytest.approx(tau, abs=1e-9))
    assert rates == pytest.approx(found.per_position)


@pytest.mark.parametrize(
    ("heading", "size"),
    [("depth", 3), ("DRAFT", 3), ("k", 3), ("spec depth", 3), ("num_spec_tokens", 3)],
)
def test_a_column_may_name_gamma_in_many_ways(heading, size):
    table = f"| {heading} | accept rate | tok/s |\n|---|---|---|\n| 3 | 60% | 51.5 |\n"
    assert [(size, 2.8, 0.6)] == told(table)
    bare = f"{heading.upper()} | ACCEPT | T/S\n3 | 60% | 51.5\n"
    assert [(size, 2.8, 0.6)] == told(bare)


def test_draft_beside_counts_is_the_drafted_tokens():
    (found,) = read("| prompt | draft | accepted |\n| x | 180 | 146 |\n").measurements
    assert (180, 146, None) == (
        found.num_draft_tokens,
        found.num_accepted_tokens,
        found.gamma,
    )


PAIRS = [
    "| k | accepted / drafted | acceptance pos1 / pos2 |\n"
    "| 2 | 1393 / 13548 | 14.90% / 5.67% |\n",
    "| run | accepted/drafted | per-position |\n| a | 1393/13548 | 14.90% / 5.67% |\n",
    "| run | accept rate | accepted / drafted |\n"
    "| a | 14.90% / 5.67% | 1393 / 13548 (10.3%) |\n",
    "| k | pos 0 | pos 1 | accepted | drafted |\n"
    "| 2 | 14.90% | 5.67% | 1393 | 13548 |\n",
]


@pytest.mark.parametrize("table", PAIRS)
def test_two_numbers_in_a_cell_are_counts_or_rates(table):
    (found,) = read(table).measurements
    assert (2, 6774, 1393, 13548) == (
        found.gamma,
        found.num_drafts,
        found.num_accepted_tokens,
        found.num_draft_tokens,
    )
    assert (0.149, 0.0567) == pytest.approx(found.per_position)
    assert pytest.approx(1 + 1393 / 6774) == found.tau


@pytest.mark.parametrize(
    "row",
    [
        "| baseline | 0 | 0.0% | 1.00 |",
        "| no spec | - | 0.0% | 1.00 |",
        "| without MTP | - | 0% | - |",
        "| off | - | - | 1.00 |",
    ],
)
def test_a_row_of_the_run_without_a_draft_is_no_alpha_of_zero(row):
    table = (
        f"| run | k | acceptance rate | acceptance length |\n|---|---|---|---|\n{row}\n"
    )
    plain, drafted = read(f"{table}| eagle3 | 3 | 62% | 2.86 |\n").measurements
    assert Note.SPECULATION_DID_NOT_RUN in plain.notes
    assert (None, None) == (plain.tau, plain.alpha_moment)
    assert (3, 2.86) == (drafted.gamma, drafted.tau)


def test_a_draft_that_is_never_accepted_is_an_alpha_of_zero():
    (found,) = read("| run | k | accept rate |\n| random | 3 | 0.0% |\n").measurements
    assert (3, 1, 0) == (found.gamma, found.tau, found.alpha_moment)


TABLE = "\n| dataset | acceptance rate |\n|---|---|\n| gsm8k | 85.2% |\n"


@pytest.mark.parametrize(
    ("option", "gamma"),
    [
        ('{"method": "mtp", "num_speculative_tokens": 2}', 2),
        ("vllm serve m --speculative-config '{\"num_speculative_tokens\":3}'", 3),
        ("llama-server -md d --spec-draft-n-max 4", 4),
        ("--speculative-num-draft-tokens 4 --speculative-eagle-topk 1", 3),
    ],
)
def test_an_option_above_a_table_gives_gamma(option, gamma):
    (found,) = read(option + TABLE).measurements
    assert (gamma, pytest.approx(1 + 0.852 * gamma)) == (found.gamma, found.tau)
    assert Note.GAMMA_FROM_OPTIONS in found.notes


def test_options_of_two_tables_are_each_for_its_own():
    two = ('{"num_speculative_tokens": 2}', '{"num_speculative_tokens": 5}')
    assert [2, 5] == [
        one.gamma for one in read((two[0] + TABLE) + (two[1] + TABLE)).measurements
    ]


def test_columns_may_be_draft_lengths():
    by_quantity = "| metric | k=1 | k=2 |\n| acceptance length | 1.83 | 2.50 |\n"
    assert [(1, 1.83, 0.83), (2, 2.5, 0.75)] == told(by_quantity)
    by_task = (
        "| task | n_max=1 rate / a.len | n_max=2 |\n"
        "| code | 90.30% / 1.90 | 84.43% / 2.68 |\n"
    )
    assert [(1, 1.9, 0.903), (2, 2.68, 0.8443)] == told(by_task)


def test_counts_that_rise_with_the_time_are_a_counter():
    (found,) = read(
        "Time,num_drafts,num_draft_tokens,num_accepted_tokens\n"
        "2026-01-01 00:00:00,262,1572,489\n2026-01-01 00:00:15,300,1800,600\n"
        "2026-01-01 00:00:30,527,3162,944\n"
    ).measurements
    assert (265, 455, 6) == (found.num_drafts, found.num_accepted_tokens, found.gamma)
    assert Note.SCRAPES_SUBTRACTED in found.notes


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("1393/13548 draft tokens accepted with k=2", (2, 6774, 1393)),
        ("accepted 764 of 833 drafted tokens, --spec-draft-n-max 1", (1, 833, 764)),
        ("764 of the 833 draft tokens were accepted", (None, None, 764)),
    ],
)
def test_a_sentence_may_hold_both_counts(text, counts):
    (found,) = read(text).measurements
    assert counts == (found.gamma, found.num_drafts, found.num_accepted_tokens)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "| Konfiguration | γ | Akzeptiert | Entworfen | Akzeptanzlänge |\n"
            "| ohne | 0 | 0 | 0 | 1,00 |\n| MTP | 3 | 11.043 | 18.405 | 2,80 |\n",
            [(None, None, None), (3, 2.8, 0.6)],
        ),
        (
            "Drafts : 6 135\nDraft tokens : 18 405\nAccepted tokens : 11 043\n",
            [(3, 2.8, 0.6)],
        ),
        (
            "- draft tokens: 18,405\n- accepted tokens: 11,043\n"
            "- num_speculative_tokens: 3\n",
            [(3, 2.8, 0.6)],
        ),
        (
            "* **Acceptance rate**: 60.0%\n* **Mean acceptance length**: 2.80\n",
            [(3, 2.8, 0.6)],
        ),
        (
            "<table><tr><th>k</th><th>acceptance length</th></tr>"
            "<tr><td>3</td><td>2.80</td></tr></table>",
            [(3, 2.8, 0.6)],
        ),
        (
            "| k | acceptance rate | acceptance length |\n"
            "| 3 | 60.0 ± 1.2% | 2.80 ± 0.05 |\n",
            [(3, 2.8, 0.6)],
        ),
        (
            "with --spec-draft-n-max 3 I got 167 accepted / 259 generated, 61 t/s",
            [(None, None, 0.6448)],
        ),
        (
            "run,num_spec_tokens,acceptance_rate,mean_acceptance_length,tok_s\n"
            "baseline,0,,,40.1\nk3,3,0.6,2.8,66.0\n",
            [(None, None, None), (3, 2.8, 0.6)],
        ),
        ("acc per pos: 80% / 60% / 40%, mean len 2.8\n", [(3, 2.8, 0.6)]),
        ("[MTP] accept rate: 0.83 (830/1000), depth=1\n", [(1, 1.83, 0.83)]),
        ("764 von 833 Entwurfs-Token angenommen.", [(None, None, 0.9172)]),
        (
            'level=info msg="x" drafts=100 draft_tokens=300 accepted_tokens=180\n',
            [(3, 2.8, 0.6)],
        ),
        (
            '[{"k": 3, "acceptance_rate": 0.6, "mean_acceptance_length": 2.8}]',
            [(3, 2.8, 0.6)],
        ),
        (
            "latency: 12.3\nacc_counts: [1918, 0]\nacc_rate: 0.8798165137614679\n"
            "num_draft_tokens: 2180\nnum_drafts: 2180\n",
            [(1, 1.88, 0.8798)],
        ),
    ],
)
def test_what_people_post_is_read(text, expected):
    assert expected == told(text)


@pytest.mark.parametrize(
    "text",
    [
        "acceptance rate 62% -> 71%, acceptance length 2.86 -> 3.13 (k=3)\n",
        '"Time","accepted","drafted"\n"2026-01-01 00:00:00","1.0 K","2.0 K"\n',
        "accept rate: 0.5 (830/1000)\n",
        "12 of 15 tests accepted\n",
    ],
)
def test_what_may_mean_something_else_is_no_reading(text):
    assert () == read(text).measurements
