"""How a table looks: from a snapshot to a panel."""
