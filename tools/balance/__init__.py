"""How a pack plays: tables and plots of simulated games, and the pages of docs/field.md that come from the pack.

``python -m tools.balance --help`` lists what it does; docs/field.md says how it is used.
"""
