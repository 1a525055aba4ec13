"""The whole run: its totals by step."""

from bpe import Training
from ui.draw.lines import LineChart, draw_lines
from ui.draw.readings import over_time
from ui.draw.say import say
from ui.shell.text import t
from ui.train import PAGE


def over_time_panel(training: Training, step: int) -> None:
    """Draw the run's totals by step with the current step marked."""
    if not len(training):
        say("charts.nothing")
        return
    totals = over_time(training)
    for name in totals.names[1:]:
        values = [each for each in totals.column(name) if each is not None]
        chart = LineChart(
            f"over_time_{name}",
            PAGE.name,
            {t(f"charts.{name}_axis"): values},
            step,
            t(f"charts.{name}_title"),
            last=len(training),
            log=True,
            stairs=True,
        )
        draw_lines(chart)
