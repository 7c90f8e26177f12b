"""One thing after the other within an entry, as every game says it."""

from companion.core.steps import By, named_once, said, then

__all__ = ["By", "named_once", "said", "then"]
