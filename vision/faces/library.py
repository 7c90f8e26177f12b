"""Faces that were taught: pictures of the top faces of the owner's dice, kept in a folder.

The folder, format 1: ``index.json`` ::

    {"format": 1, "faces": [{"name": "meat", "value": 1, "pictures": [{"files": ["3f2a….png"], "body": [212, 128, 131]}]}]}

and beside it what each picture gave: one or two cuts (where the outline of the face could be seen in two ways), PNG, PATCH_PX square, PATCH_SIDES die sides wide, the face in the middle as if seen
from straight above, turned any way; ``body`` is the die's own colour as 8-bit L, a, b. ``value``: the number the face
counts for, or null. A picture is written before the index that names it, and the index is replaced in one step, so that
a reader sees the old library or the new one. Files that the index does not name are left over and may go.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
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

FORMAT = 1
INDEX = "index.json"
MOST_PICTURES = 12
"""Of one face: three pictures on dice of four colours; one more takes the place of the oldest."""
MOST_FACES = 200

Body = tuple[float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class TaughtPicture:
    """What one picture of a face gave: cuts (`vision.faces.match.patch_of`) and the die's colour, 8-bit L, a, b."""

    patches: tuple[Picture, ...]
    body: Body


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
        try:
            index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return cls(folder)
        except (OSError, ValueError) as problem:
            raise _bad_library(folder, "its index cannot be read") from problem
        if not isinstance(index, dict) or index.get("format") != FORMAT:
            raise _bad_library(folder, "it is no library of faces, or one of a newer version")
        try:
            return cls(folder, [_face(folder, entry) for entry in index["faces"]])
        except (KeyError, TypeError, ValueError, PictureError) as problem:
            raise _bad_library(folder, "a picture or an entry is damaged") from problem

    @staticmethod
    def stamp(folder: Path) -> int:
        """Another number whenever the library in ``folder`` has been changed; 0 where there is none."""
        try:
            seen = (folder / INDEX).stat()
        except OSError:
            return 0
        return hash((seen.st_mtime_ns, seen.st_size, seen.st_ino))

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
        self.folder.mkdir(parents=True, exist_ok=True)
        index: dict[str, Any] = {"format": FORMAT, "faces": [self._entry(face) for face in self.faces]}
        _replace_file(self.folder / INDEX, json.dumps(index, ensure_ascii=False, indent=1).encode())
        named = {file for face in index["faces"] for picture in face["pictures"] for file in picture["files"]}
        for left_over in self.folder.glob("*.png"):
            if left_over.name not in named:
                left_over.unlink(missing_ok=True)

    def _entry(self, face: TaughtFace) -> dict[str, Any]:
        pictures = []
        for picture in face.pictures:
            files = [self._store(patch) for patch in picture.patches]
            pictures.append({"files": files, "body": [round(level, 1) for level in picture.body]})
        return {"name": face.name, "value": face.value, "pictures": pictures}

    def _store(self, patch: Picture) -> str:
        """Write a cut where it is not there yet; the name of its file."""
        data = cv2.imencode(".png", patch)[1].tobytes()
        name = hashlib.sha256(data).hexdigest()[:20] + ".png"
        if not (self.folder / name).exists():
            _replace_file(self.folder / name, data)
        return name


def _face(folder: Path, entry: dict[str, Any]) -> TaughtFace:
    pictures = []
    for picture in entry["pictures"]:
        patches = tuple(_patch(folder, file) for file in picture["files"])
        if not patches:
            raise ValueError("a picture without a file")
        light, green_red, blue_yellow = (float(level) for level in picture["body"])
        pictures.append(TaughtPicture(patches, (light, green_red, blue_yellow)))
    value = entry["value"]
    return TaughtFace(str(entry["name"]), None if value is None else int(value), tuple(pictures))


def _patch(folder: Path, file: str) -> Picture:
    if Path(file).name != file:
        raise ValueError("a picture outside the folder")
    try:
        patch = decode_picture((folder / file).read_bytes()).pixels
    except OSError as problem:
        raise ValueError("a picture is missing") from problem
    if patch.shape != (PATCH_PX, PATCH_PX, 3):
        raise ValueError("a picture of another size")
    return np.asarray(patch, dtype=np.uint8)


def _replace_file(path: Path, data: bytes) -> None:
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _bad_library(folder: Path, why: str) -> PictureError:
    return PictureError(
        "unreadable_picture",
        "bad_library",
        f"The library {folder} cannot be used: {why}. Teach the faces again in a new folder.",
        folder=str(folder),
    )
