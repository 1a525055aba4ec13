"""Panels of the page Sentences without spaces."""
