"""Readings of a record and of tokenizers: one module per topic of a page."""
