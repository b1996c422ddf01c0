"""Forms: what people type, turned into what the model takes."""
