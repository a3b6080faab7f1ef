"""The SQL tables. A change here needs a migration; a test compares the two."""
