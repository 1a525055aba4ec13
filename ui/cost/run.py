"""A training and what it costs, and what every chart of the page does with a click."""

from dataclasses import dataclass
from pathlib import Path

import altair as alt

from bpe import Training
from bpe.readings.cost import CostCurve
from ui.controls.asked import Asked
from ui.controls.controls import training_controls
from ui.controls.steps import click_steps
from ui.cost import tables
from ui.shell.frame import Bar
from ui.shell.text import t

FORMULAS = Path(__file__).with_name("cost.css")


@dataclass(frozen=True)
class CostedRun:
    """What was asked for, and what it costs at each step."""

    asked: Asked
    costs: CostCurve

    @property
    def training(self) -> Training:
        """The training that was asked for."""
        return self.asked.training


def cost_controls(bar: Bar) -> CostedRun:
    """Draw the pickers; return the training they ask for with its cost at each step."""
    asked = training_controls(bar)
    return CostedRun(asked, tables.curve(asked.training))


def clickable(run: CostedRun, chart: alt.LayerChart | alt.FacetChart, key: str, alt: str) -> None:
    """Draw a chart whose points move the player to their step."""
    click_steps(chart, key, len(run.training), run.costs.best_step, alt)


def way(change: float) -> str:
    return t("cost.shorter" if change < 0 else "cost.longer")


def bits(value: float) -> str:
    """Write bits: whole ones where there are many."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:,.1f}"
