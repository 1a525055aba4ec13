"""Panels of the page Encode and decode."""
