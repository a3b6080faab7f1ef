"""A page on this machine in which the owner of a box writes a component pack (``python -m bot pack edit``)."""
