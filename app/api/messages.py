"""
What the API says when it cannot use a value, by its stable code.

The numbers in these sentences are written as they are to be sent: with a point,
whatever the language.
"""

from flask_babel import lazy_gettext as _l

from app.forms.sentences import quoted
from app.web.problem import Problem

_SENTENCES = {
    "missing": _l("%(field)s is missing."),
    "missing_one_of": _l("One of %(names)s is needed."),
    "conflict": _l("%(field)s cannot be given together with %(other)s."),
    "repeated": _l("%(field)s may be given only once."),
    "too_many": _l("%(field)s may hold at most %(most)s values, not %(count)s."),
    "unknown_parameter": _l("There is no parameter “%(field)s” here."),
    "not_a_number": _l(
        "%(field)s must be a number as JSON writes it, such as %(example)s, "
        "not “%(text)s”."
    ),
    "not_whole": _l("%(field)s must be a whole number, not %(text)s."),
    "out_of_range": _l("%(field)s must be from %(least)s to %(most)s, not %(text)s."),
    "fraction_expected": _l(
        "%(field)s is a fraction from %(least)s to %(most)s: "
        "if you mean %(text)s percent, send %(fraction)s."
    ),
    "not_a_choice": _l("%(field)s must be one of %(choices)s, not “%(text)s”."),
    "rising": _l(
        "%(field)s must not rise: position %(position)s has %(text)s, "
        "more than the position before it."
    ),
    "beyond_profile": _l(
        "%(field)s can be at most %(most)s, the length of per_position."
    ),
    "unsupported_media_type": _l("The body must be sent as %(media_type)s."),
    "not_a_run": _l(
        "%(field)s must be gamma, tau and speedup with commas between them, such as "
        "2,2.63,1.282, not “%(text)s”."
    ),
    "not_a_benchmark_run": _l(
        "%(field)s must be concurrency, gamma, tau and speed with commas between "
        "them, such as 8,3,2.53,712, not “%(text)s”. All but the speed may be empty."
    ),
    "tau_expected": _l(
        "%(field)s takes tokens per cycle, from 1: if %(text)s is the share of drafts "
        "that were accepted at gamma %(gamma)s, send %(tau)s."
    ),
    "beyond_costs": _l(
        "These runs cost more per cycle than can be calculated; check the speedups."
    ),
}

MEANINGS = {
    "missing": _l("A required parameter is missing."),
    "missing_one_of": _l("One of several parameters is required, and none is given."),
    "conflict": _l("Two parameters say the same thing in two ways; send one."),
    "repeated": _l("A parameter is given more than once."),
    "too_many": _l("A list holds more values than are calculated."),
    "unknown_parameter": _l(
        "There is no parameter of this name. It may be misspelt, so it is not ignored."
    ),
    "not_a_number": _l(
        "Not a number as JSON writes it: point for the decimals, no plus sign, no "
        "spaces, no separators between thousands."
    ),
    "not_whole": _l("A number with decimals where a whole one is needed."),
    "out_of_range": _l("A number outside the range allowed."),
    "fraction_expected": _l("A fraction is needed, and this looks like percent."),
    "not_a_choice": _l("A word that is not one of those allowed."),
    "rising": _l(
        "A position cannot be reached more often than the one before it. Perhaps the "
        "rates are conditional on the position before: then multiply them cumulatively."
    ),
    "beyond_profile": _l("The draft is longer than per_position describes."),
    "unsupported_media_type": _l("The body has another Content-Type (status 415)."),
    "not_a_run": _l("A run that is not three numbers with commas between them."),
    "not_a_benchmark_run": _l(
        "A run that is not four fields with commas between them, the last a speed."
    ),
    "tau_expected": _l(
        "Tokens per cycle are needed, and this looks like the share of drafts that "
        "were accepted. Tau is 1 plus gamma times that share."
    ),
    "beyond_costs": _l("The runs show costs beyond what can be calculated."),
    "not_found": _l("There is nothing at this address (status 404)."),
    "method_not_allowed": _l(
        "The address knows other methods; they are in the header Allow (status 405)."
    ),
    "too_large": _l("The body is larger than 256 KiB (status 413)."),
    "query_too_long": _l("The query is longer than 8 KiB (status 414)."),
    "internal_error": _l("The calculator has an error (status 500)."),
    "unavailable": _l("The calculator is busy; try again (status 503)."),
    "unknown_host": _l("The calculator does not answer under this host name."),
    "bad_request": _l("The request cannot be read."),
}

"""Every code and what it means, for people."""


class RefusalError(ValueError):
    """
    Say why a text is no value that we can use.

    Attributes:
        code: The code.
        values: What its sentence names besides the field.
    """

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    def problem(self, field: str) -> Problem:
        """Return the problem of a field, in the language of the request."""
        return problem(field, self.code, **self.values)


class ContradictionError(RefusalError):
    """Say that the parts of a text, each right by itself, do not go together."""


def problem(field: str | None, code: str, **values: object) -> Problem:
    """
    Return a problem with its sentence, in the language of the request.

    Args:
        field: The parameter, or None.
        code: The code.
        values: What the sentence names besides the field. "text" is what was
            sent; it is cut to what fits in a sentence.
    """
    shown = {**values, "field": quoted(field or "")}
    if "text" in values:
        shown["text"] = quoted(str(values["text"]))
    return Problem(field, code, str(_SENTENCES[code] % shown))
