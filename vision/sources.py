"""Where pictures of many cards come from: picture files, the pages of a PDF, a video in which cards are turned."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from vision.arrays import Picture
from vision.cards.error import CardError
from vision.cards.rows import RowCut, cut_rows
from vision.cards.turning import frames_of, turned_cards
from vision.image import load_picture
from vision.picture_header import PictureError

VIDEOS = (".avi", ".m4v", ".mkv", ".mov", ".mp4", ".webm")
ROWS_PX = 2560
"""The least long side of a picture of many cards: of forty each is 256 px wide or more, where the picture has them."""
MOST_PAGES = 100
NO_PDF = "Reading a PDF needs pypdfium2. Add it with: pip install 'boardgame-companion[pdf]'; or save the pages as PNG pictures."


def cards_of(file: Path) -> list[RowCut]:
    """Every card that a picture of rows, a PDF or a video shows, in its order. Raises CardError, PictureError."""
    if file.suffix.lower() in VIDEOS:
        lessons = turned_cards(frames_of(file))
        if not lessons:
            raise CardError(
                "no_card", "No card lies still in this video; turn them more slowly, or take pictures instead."
            )
        return [RowCut(lesson.corners, lesson) for lesson in lessons]
    if file.suffix.lower() == ".pdf":
        return [cut for page in pages_of(file) for cut in cut_rows(page)]
    return cut_rows(load_picture(file, least_long_side=ROWS_PX).pixels)


def pages_of(file: Path) -> Iterator[Picture]:
    """The pages of a PDF as pictures (BGR), their longer side 2,560 px. Raises PictureError: what is no PDF, no reader."""
    try:
        import pypdfium2
    except ImportError:
        raise PictureError("unsupported_picture", "no_pdf", NO_PDF) from None
    try:
        document = pypdfium2.PdfDocument(file)
    except (pypdfium2.PdfiumError, OSError) as problem:
        raise PictureError("unreadable_picture", "damaged", "This PDF cannot be opened. Save it anew.") from problem
    with document:
        for number in range(min(len(document), MOST_PAGES)):
            page = document[number]
            yield page.render(scale=ROWS_PX / max(page.get_size())).to_numpy()
