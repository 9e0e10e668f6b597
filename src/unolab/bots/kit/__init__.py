"""What strategies are built from: choosing, counting, the order of a hand, and manners."""
