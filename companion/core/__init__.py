"""The words the games are written in, and the log of a table.

Rule of this folder: pure. No input or output, clock, chance or Flask; standard library and msgspec only.
"""
