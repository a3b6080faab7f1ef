"""How a pack plays: tables and plots of simulated games, and the pages of docs that are made of them.

``python -m tools.balance --help`` lists what it does; docs/develop/field.md says how it is used.
"""
