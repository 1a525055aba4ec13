"""The lesson: its stops, their texts, and the stage that shows them."""
