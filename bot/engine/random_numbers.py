"""The one source of chance: a small integer generator whose whole state is one number (64-bit splitmix)."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")
_MASK = (1 << 64) - 1


def seeded(seed: int) -> int:
    """The first state for a seed (any non-negative integer; larger than 64 bits are folded)."""
    state = 0x9E3779B97F4A7C15
    while True:
        state = (state ^ (seed & _MASK)) * 0xBF58476D1CE4E5B9 & _MASK
        seed >>= 64
        if not seed:
            return state


def step(state: int) -> tuple[int, int]:
    """The next state and 64 random bits."""
    state = (state + 0x9E3779B97F4A7C15) & _MASK
    z = state
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & _MASK
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB & _MASK
    return state, z ^ (z >> 31)


def below(state: int, bound: int) -> tuple[int, int]:
    """The next state and a number from 0 to ``bound`` - 1, without bias.

    :raises ValueError: where ``bound`` is not positive.
    """
    if bound <= 0:
        raise ValueError(f"bound must be positive, is {bound}")
    ceiling = (1 << 64) - (1 << 64) % bound
    while True:
        state, bits = step(state)
        if bits < ceiling:
            return state, bits % bound


def shuffled(state: int, things: list[T]) -> tuple[int, list[T]]:
    """The next state and the things in random order (the list itself stays as it is)."""
    things = list(things)
    for last in range(len(things) - 1, 0, -1):
        state, pick = below(state, last + 1)
        things[last], things[pick] = things[pick], things[last]
    return state, things
