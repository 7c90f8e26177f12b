"""A pad as a short text for a QR code: its JSON, deflated with the words every pad has, in letters of QR's dense mode.

Base 32 costs 5 of the 5.5 bits that a capital letter or a digit takes there; base 64 would cost 6 of 8.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib

import msgspec

from companion.core.plain_json import read_json
from companion.core.refusal import Refused
from companion.core.text import T
from companion.games.pad.checking import read_pad
from companion.games.pad.definition import PadDefinition, pad_json

MARK = "PAD1"
"""How such a text begins: a pad, first form."""
LONGEST = 4000
"""The most letters that fit into the largest QR code beside the address in front of them (4,296 in all)."""
_MOST_BYTES = 64 * 1024
_FOUND = re.compile(rf"{MARK}([A-Z2-7]+)", re.IGNORECASE)
_WORDS = (
    b'"minimum":"target":"together""lowest""tie_break":[{"by":"least":"most":"pot":"count""bonus""every_round":false'
    b'"emblem":"about":{"en":"rounds":"players":[2,4"minus":true"once":true"factor":"low":"high":"sets":[1,3,6,10'
    b'"steps":[[0,"ties":"split""all""none""places":[10,5],"kind":"times""table""majority"},"help":{"en":"","zh-TW":"'
    b'{"format":1,"title":{"en":"","zh-TW":""},"category":[{"key":"points","label":{"en":"","zh-TW":"","kind":"'
)
"""Never changed: older texts are read with it. Another one gets another mark."""


def shared_text(pad: PadDefinition) -> str:
    """The pad as letters and digits; it may be longer than a QR code holds (`LONGEST`)."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 15, 9, zlib.Z_DEFAULT_STRATEGY, _WORDS)
    packed = packer.compress(msgspec.json.encode(pad_json(pad))) + packer.flush()
    return MARK + base64.b32encode(packed).decode().rstrip("=")


def pad_from_shared(text: str) -> PadDefinition:
    """The pad in a text that holds one, such as a whole address; raises Refused."""
    found = _FOUND.search(re.sub(r"\s+", "", text))
    if found is None:
        raise Refused(
            "bad_field", None, T("There is no pad in this text. The code of a pad has {mark} in it.", mark=MARK)
        )
    letters = found[1].upper()
    try:
        packed = base64.b32decode(letters + "=" * (-len(letters) % 8))
        unpacker = zlib.decompressobj(15, _WORDS)
        plain = unpacker.decompress(packed, _MOST_BYTES)
        whole = unpacker.eof
    except (zlib.error, binascii.Error, ValueError) as problem:
        raise _damaged() from problem
    if not whole:
        raise _damaged()
    return read_pad(read_json(plain))


def _damaged() -> Refused:
    return Refused("bad_field", None, T("A part of this pad's code is missing or wrong. Scan or copy it once more."))
