"""Cards by eye: the owner photographs each card once, and the library names them in pictures of the table.

``outlines`` finds card shapes, ``descriptor`` fetches likely cards, ``alignment`` lays them exactly over the picture,
``agreement`` and ``lookalikes`` decide, ``features`` finds covered cards; ``teaching``, ``shelf`` and ``gallery``
keep them. Knows pixels and nothing of the games: a card's values are JSON that passes through.
"""

from vision.cards.error import CardError
from vision.cards.library import CardLibrary, Enrolled
from vision.taught import Imported

__all__ = ["CardError", "CardLibrary", "Enrolled", "Imported"]
