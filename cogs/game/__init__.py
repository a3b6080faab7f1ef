"""Games in a channel: ``/game``, ``/turn``, ``/can``, ``/range``, ``/score`` and ``/show``."""
