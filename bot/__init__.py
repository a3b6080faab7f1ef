"""Revive Referee: play Revive in a Discord channel, look its rules up, tally its scores."""
