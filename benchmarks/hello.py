"""A bare Flask app, the measure of all ratios."""

from flask import Flask

app = Flask(__name__)


@app.get("/")
def hello() -> str:
    """Say hello."""
    return "Hello, world!"
