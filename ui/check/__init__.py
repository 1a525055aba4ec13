"""The page Check my BPE."""
