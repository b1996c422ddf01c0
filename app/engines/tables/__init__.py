"""Tables and prose: the same numbers as people pass them on."""

from app.engines.tables.rows import read

__all__ = ["read"]
