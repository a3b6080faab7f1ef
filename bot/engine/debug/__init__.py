"""Tools for tests and fault reports: invariants, readable transcripts, hand-made positions."""
