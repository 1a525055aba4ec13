"""Text before any merge: normalizers, pre-tokenizers, patterns and characters."""
