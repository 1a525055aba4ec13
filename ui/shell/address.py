"""Keep the step of a page without a player in the address, as the player does on the others."""

from pathlib import Path

from ui.shell.component import component

_mount = component("address", Path(__file__).with_name("step.js"))


def step_in_address(step: int, home: int, key: str) -> None:
    """Write the step to the address; it is left out at `home`, where the page opens."""
    _mount(key=key, data={"step": step, "home": home}, height=1)
