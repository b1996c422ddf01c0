"""
The form of the runs page: one row per run, and the loads asked for.

A run stands in links as one value of the repeated key ``run``: its load, draft
length, tokens per cycle and speed, with "," between them and a point before the
decimals. The rows of the form come under keys of their own, repeated in the same
order, as typed.
"""

from collections.abc import Sequence

from flask_babel import lazy_gettext
from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict
from wtforms import Form

from app.forms.fields import NumberField
from app.forms.rates_field import RatesField
from app.forms.run_row import NAMES, SPEEDS, RunRow, cell_key
from app.model.load import MAX_BENCHMARK_RUNS, MAX_CONCURRENCY, BenchmarkRun

RUN_KEY, UNIT_KEY, AT_KEY, ROWS_KEY = "run", "unit", "at", "rows"
RATES_KEY = "per_position"
ADD_KEY, REMOVE_KEY, FILL_KEY = "add", "remove", "fill"
CELL_KEYS = tuple(map(cell_key, NAMES))
"""The query keys of the rows as typed."""

DEFAULT_UNIT = next(iter(SPEEDS))

MAX_AT = 16
"""The most loads asked for."""

FIRST_ROWS, SPARE_ROWS, MORE_ROWS = 4, 1, 4
"""Rows of an empty form, blank rows below the others, and rows that are added."""


class AskedForm(Form):
    """Ask for a load, and for the rates that tell of shorter drafts."""

    at = NumberField(
        _l("Load asked for"),
        least=1,
        most=MAX_CONCURRENCY,
        thousands=True,
        units=("requests", "request", "Anfragen", "Anfrage"),
        render_kw={"data-optional": "true"},
    )
    per_position = RatesField(
        lazy_gettext("Acceptance rate per position"),
        render_kw={"data-optional": "true"},
    )


class RunsForm:
    """
    Hold the rows, and what they come to as runs.

    Args:
        query: The query as sent, from a link or from the form.
    """

    def __init__(self, query: MultiDict[str, str]) -> None:
        unit = query.get(UNIT_KEY) or DEFAULT_UNIT
        self.unit_is_wrong = unit not in SPEEDS
        """Whether the address names a unit that there is not."""
        self.unit = DEFAULT_UNIT if self.unit_is_wrong else unit
        self.typed = any(key in query for key in CELL_KEYS)
        """Whether the rows come from the form."""
        texts, self.wrong = _texts(query, self.typed)
        self.left_out = max(0, len(texts) - MAX_BENCHMARK_RUNS)
        """How many runs are more than are evaluated."""
        self.rows = [
            RunRow(number, cells, self.unit, typed=self.typed)
            for number, cells in enumerate(texts[:MAX_BENCHMARK_RUNS], 1)
        ]
        asked = [text for text in query.getlist(AT_KEY) if text.strip()][:MAX_AT]
        self.asked = [AskedForm(MultiDict({AT_KEY: text})) for text in asked]
        rates = {RATES_KEY: query[RATES_KEY]} if RATES_KEY in query else {}
        first = {AT_KEY: asked[0]} if asked else {}
        self.form = AskedForm(MultiDict({**rates, **first}) or None)
        self.valid = self._validate()
        """Whether every value is a number or nothing."""
        self._share_rates()

    def _validate(self) -> bool:
        parts = [self.form, *self.asked, *self.rows]
        right = [part.validate() for part in parts]
        return all(right) and not (self.wrong or self.unit_is_wrong)

    def _share_rates(self) -> None:
        """Give the tokens per cycle of the rates to the one draft length they fit."""
        rates = self.rates
        if rates:
            for row in self.rows:
                if row.gamma.data == len(rates) and row.tau.blank:
                    row.tau_of_rates = 1 + sum(rates)

    @property
    def rates(self) -> tuple[float, ...] | None:
        """Return the measured rates per position, where they were entered."""
        return self.form.per_position.rates

    @property
    def at(self) -> tuple[float, ...]:
        """Return the loads asked for."""
        loads = [one.at.data for one in self.asked if one.at.data is not None]
        return tuple(dict.fromkeys(loads))

    @property
    def used(self) -> list[RunRow]:
        """Return the rows in which anything stands."""
        return [row for row in self.rows if row.used]

    @property
    def lacks_gamma(self) -> bool:
        """Say whether several rows lack their draft length."""
        return len([row for row in self.used if row.gamma.blank]) > 1

    @property
    def runs(self) -> tuple[BenchmarkRun, ...]:
        """Return the runs that are whole and right."""
        return tuple(run for row in self.rows if (run := row.run) is not None)

    def shown(self, query: MultiDict[str, str]) -> list[RunRow]:
        """Return the rows to show: those of the query, and blank ones below."""
        asked = query.get(ROWS_KEY, "")
        least = int(asked) if asked.isascii() and asked.isdigit() else FIRST_ROWS
        if ADD_KEY in query:
            least = len(self.rows) + MORE_ROWS
        count = max(least, len(self.rows) + SPARE_ROWS * (not self.typed))
        blank = range(len(self.rows) + 1, min(count, MAX_BENCHMARK_RUNS) + 1)
        return [*self.rows, *(RunRow(n, (), self.unit, typed=True) for n in blank)]

    @property
    def query(self) -> list[tuple[str, str]]:
        """
        Return the values as links carry them.

        Rows with something wrong in them are carried as typed.
        """
        used = self.used
        right = all(not row.errors for row in used)
        found = [link for row in used for link in (row.link if right else row.cells)]
        found += self._unit_query
        found += [one.at.link for one in self.asked if one.at.text]
        if self.form.per_position.data:
            found.append((RATES_KEY, self.form.per_position.data))
        return found

    @property
    def whole_query(self) -> list[tuple[str, str]]:
        """Return the runs that are whole, as the API takes them."""
        runs = [link for row in self.rows if row.run for link in row.link]
        asked = [one.at.link for one in self.asked if one.at.data is not None]
        return [*runs, *self._unit_query, *asked]

    @property
    def _unit_query(self) -> list[tuple[str, str]]:
        return [] if self.unit == DEFAULT_UNIT else [(UNIT_KEY, self.unit)]


def _texts(
    query: MultiDict[str, str], typed: bool
) -> tuple[list[Sequence[str]], list[str]]:
    """Return the texts of each row, and the runs of a link that are none."""
    if not typed:
        parts = [text.split(",") for text in query.getlist(RUN_KEY) if text.strip(", ")]
        wrong = [",".join(cells) for cells in parts if len(cells) > len(NAMES)]
        return [cells for cells in parts if len(cells) <= len(NAMES)], wrong
    columns = [query.getlist(key) for key in CELL_KEYS]
    count = min(max(map(len, columns)), 2 * MAX_BENCHMARK_RUNS)
    rows = [
        [column[place] if place < len(column) else "" for column in columns]
        for place in range(count)
    ]
    for cells in rows:
        if any(text.strip() for text in cells) and not cells[1].strip():
            cells[1] = query.get(FILL_KEY, "")
    removed = query.get(REMOVE_KEY, "")
    if removed.isascii() and removed.isdigit() and 0 < int(removed) <= count:
        del rows[int(removed) - 1]
    return [cells for cells in rows if any(text.strip() for text in cells)], []
