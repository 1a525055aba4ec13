"""Panels of the page Unigram."""
