"""What tests, benchmarks and training share: drawn decks, dice and tables, a label reader, a running server, players.

It imports none of them, and nothing that is installed imports it.
"""
