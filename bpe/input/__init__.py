"""Input: files of every kind, opened and read within limits, the same wherever they come from."""
