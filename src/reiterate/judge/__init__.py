"""Cases in, rulings out: what kind of loop something is, who keeps it up, and what follows."""
