"""vLLM: its log, and what its programs report."""

from app.engines.vllm import log, reports

READERS = (log.read, reports.read)
