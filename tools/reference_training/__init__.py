"""Trains the search of the reference: vectors and weights, and how good they are."""
