"""
Surroundings: what commands, headings and sentences around numbers say of them.

Options count wherever they stand; names such as "MTP off" only on short lines,
which are headings rather than prose.
"""

import re
from dataclasses import replace

from app.engines.runs.settings import MOST_GAMMA, Setting, read_setting

_OPTIONS = (
    (re.compile(r"num[-_]spec(?:ulative)?[-_]tokens\W{1,6}(\d{1,3})(?![\d.])"), 0),
    (re.compile(r"(?:num[-_]nextn\w*|max[-_]draft[-_]len)\W{1,6}(\d{1,3})\b"), 0),
    (re.compile(r"speculative[-_.]num[-_]draft[-_]tokens\W{1,6}(\d{1,3})\b"), 1),
    (re.compile(r"(?:draft[-_.]n[-_.]max|draft[-_]max|n_max)\W{1,3}(\d{1,3})\b"), 0),
    (re.compile(r"num[-_]steps\W{1,6}(\d{1,3})\b"), 0),
)
_MAXIMUM = re.compile(r"max\W")
_CONCURRENCY = re.compile(r"--(?:max-)?concurrency[=\s]{1,3}(\d{1,6})\b")
_TREE = re.compile(r"eagle[-_]topk\W{1,6}(?:[2-9]|\d\d)\b")
_SHORT = 100
_NEAREST = 6
_COMMAND = re.compile(r"--?[a-z]|[{}$]|https?:")


def options(text: str) -> Setting:
    """Return draft length and load that options in *text* name once only."""
    gammas = set()
    maximum = False
    for pattern, root in _OPTIONS:
        for found in pattern.finditer(text):
            maximum = maximum or bool(_MAXIMUM.search(found[0]))
            gammas.add(int(found[1]) - root)
        if gammas:
            break
    loads = {float(load) for load in _CONCURRENCY.findall(text)}
    gamma = gammas.pop() if len(gammas) == 1 else None
    if gamma is not None and not 0 < gamma <= MOST_GAMMA:
        gamma = None
    return Setting(
        "on" if gamma else "",
        None if _TREE.search(text) else gamma,
        loads.pop() if len(loads) == 1 else None,
        maximum,
        tree=bool(_TREE.search(text)),
    )


def before(text: str) -> Setting:
    """
    Return what the text above a report or log says about it.

    Args:
        text: From the report before to this one.
    """
    found = options(text)
    lines = [line for line in text.split("\n") if line.strip()][-_NEAREST:]
    for line in reversed(lines):
        if len(line) > _SHORT or _COMMAND.search(line):
            continue
        said = read_setting(line)
        found = replace(
            found,
            mode=said.mode or found.mode,
            gamma=said.gamma if said.gamma is not None else found.gamma,
            load=found.load if found.load is not None else said.load,
        )
        if said.mode:
            break
    return replace(found, gamma=0) if found.mode == "off" else found
