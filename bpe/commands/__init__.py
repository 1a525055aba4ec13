"""The command line: train, encode, and check one's own merges."""
