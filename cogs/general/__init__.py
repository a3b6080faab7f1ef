"""``/help``, ``/about`` and ``/settings``."""
