"""Our engine and its peers, timed side by side, and the app under load: `python -m benchmarks`."""
