"""Panels of the page A token's life."""
