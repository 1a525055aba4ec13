"""The lesson: its stops, what is said at each, and the stage that shows them."""
