"""Which addresses are public: every network of IANA's special-purpose registries, and IPv4 inside of IPv6."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import pytest

from airflow_provider.web.addresses import is_public, may_dial

NOT_GLOBAL = [
    "0.0.0.0/8",
    "0.0.0.0/32",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/29",
    "192.0.0.8/32",
    "192.0.0.11/32",
    "192.0.0.170/31",
    "192.0.0.192/32",
    "192.0.0.128/25",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "255.255.255.255/32",
    "::/128",
    "::1/128",
    "64:ff9b:1::/48",
    "100::/64",
    "100:0:0:1::/64",
    "200::/7",
    "2001:1::/128",
    "2001:1::4/126",
    "2001:2::/48",
    "2001:4::/48",
    "2001:10::/28",
    "2001:40::/26",
    "2001:100::/24",
    "2001:db8::/32",
    "3fff::/20",
    "4000::/3",
    "5f00::/16",
    "fc00::/7",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
]
GLOBAL = [
    "1.0.0.0/8",
    "9.0.0.0/8",
    "11.0.0.0/8",
    "100.128.0.0/10",
    "128.0.0.0/16",
    "169.253.0.0/16",
    "172.32.0.0/12",
    "191.255.0.0/16",
    "192.0.0.9/32",
    "192.0.0.10/32",
    "192.0.1.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.98.0/24",
    "192.88.100.0/24",
    "192.175.48.0/24",
    "198.17.0.0/16",
    "198.20.0.0/16",
    "223.255.255.0/24",
    "2000::/16",
    "2001:1::1/128",
    "2001:1::2/128",
    "2001:1::3/128",
    "2001:3::/32",
    "2001:4:112::/48",
    "2001:20::/28",
    "2001:30::/28",
    "2001:200::/23",
    "2001:db7::/32",
    "2001:db9::/32",
    "2400::/12",
    "2606:4700::/32",
    "2620:4f:8000::/48",
    "3ffe::/16",
    "3fff:1000::/20",
]


def ends_of(network: str) -> list[str]:
    parsed = ip_network(network)
    return [str(parsed[0]), str(parsed[parsed.num_addresses // 2]), str(parsed[-1])]


@pytest.mark.parametrize("network", NOT_GLOBAL)
def test_a_special_network_is_not_public_from_its_first_address_to_its_last(network: str) -> None:
    assert [address for address in ends_of(network) if is_public(address)] == []


@pytest.mark.parametrize("network", GLOBAL)
def test_what_lies_beside_or_is_excepted_is_public(network: str) -> None:
    assert [address for address in ends_of(network) if not is_public(address)] == []


def wrapped(address: str) -> dict[str, str]:
    """Return every form of IPv6 that leads to the IPv4 *address*."""
    number = int(IPv4Address(address))
    inverted = number ^ 0xFFFFFFFF
    public = int(IPv4Address("9.9.9.9"))
    forms = {
        "mapped": 0xFFFF << 32 | number,
        "compatible": number,
        "translated": 0xFFFF << 48 | number,
        "NAT64": 0x64FF9B << 96 | number,
        "6to4": 0x2002 << 112 | number << 80 | 1,
        "Teredo client": 0x20010000 << 96 | public << 64 | 0x8000 << 48 | inverted,
        "Teredo server": 0x20010000 << 96 | number << 64 | 0x8000 << 48 | public ^ 0xFFFFFFFF,
        "ISATAP": 0x260647000000 << 80 | 0x00005EFE << 32 | number,
        "ISATAP, universal": 0x260647000000 << 80 | 0x02005EFE << 32 | number,
        "ISATAP in 6to4": 0x2002 << 112 | public << 80 | 0x00005EFE << 32 | number,
    }
    return {name: str(IPv6Address(form)) for name, form in forms.items()}


PRIVATE = ["127.0.0.1", "10.1.2.3", "169.254.169.254", "192.0.0.192", "100.64.0.1", "224.0.0.1", "255.255.255.255"]


@pytest.mark.parametrize("form", wrapped("127.0.0.1"))
@pytest.mark.parametrize("address", PRIVATE)
def test_ipv6_that_leads_to_a_special_ipv4_address_is_not_public(form: str, address: str) -> None:
    assert not is_public(wrapped(address)[form])


@pytest.mark.parametrize("form", wrapped("8.8.8.8"))
def test_ipv6_that_leads_to_a_public_ipv4_address_is_public(form: str) -> None:
    assert is_public(wrapped("8.8.8.8")[form])


def test_an_isatap_address_of_a_private_site_is_not_public() -> None:
    assert not is_public("fe80::5efe:8.8.8.8")


@pytest.mark.parametrize(
    "text", ["", "nonsense", "127.1", "2130706433", "0x7f.0.0.1", "1.1.1.1/32", "::1%", "fe80::1%eth0"]
)
def test_what_is_no_public_address_as_written_is_not_public(text: str) -> None:
    assert not is_public(text)


def test_an_opened_network_is_dialled_and_no_other() -> None:
    allowed = (ip_network("10.0.0.0/8"), ip_network("fd00::/8"), ip_network("64:ff9b:1::/48"))

    for address in ("10.9.9.9", "::ffff:10.9.9.9", "2002:a09:909::1", "fd00::5", "64:ff9b:1::a09:909", "8.8.8.8"):
        assert may_dial(address, allowed=allowed), address
    for address in ("192.168.1.1", "::1", "fc00::1", "fd00::5efe:192.168.1.1"):
        # The last is in an opened network as it is written.
        assert may_dial(address, allowed=allowed) == (ip_address(address) in allowed[1]), address
