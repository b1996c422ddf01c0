"""The blueprint that all pages of the site register on: a language, then their path."""

from flask import Blueprint

from app.i18n.languages import LANGUAGES

bp = Blueprint("pages", __name__, url_prefix=f"/<any({','.join(LANGUAGES)}):lang>")
