"""Why a picture could not be read, in the words of whoever took it."""

from __future__ import annotations

from companion.core.text import T, Text
from companion.play import Refused
from companion.reader import ReaderError
from companion.web.taught import REASONS as CHANGES

REASONS: dict[str, Text] = {
    "heic": T(
        "This picture is in the HEIC format. Set the camera to “most compatible” (JPEG), or send a screenshot of it."
    ),
    "too_many_pixels": T("This picture has too many pixels. Send a smaller one."),
    "too_many_scans": T(
        "This picture is stored in too many layers to be read. Take a new one, or send a screenshot of it."
    ),
    "too_many_bytes": T("This picture is too large; at most 20 MB are read. Send a smaller one."),
    "damaged": T("This picture is damaged or cut off. Take it again."),
    "time_limit": T("This picture took too long to read. Take it again, closer, or enter it by hand."),
    "no_die": T("No die was found in this picture. Lay one die on a plain table and take it from above."),
    "several_dice": T("There is more than one die in this picture. Lay one die alone, that face up."),
    "other_count": T(
        "This picture shows another number of dice than there are names. Lay them apart in a row on a plain table, and name "
        "each from left to right."
    ),
    "no_row": T("The dice do not lie in a row. Lay them side by side, none above another."),
    "too_small": T("This is too small in the picture. Take it from closer."),
    "cut_off": T("The edge of the picture cuts it off. Take it whole."),
    "blank": T("Nothing can be made out here. Take it again, closer and in more light."),
    "blurred": T("This picture is blurred. Hold the phone still, and take it again."),
    "overexposed": T("This picture is too bright. Turn it away from the lamp, and take it again."),
    "library_full": CHANGES["library_full"],
    "no_card": T("No card was found in this picture. Lay it flat on a plain table and take it from above."),
    "frame": T(
        "Where this card ends cannot be made out: its border has the colour of the table. Lay it on something of another"
        " colour, and take it again."
    ),
}
CODES: dict[str, Text] = {
    "unsupported_picture": T("This is not a picture that can be read. Send a JPEG, PNG or WebP."),
    "unreadable_picture": T(
        "This picture cannot be read. Take it again, closer and in more light, or enter it by hand."
    ),
    "busy": T("Other pictures are being read just now. Try again in a moment, or enter it by hand."),
    "no_vision": T(
        "Reading pictures is not installed here. Everything can be entered by hand; the README says how to add it."
    ),
}


def refused_picture(problem: ReaderError) -> Refused:
    """The refusal of a picture that the reader did not take."""
    text = REASONS.get(problem.reason) or CODES.get(problem.code) or CODES["unreadable_picture"]
    return Refused(problem.code, "image", text)
