"""The arithmetic of speculative decoding: pure functions, standard library only."""
