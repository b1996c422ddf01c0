"""A paste taken apart: clean text, JSON objects, Prometheus samples."""
