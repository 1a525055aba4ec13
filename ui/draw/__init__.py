"""Drawing of tokens, tables and charts."""
