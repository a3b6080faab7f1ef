"""Public messages: kept up to date, delivered, and what keeps them from their channel."""
