"""Runs and load: from benchmark runs to the draft length, and how far it pays."""
