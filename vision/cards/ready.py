"""What was worked out last stays ready, up to a number of things."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Thing = TypeVar("Thing")


class Ready(Generic[Key, Thing]):
    """A store that forgets what was used longest ago."""

    def __init__(self, most: int) -> None:
        """``most``: how many things stay."""
        self.most = most
        self._things: OrderedDict[Key, Thing] = OrderedDict()

    def get(self, key: Key, make: Callable[[], Thing]) -> Thing:
        """The thing of a key, made when it is not there."""
        if key in self._things:
            self._things.move_to_end(key)
            return self._things[key]
        thing = self._things[key] = make()
        if len(self._things) > self.most:
            self._things.popitem(last=False)
        return thing
