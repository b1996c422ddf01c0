"""From counts to measurements: pooling, positions, tau and alpha."""
