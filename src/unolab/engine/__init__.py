"""The compiled engine: records, the rules, and the loop that plays bots to the end."""
