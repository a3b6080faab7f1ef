"""``/mautoma``: the Mautoma beside a real box."""
