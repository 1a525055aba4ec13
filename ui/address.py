"""Write values that change without a rerun, such as the player's step, to the address."""

from pathlib import Path

from ui.component import component
from ui.state import will_write_address

_mount = component("address", Path(__file__).with_name("address.js"))


def in_address(key: str, **values: object) -> None:
    """Write values to the address by name, without an entry in the browser's history.

    None removes a name. If the run ends with another entry, that one has the values; the entry that
    Back leads to keeps its own.
    """
    written = {name: None if value is None else str(value) for name, value in values.items()}
    _mount(key=key, data={"values": written, "entry": will_write_address()}, height=1)
