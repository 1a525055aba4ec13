"""A tour that is done by doing, and the presenter of a lesson."""
