"""Restrict a process before it executes a foreign program.

This package is self-contained: the launcher imports it without the rest of unolab, so that a bot
starts quickly. Hence its modules use relative imports.
"""
