"""``/rule`` and ``/ask``: the reference in Discord."""
