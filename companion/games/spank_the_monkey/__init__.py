"""Spank the Monkey, 2-6 players: towers of junk, attacks, collapses, and the odds before every roll."""
