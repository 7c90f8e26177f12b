"""Table codes as people type and paste them."""

from __future__ import annotations

import re
import unicodedata

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
CODE_LENGTH = 6
_ADDRESS = re.compile(r"/t/([^/?#\s]+)", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s\-_.·・,:;'\"()\[\]<>«»“”‘’「」#]+")


def read_code(typed: str) -> str:
    """The code somebody meant: any case, full-width letters, with spaces or hyphens in it, or the whole address.

    What is no code comes back as it is, upper case and shortened, for a sentence that names it.
    """
    text = unicodedata.normalize("NFKC", typed[:400])
    text = "".join(letter for letter in text if unicodedata.category(letter) not in ("Cf", "Cc") or letter.isspace())
    in_address = _ADDRESS.search(text)
    if in_address:
        text = in_address[1]
    bare = _dashless(text).upper()
    return bare if len(bare) == CODE_LENGTH else text.strip().upper()[:40]


def _dashless(text: str) -> str:
    return "".join(
        letter for letter in _BETWEEN.sub("", text) if unicodedata.category(letter) not in ("Pd", "Zs", "Pc")
    )


def is_code(code: str) -> bool:
    """Whether a text could be the code of a table."""
    return len(code) == CODE_LENGTH and all(letter in CODE_LETTERS for letter in code)
