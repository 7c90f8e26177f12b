"""Faces that were taught: pictures of the top faces of the owner's dice, kept in a folder.

The folder, format 1: ``index.json`` ::

    {"format": 1, "faces": [{"name": "meat", "value": 1, "pictures": [{"files": ["3f2a….png"], "body": [212, 128, 131]}]}]}

and beside it what each picture gave: one or two cuts (where the outline of the face could be seen in two ways), PNG,
PATCH_PX square, PATCH_SIDES die sides wide, the face in the middle as if seen from straight above, turned any way; ``body`` is the die's own colour as 8-bit L, a, b. ``value``: the number the face
counts for, or null. How the folder is written: `vision.shelf`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.arrays import Picture
from vision.faces.match import Matcher
from vision.faces.patch import PATCH_PX, body_colour
from vision.image import decode_picture
from vision.picture_header import PictureError
from vision.shelf import Shelf

FORMAT = 1
INDEX = "index.json"
MOST_PICTURES = 12
"""Of one face: three pictures on dice of four colours; one more takes the place of the oldest."""
MOST_FACES = 200

Body = tuple[float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class TaughtPicture:
    """What one picture of a face gave: cuts (`vision.faces.patch.patch_of`) and the die's colour, 8-bit L, a, b.

    ``files``: where the cuts are kept; empty until the library is saved.
    """

    patches: tuple[Picture, ...]
    body: Body
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TaughtFace:
    """A face by its name. ``value``: the number it counts for, None where it has none."""

    name: str
    value: int | None
    pictures: tuple[TaughtPicture, ...] = ()


@dataclass(slots=True)
class FaceLibrary:
    """The faces of one folder, in the order they were taught. Changes are kept by `save`."""

    folder: Path
    faces: list[TaughtFace] = field(default_factory=list)
    _matcher: Matcher | None = None

    @classmethod
    def open(cls, folder: Path) -> FaceLibrary:
        """The library in ``folder``; an empty one where none is yet. Raises PictureError (``bad_library``)."""
        shelf = _shelf(folder)
        text = shelf.index()
        if text is None:
            return cls(folder)
        try:
            index = json.loads(text)
        except ValueError as problem:
            raise _bad_library(folder, "its index cannot be read") from problem
        if not isinstance(index, dict) or index.get("format") != FORMAT:
            raise _bad_library(folder, "it is no library of faces, or one of a newer version")
        try:
            return cls(folder, [_face(shelf, entry) for entry in index["faces"]])
        except (KeyError, TypeError, ValueError) as problem:
            raise _bad_library(folder, "a picture or an entry is damaged") from problem

    @classmethod
    @contextmanager
    def changing(cls, folder: Path) -> Iterator[FaceLibrary]:
        """The library in ``folder``, which nobody else changes meanwhile; saved at the end unless something was raised."""
        with _shelf(folder).locked():
            library = cls.open(folder)
            yield library
            library.save()

    @staticmethod
    def stamp(folder: Path) -> int:
        """Another number whenever the library in ``folder`` has been changed; 0 where there is none."""
        return _shelf(folder).stamp()

    def face(self, name: str) -> TaughtFace | None:
        """The face of that name."""
        return next((face for face in self.faces if face.name == name), None)

    def add(self, name: str, patches: Sequence[Picture], value: int | None) -> TaughtFace:
        """Add a picture of a face, in one or more cuts, the likeliest first. ``value`` None keeps the one it has; a new face named by digits counts for those."""
        picture = TaughtPicture(tuple(patches), body_colour(patches[0]))
        known = self.face(name)
        if known is None:
            if len(self.faces) == MOST_FACES:
                raise PictureError(
                    "unreadable_picture",
                    "library_full",
                    f"A library holds at most {MOST_FACES} faces.",
                    most=MOST_FACES,
                )
            if value is None and name.isascii() and name.isdecimal():
                value = int(name)
            known = TaughtFace(name, value)
            self.faces.append(known)
        changed = replace(
            known,
            value=known.value if value is None else value,
            pictures=(*known.pictures, picture)[-MOST_PICTURES:],
        )
        self.faces[self.faces.index(known)] = changed
        self._matcher = None
        return changed

    def remove(self, name: str) -> bool:
        """Forget a face; False where none has that name."""
        before = len(self.faces)
        self.faces = [face for face in self.faces if face.name != name]
        self._matcher = None
        return len(self.faces) < before

    def matcher(self) -> tuple[Matcher, list[int]]:
        """What compares with all cuts of all pictures, and for each of them the place of its face."""
        cuts = [(place, cut) for place, face in enumerate(self.faces) for it in face.pictures for cut in it.patches]
        if self._matcher is None:
            self._matcher = Matcher([cut for _, cut in cuts], [place for place, _ in cuts])
        return self._matcher, [place for place, _ in cuts]

    def save(self) -> None:
        """Write the library to its folder, which is made where it is not there. Raises OSError."""
        shelf = _shelf(self.folder)
        self.faces = [replace(face, pictures=tuple(_kept(shelf, it) for it in face.pictures)) for face in self.faces]
        entries = [
            {
                "name": face.name,
                "value": face.value,
                "pictures": [
                    {"files": list(it.files), "body": [round(level, 1) for level in it.body]} for it in face.pictures
                ],
            }
            for face in self.faces
        ]
        named = {file for face in self.faces for picture in face.pictures for file in picture.files}
        shelf.save({"format": FORMAT, "faces": entries}, named)


def _shelf(folder: Path) -> Shelf:
    return Shelf(folder, INDEX, "", lambda why: _refusal(folder, why))


def _kept(shelf: Shelf, picture: TaughtPicture) -> TaughtPicture:
    """The picture with its cuts on disk."""
    if picture.files:
        return picture
    files = (shelf.add_picture(cv2.imencode(".png", patch)[1].tobytes(), ".png") for patch in picture.patches)
    return replace(picture, files=tuple(files))


def _face(shelf: Shelf, entry: dict[str, Any]) -> TaughtFace:
    pictures = []
    for picture in entry["pictures"]:
        files = tuple(str(file) for file in picture["files"])
        if not files:
            raise ValueError("a picture without a file")
        light, green_red, blue_yellow = (float(level) for level in picture["body"])
        body = (light, green_red, blue_yellow)
        pictures.append(TaughtPicture(tuple(_patch(shelf, file) for file in files), body, files))
    value = entry["value"]
    return TaughtFace(str(entry["name"]), None if value is None else int(value), tuple(pictures))


def _patch(shelf: Shelf, file: str) -> Picture:
    packed = shelf.picture(file)
    try:
        patch = decode_picture(packed).pixels
    except PictureError as problem:
        raise ValueError("a picture that cannot be read") from problem
    if patch.shape != (PATCH_PX, PATCH_PX, 3):
        raise ValueError("a picture of another size")
    return np.asarray(patch, dtype=np.uint8)


def _bad_library(folder: Path, why: str) -> PictureError:
    return _refusal(folder, f"The library {folder} cannot be used: {why}. Teach the faces again in a new folder.")


def _refusal(folder: Path, why: str) -> PictureError:
    return PictureError("unreadable_picture", "bad_library", why, folder=str(folder))
