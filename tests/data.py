"""Texts and counts used by many tests."""

SIX_WORDS = "highest higher lower lowest cooler coolest"
"""The words of the opening sample; its first merge is decided by a tie rule."""

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
"""The corpus of the Hugging Face course."""
