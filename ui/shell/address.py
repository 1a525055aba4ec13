"""Keep the step of a page without a player in the address, as the player does on the others."""

import streamlit as st

# Replacing the address makes no entry in the browser's history, so Back leads to another page.
_mount = st.components.v2.component(
    "address",
    js="""
    const pages = new WeakMap();

    export default function ({ data, parentElement }) {
      if (!pages.has(parentElement)) pages.set(parentElement, location.pathname);
      if (location.pathname !== pages.get(parentElement)) return;
      const url = new URL(location.href);
      if (data.step === data.home) url.searchParams.delete("step");
      else url.searchParams.set("step", data.step);
      if (url.href !== location.href) history.replaceState(history.state, "", url);
    }
    """,
)


def step_in_address(step: int, home: int, key: str) -> None:
    """Write the step to the address; it is left out at `home`, where the page opens."""
    _mount(key=key, data={"step": step, "home": home}, height=1)
