"""Benchmarks of a server under load and under attack."""
