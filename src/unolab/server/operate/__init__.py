"""What an operator sees of a server: metrics, health, logs."""
