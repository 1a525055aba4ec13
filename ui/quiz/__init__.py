"""What the page Predict the merge shows: rounds, their score, puzzles and worksheets."""

from ui.shell.page import Page

PAGE = Page(
    name="quiz",
    place=110,
    icon=":material/quiz:",
    group="learn",
)
