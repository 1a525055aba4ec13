"""The command line: train, encode, check one's own merges, and count words."""
