"""Readings of a record and of tokenizers, each file one question of a page."""
