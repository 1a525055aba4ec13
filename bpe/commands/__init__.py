"""The command line: train, count words, encode, and check one's own merges."""
