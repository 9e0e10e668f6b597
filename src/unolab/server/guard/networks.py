"""Networks: the unit in which addresses are counted."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

UNKNOWN: Final = "?"
"""What anything that is not an address counts as."""
OWN: Final = "this machine"
"""What this machine itself counts as if it is trusted: no limit applies."""

LONGEST_ADDRESS: Final = 100  # characters; a zone of IPv6 may have any length


@lru_cache(4096)
def network_of(host: str) -> str:
    """Return what an address counts as: itself, or for IPv6 its /64 network.

    Whoever has one IPv6 address has 2**64 of them. An IPv4-mapped IPv6 address counts as IPv4, and
    everything that is not an address counts as one.
    """
    if len(host) > LONGEST_ADDRESS:
        return UNKNOWN
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return UNKNOWN
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(IPv6Network((address, 64), strict=False))


@lru_cache(4096)
def wider_network(network: str) -> str | None:
    """Return the /48 that an IPv6 /64 belongs to, or nothing for other networks."""
    if not network.endswith("/64"):
        return None
    return str(IPv6Network(network).supernet(new_prefix=48))


def widest_network(network: str) -> str:
    """Return the largest network that one customer may have: the /48 of a /64, or itself."""
    return wider_network(network) or network
