"""Other libraries' files, in and out. `bpe.interchange` has the public names."""
