"""What single pages ask of a record."""
