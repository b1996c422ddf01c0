"""
Print the CPU time of a demonstration: fitting, and a run of 2,000 tokens.

Run it from the project's root: python -m benchmarks.demo
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import process_time

from app.model.ngram import MAX_TEXT_BYTES, fit
from app.model.sampling import MAX_RUN_TOKENS, run

MODEL = Path(__file__).parents[1] / "app" / "model"
SETTINGS = ((5, 1, 4), (5, 1, 16), (5, 2, 16), (5, 4, 16))
"""Target's order, draft's order, gamma."""


def main() -> None:
    print("| text | characters | different | orders | γ | fit | run | α | exact |")
    print("| --- | ---: | ---: | --- | ---: | ---: | ---: | ---: | ---: |")
    for name, text in texts():
        for setting in SETTINGS:
            print(row(name, text, *setting))


def row(name: str, text: str, order: int, draft_order: int, gamma: int) -> str:
    begin = process_time()
    model = fit(text, order)
    fitted = process_time()
    found = run(
        model,
        model.of_order(draft_order),
        gamma=gamma,
        num_output_tokens=MAX_RUN_TOKENS,
        rng=Random(1),
    )
    end = process_time()
    cells = (
        name,
        f"{len(text):,}",
        f"{len(model.vocabulary):,}",
        f"{order} and {draft_order}",
        str(gamma),
        f"{(fitted - begin) * 1000:.0f} ms",
        f"{(end - fitted) * 1000:.0f} ms",
        f"{found.alpha:.3f}",
        f"{found.exact_alpha:.3f} ± {found.alpha_standard_error:.3f}",
    )
    return f"| {' | '.join(cells)} |"


def texts() -> Iterator[tuple[str, str]]:
    prose = "\n".join(docstrings())
    rng = Random(5)
    han = [chr(0x4E00 + place) for place in range(MAX_TEXT_BYTES // 3)]
    falling = [1 / (place + 1) for place in range(3000)]
    yield "prose", prose[:10_000]
    yield "prose, 64 KiB", (prose * 10)[: MAX_TEXT_BYTES - 1000]
    yield "3,000 Han", "".join(rng.choices(han[:3000], falling, k=len(han)))
    yield "all different", "".join(han)
    yield "noise", "".join(rng.choices([chr(33 + i) for i in range(90)], k=65_000))
    yield "emoji", "\U0001f44d\U0001f3fd\U0001f1e9\U0001f1ea\u2764\ufe0f!" * 2_300


def docstrings() -> Iterator[str]:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    for path in sorted(MODEL.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, kinds):
                yield ast.get_docstring(node) or ""


if __name__ == "__main__":
    main()
