"""The demonstration: its page, and a run told step by step."""
