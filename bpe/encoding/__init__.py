"""Encoding: text to tokens of a learned vocabulary, and back."""
