"""SGLang: its log, and what its requests answer."""

from app.engines.sglang import log, responses

READERS = (log.read, responses.read)
