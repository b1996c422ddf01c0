"""The calculator for speculative decoding: a Flask app rendered on the server."""
