"""Panels of the page BPE and WordPiece."""
