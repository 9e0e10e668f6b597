"""Room logs in a database."""
