"""The first line of defence: size limits, rate limits, costs and timeouts."""
