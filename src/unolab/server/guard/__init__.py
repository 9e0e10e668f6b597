"""What strangers meet first: sizes, rates, costs and clocks."""
