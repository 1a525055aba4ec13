"""Browsers: their names in signed cookies, and their networks."""

from functools import cache
from ipaddress import ip_address
from secrets import token_urlsafe

import streamlit as st
from itsdangerous import BadSignature, Signer


@cache
def _signer() -> Signer:
    # Processes that serve one address share a secret.
    return Signer(st.get_option("server.cookieSecret"), salt="bpe")


def new_name() -> str:
    """Return a cookie's value: a random name of 32 characters, and its signature."""
    return _signer().sign(token_urlsafe(24)).decode()


def issued_name(said: str | None) -> str | None:
    """Return the name in a cookie (any text); None if this server did not sign it."""
    try:
        return _signer().unsign(said or "").decode()
    except (BadSignature, UnicodeError):
        return None


def network_of(host: str | None) -> str:
    """Return the network of an address: for IPv6 the half shared by the whole network."""
    try:
        address = ip_address(host or "")
    except ValueError:
        return str(host or "")
    return (getattr(address, "ipv4_mapped", None) or address).packed[:8].hex()
