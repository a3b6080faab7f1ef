"""Measurements, a module each: ``TITLE`` and ``measure()``, which yields :class:`bot.cli.bench_command.Figure`."""
