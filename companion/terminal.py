"""The QR code as text, for the terminal the companion was started in."""

from __future__ import annotations

import qrcode

QUIET_ZONE = 4
"""Light modules round the code, as the standard asks for."""


def qr_text(address: str) -> str:
    """The QR code of an address in half blocks: two modules per character, one line per two rows of modules.

    Light modules are drawn and dark ones left empty, so that it reads on the dark background most terminals have; phones
    read the negative too where the terminal is light. Lines end without spaces lost: all are equally long.
    """
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, border=QUIET_ZONE)
    code.add_data(address)
    code.make(fit=True)
    dark = code.get_matrix()
    if len(dark) % 2:
        dark.append([False] * len(dark[0]))
    blocks = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
    return "\n".join(
        "".join(blocks[upper, lower] for upper, lower in zip(dark[row], dark[row + 1], strict=True))
        for row in range(0, len(dark), 2)
    )


def painted(text: str) -> str:
    """The lines of a QR code in white on black whatever the terminal's own colours are (ANSI, 256 colours)."""
    return "\n".join(f"\x1b[38;5;255;48;5;16m{line}\x1b[0m" for line in text.splitlines())
