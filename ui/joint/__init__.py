"""Panels of the page Two languages, one vocabulary."""
