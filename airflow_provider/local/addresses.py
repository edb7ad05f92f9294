"""
Which addresses may be dialled: public ones, and those of the networks that the operator opened.

Works on addresses only. Names are resolved in `fetch`, which dials exactly what was judged here.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from airflow_provider.local.settings import Network

Address = IPv4Address | IPv6Address

# NAT64, IPv4-compatible and IPv4-translated: the IPv4 address is in the last 32 bits.
_WRAPPING = (IPv6Network("64:ff9b::/96"), IPv6Network("::/96"), IPv6Network("::ffff:0:0:0/96"))
# Local-use NAT64 (RFC 8215) and site-local: where they lead is the network's own business.
_NEVER_PUBLIC = (IPv6Network("64:ff9b:1::/48"), IPv6Network("fec0::/10"))


def may_dial(text: str, *, allowed: Iterable[Network]) -> bool:
    """Tell whether the address written in *text* is public or lies in one of the *allowed* networks."""
    try:
        address = _destination(ip_address(text.partition("%")[0]))
    except ValueError:
        return False
    return _is_public(address) or any(address in network for network in allowed)


def _destination(address: Address) -> Address:
    """Return where a packet really goes: the IPv4 address that some IPv6 addresses only wrap."""
    if isinstance(address, IPv4Address):
        return address
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    if int(address) > 1 and any(address in network for network in _WRAPPING):
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address


def _is_public(address: Address) -> bool:
    if address.is_multicast or address.is_reserved or any(address in network for network in _NEVER_PUBLIC):
        return False
    return address.is_global
