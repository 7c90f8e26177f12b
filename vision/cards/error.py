"""What can be wrong with a card or a library, as a code for programs and a sentence for people."""

from __future__ import annotations


class CardError(ValueError):
    """A refusal. ``code``: ``blurred overexposed cut_off too_small no_card frame unknown_name taken_name bad_name
    bad_library``."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
