"""What the page Predict the merge shows: rounds, their score, puzzles and worksheets."""
