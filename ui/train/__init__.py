"""Panels of the page Step through BPE."""
