"""Panels of the page Bytes."""
