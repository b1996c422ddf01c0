"""
Templates: translated when they are compiled, in one environment per language.

So a message without variables is plain text in the compiled template, and costs
nothing when a page is rendered; in one with variables, they stand between its
parts.
"""

import re
from collections.abc import Callable, Iterator, MutableMapping
from pathlib import Path
from typing import Any

import jinja2
from babel.support import NullTranslations
from flask import Flask, current_app
from jinja2 import nodes
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from app.i18n.languages import Language, current_language
from app.i18n.notation import SMALLEST, amount, equals, exact, fraction, rounded

TEMPLATES = Path(__file__).parents[2] / "templates"

_PLACEHOLDER = re.compile(r"%(?:\((\w+)\)s|%)")


def init_app(app: Flask) -> None:
    """
    Give the app's templates their rules.

    Args:
        app: The app; globals that others add to its environment are known in
            every language.
    """
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.undefined = jinja2.StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.extensions["environments"] = {}


def render(template: str, /, **context: Any) -> str:
    """
    Render a template in the language of the request.

    Args:
        template: Its path under templates/.
        context: All that the template may know besides the globals.
    """
    return render_in(current_language(), template, **context)


def render_in(language: Language, template: str, /, **context: Any) -> str:
    """
    Render a template in a language.

    Args:
        language: One of ours.
        template: Its path under templates/.
        context: All that the template may know besides the globals.
    """
    return _environment_of(language).get_template(template).render(context)


def _environment_of(language: Language) -> jinja2.Environment:
    """Return the language's environment, made when it is first needed."""
    made: dict[str, jinja2.Environment] = current_app.extensions["environments"]
    if language.code not in made:
        made[language.code] = translated(current_app.jinja_env, language)
    return made[language.code]


def translated(shared: jinja2.Environment, language: Language) -> jinja2.Environment:
    """
    Return an environment whose templates speak one language.

    Args:
        shared: The environment of the app, which stays as it is.
        language: One of ours.
    """
    environment = shared.overlay(loader=TranslatingLoader(language.translations))
    environment.filters = {
        **shared.filters,
        "number": language.number,
        "short": language.short,
        "percent": language.percent,
        "short_percent": language.short_percent,
        "times": language.times,
        "exact": exact,
        "fraction": fraction,
        "rounded": rounded,
        "amount": amount,
    }
    environment.globals = {
        **shared.globals,
        "language": language,
        "equals": equals,
        "smallest": exact(SMALLEST),
        "ngettext": language.translations.ngettext,
    }
    return environment


class TranslatingLoader(jinja2.FileSystemLoader):
    """
    Load templates in one language: messages become text.

    Args:
        translations: The language's messages.
        folder: Where the templates are.
    """

    def __init__(
        self, translations: NullTranslations, folder: Path = TEMPLATES
    ) -> None:
        super().__init__(folder)
        self.translations = translations

    def load(
        self,
        environment: jinja2.Environment,
        name: str,
        globals: MutableMapping[str, Any] | None = None,  # jinja's name
    ) -> jinja2.Template:
        """
        Return a template, translated and compiled.

        Args:
            environment: The language's own.
            name: The template's path.
            globals: What every template knows.
        """
        source, filename, uptodate = self.get_source(environment, name)
        tree = environment.parse(source, name, filename)
        _Translator(self.translations).visit(tree)
        code = environment.compile(tree, name, filename)
        return environment.template_class.from_code(
            environment, code, globals if globals is not None else {}, uptodate
        )


class _Translator(NodeTransformer):
    """Put the translation in place of each gettext call with a constant."""

    def __init__(self, translations: NullTranslations) -> None:
        self.calls: dict[str, Callable[..., object]] = {
            "_": translations.gettext,
            "gettext": translations.gettext,
            "pgettext": translations.pgettext,
        }

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802  # jinja's name
        self.generic_visit(node)
        name = node.node.name if isinstance(node.node, nodes.Name) else ""
        if name not in self.calls:
            return node
        arguments = [arg.value for arg in node.args if isinstance(arg, nodes.Const)]
        if node.kwargs or len(arguments) < len(node.args):
            raise jinja2.TemplateSyntaxError(
                f"{name}() takes constant text only; use trans for variables",
                node.lineno,
            )
        message = str(self.calls[name](*arguments))
        return nodes.Const(Markup(message))  # noqa: S704  # our own catalogue

    def visit_Output(self, node: nodes.Output) -> nodes.Node:  # noqa: N802
        self.generic_visit(node)
        node.nodes = [part for child in node.nodes for part in _parts(child)]
        return node


def _parts(node: nodes.Expr) -> Iterator[nodes.Expr]:
    """Yield a message's texts and values in turn; all else as it is."""
    match node:
        case nodes.Mod(
            left=nodes.MarkSafeIfAutoescape(
                expr=nodes.Const(value=Markup() as message)
            ),
            right=nodes.Dict(items=pairs),
        ):
            values = {pair.key.as_const(): pair.value for pair in pairs}
            first, *rest = _PLACEHOLDER.split(message)
            yield nodes.TemplateData(first)
            for name, text in zip(rest[::2], rest[1::2], strict=True):
                yield values[name] if name else nodes.TemplateData("%")
                yield nodes.TemplateData(text)
        case _:
            yield node
