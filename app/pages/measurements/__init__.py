"""Your measurements: what a paste or an entry by hand tells."""
