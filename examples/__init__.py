"""Notebooks, and a command that executes them."""
