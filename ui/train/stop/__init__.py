"""The tab When to stop: why this run did, and what each step costs in bits."""
