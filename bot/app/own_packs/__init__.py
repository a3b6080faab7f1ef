"""What helps the owner of a box to write a pack: a first frame, and what differs between two packs."""
