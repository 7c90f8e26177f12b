"""Monkeys on the Moon."""
