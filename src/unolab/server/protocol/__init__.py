"""What goes over the wire, as models, and why a message may be refused."""
