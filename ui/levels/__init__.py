"""Panels of the page Why subwords."""
