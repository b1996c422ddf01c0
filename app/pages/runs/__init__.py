"""Runs and load: from benchmark runs to the draft length, and up to which load it pays."""
