"""The calculator: its page, figures, suggestions and comparison."""
