"""What every answer passes through: settings, proxy, headers, caching, errors."""
