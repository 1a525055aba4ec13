"""Benchmarks of the engine and its peers, and of the app under load: `python -m benchmarks`."""
