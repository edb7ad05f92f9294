"""
Which addresses lead to the public internet, after IANA's registries of special-purpose addresses.

Works on addresses only; who resolves names and dials is `dialling`. Python's `is_global` has no say: it differs
between interpreters, and lets some of these networks pass.
"""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network

# IPv4 Special-Purpose Address Registry (RFC 6890), and multicast.
SPECIAL_IPV4 = (
    IPv4Network("0.0.0.0/8"),  # this network
    IPv4Network("10.0.0.0/8"),  # private use
    IPv4Network("100.64.0.0/10"),  # shared by carriers
    IPv4Network("127.0.0.0/8"),  # loopback
    IPv4Network("169.254.0.0/16"),  # link local, metadata of clouds
    IPv4Network("172.16.0.0/12"),  # private use
    IPv4Network("192.0.0.0/24"),  # protocol assignments
    IPv4Network("192.0.2.0/24"),  # documentation
    IPv4Network("192.88.99.0/24"),  # relays of 6to4, deprecated
    IPv4Network("192.168.0.0/16"),  # private use
    IPv4Network("198.18.0.0/15"),  # benchmarking
    IPv4Network("198.51.100.0/24"),  # documentation
    IPv4Network("203.0.113.0/24"),  # documentation
    IPv4Network("224.0.0.0/4"),  # multicast
    IPv4Network("240.0.0.0/4"),  # reserved, and broadcast
)
GLOBAL_IPV4 = (
    IPv4Network("192.0.0.9/32"),  # port control, anycast
    IPv4Network("192.0.0.10/32"),  # TURN, anycast
)

# The only part of IPv6 that is handed out as global unicast (RFC 4291). Outside of it lie loopback, 64:ff9b:1::/48
# (local NAT64), 100::/64 (discard), 5f00::/16 (segment routing), fc00::/7, fe80::/10, fec0::/10 and ff00::/8.
UNICAST_IPV6 = IPv6Network("2000::/3")
# IPv6 Special-Purpose Address Registry, as far as it lies inside of that.
SPECIAL_IPV6 = (
    IPv6Network("2001::/23"),  # protocol assignments
    IPv6Network("2001:db8::/32"),  # documentation
    IPv6Network("3fff::/20"),  # documentation
)
GLOBAL_IPV6 = (
    IPv6Network("2001:1::1/128"),  # port control, anycast
    IPv6Network("2001:1::2/128"),  # TURN, anycast
    IPv6Network("2001:1::3/128"),  # service registration, anycast
    IPv6Network("2001:3::/32"),  # AMT
    IPv6Network("2001:4:112::/48"),  # AS112
    IPv6Network("2001:20::/28"),  # ORCHIDv2
    IPv6Network("2001:30::/28"),  # remote identifiers of drones
)

# IPv4 in the last 32 bits: mapped, compatible, translated, and NAT64's well-known prefix.
WRAPPING = tuple(map(IPv6Network, ("::ffff:0:0/96", "::/96", "::ffff:0:0:0/96", "64:ff9b::/96")))
SIX_TO_FOUR = IPv6Network("2002::/16")
TEREDO = IPv6Network("2001::/32")
# The upper half of an ISATAP interface identifier (RFC 5214), its two flag bits masked out.
ISATAP, ISATAP_MASK = 0x00005EFE, 0xFCFFFFFF
BITS_32 = 0xFFFFFFFF


def is_public(text: str) -> bool:
    """Tell whether packets to the address written in *text* go to the public internet and nowhere else."""
    return may_dial(text)


def may_dial(text: str, *, allowed: Collection[Network] = ()) -> bool:
    """Tell whether the address written in *text* is public, or lies in one of the *allowed* networks."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return _within(address, allowed) or all(_is_global(one) or _within(one, allowed) for one in _destinations(address))


def _destinations(address: Address) -> tuple[Address, ...]:
    """Return where a packet really goes: some IPv6 addresses stand for IPv4 addresses, or lead to one."""
    if isinstance(address, IPv4Address):
        return (address,)
    number = int(address)
    if _within(address, WRAPPING):
        return (IPv4Address(number & BITS_32),)
    if address in TEREDO:
        # The server, and the client, whose address is inverted.
        return IPv4Address(number >> 64 & BITS_32), IPv4Address(~number & BITS_32)
    first = IPv4Address(number >> 80 & BITS_32) if address in SIX_TO_FOUR else address
    if number >> 32 & ISATAP_MASK == ISATAP:
        return first, IPv4Address(number & BITS_32)
    return (first,)


def _is_global(address: Address) -> bool:
    if isinstance(address, IPv4Address):
        return not _within(address, SPECIAL_IPV4) or _within(address, GLOBAL_IPV4)
    return address in UNICAST_IPV6 and (not _within(address, SPECIAL_IPV6) or _within(address, GLOBAL_IPV6))


def _within(address: Address, networks: Collection[Network]) -> bool:
    return any(address in network for network in networks)
