"""Panels of the page What if."""
