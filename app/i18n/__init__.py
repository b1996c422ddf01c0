"""Languages: which one a request has, its numbers, its templates and its prose."""
