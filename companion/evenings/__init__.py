"""The evenings: who played what, and what can be counted of it.

Rule of this folder: plain plays in, plain figures out. No store, no Flask, no clock, no rules of a game; what is shown
of a category, or what a game is called, is asked of the game by whoever shows it.
"""
