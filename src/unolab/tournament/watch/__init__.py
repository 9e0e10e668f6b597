"""A tournament watched in the browser."""
