"""A companion at the table for five boxed games: bookkeeping, final scoring, dice and cards by eye."""

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("boardgame-companion")
except PackageNotFoundError:  # a checkout that was never installed
    __version__ = "0.0.0"
