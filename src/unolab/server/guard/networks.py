"""Networks: what an address is counted as."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

UNKNOWN: Final = "?"
"""What everything is counted as that is no address."""
OWN: Final = "this machine"
"""What this machine itself is counted as where it is trusted: nothing is too much."""

LONGEST_ADDRESS: Final = 100  # characters; a zone of IPv6 may have any length


@lru_cache(4096)
def network_of(host: str) -> str:
    """Return what an address is counted as: itself, or its network of 64 bits for IPv6.

    Whoever has one IPv6 address has 2**64 of them. An IPv4 address written as IPv6 is counted as
    what it is, and whatever is no address counts as one and the same.
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
    """Return the 48 bits that an IPv6 network of 64 belongs to, or nothing for any other."""
    if not network.endswith("/64"):
        return None
    return str(IPv6Network(network).supernet(new_prefix=48))
