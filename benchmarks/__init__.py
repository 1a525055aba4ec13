"""The engine and its peers, measured side by side."""
