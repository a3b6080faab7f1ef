"""``/tally`` and ``/results``: the score pad in Discord."""
