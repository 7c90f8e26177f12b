"""Renaming, removing and importing what was taught, cards and faces alike."""

from __future__ import annotations

import tempfile
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path

from vision.cards.error import CardError
from vision.cards.library import CardLibrary
from vision.cards.shelf import MOST_BYTES, MOST_MEMBERS
from vision.faces.library import MOST_FACES, MOST_PICTURES, FaceLibrary, TaughtFace, TaughtPicture
from vision.picture_header import PictureError
from vision.shelf import can_be_a_name
from vision.taught import INDEX, BadLibrary, Imported, Kind, listed

HIGHEST_VALUE = 10**80
"""A face named by digits counts for those."""
MOST_CUTS = 2
"""What one picture of a face gives."""


def rename(kind: Kind, folder: Path, old: str, new: str) -> None:
    """Give a card or a face another name; its place in the order stays. Raises PictureError (``unknown_name``,
    ``taken_name``, ``bad_name``)."""
    if kind == "cards":
        try:
            CardLibrary(folder).rename(old, new)
        except CardError as refused:
            raise refusal(refused) from refused
        return
    with FaceLibrary.changing(folder) as library:
        face = _known(library, old)
        if new != old and library.face(new) is not None:
            raise PictureError("unreadable_picture", "taken_name", f"There is a face named {new!r} already.", name=new)
        library.faces[library.faces.index(face)] = replace(face, name=new)


def remove(kind: Kind, folder: Path, name: str) -> None:
    """Forget a card or a face with its pictures. Raises PictureError (``unknown_name``)."""
    if kind == "cards":
        try:
            CardLibrary(folder).remove(name)
        except CardError as refused:
            raise refusal(refused) from refused
        return
    with FaceLibrary.changing(folder) as library:
        library.faces.remove(_known(library, name))


def import_(kind: Kind, folder: Path, file: Path) -> Imported:
    """Add what an exported library holds; nothing taught here is lost. Raises PictureError (``bad_library``,
    ``library_full``), and nothing is changed then."""
    if kind == "cards":
        try:
            return CardLibrary(folder).import_(file)
        except CardError as refused:
            raise refusal(refused) from refused
    with tempfile.TemporaryDirectory(prefix="companion-", ignore_cleanup_errors=True) as unpacked:
        _unpack(file, Path(unpacked))
        _check_index(file, Path(unpacked))
        coming = FaceLibrary.open(Path(unpacked)).faces
    with FaceLibrary.changing(folder) as library:
        return _added(library, coming)


def refusal(refused: CardError) -> PictureError:
    """The error of a card library as one of pictures."""
    return PictureError("unreadable_picture", refused.code, refused.message)


def _known(library: FaceLibrary, name: str) -> TaughtFace:
    face = library.face(name)
    if face is None:
        raise PictureError("unreadable_picture", "unknown_name", f"There is no face named {name!r}.", name=name)
    return face


def _unpack(file: Path, folder: Path) -> None:
    """The members of an exported library of faces as files, none of them outside the folder."""
    try:
        with zipfile.ZipFile(file) as archive:
            members = archive.infolist()
            if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_BYTES:
                raise PictureError("unreadable_picture", "bad_library", f"{file.name} is too large to be a library.")
            if INDEX["faces"] not in archive.namelist():
                raise _no_library(file)
            for member in members:
                if Path(member.filename).name == member.filename:
                    (folder / member.filename).write_bytes(archive.read(member))
    except (OSError, ValueError, NotImplementedError, RuntimeError, zlib.error, zipfile.BadZipFile) as problem:
        raise _no_library(file) from problem


def _check_index(file: Path, folder: Path) -> None:
    """Refuses names that are none, values no die has, and more pictures than a library has, before any is looked into."""
    try:
        faces = listed("faces", folder)
    except (BadLibrary, RecursionError) as problem:
        raise _no_library(file) from problem
    if sum(len(face.files) for face in faces) > MOST_MEMBERS:
        raise _no_library(file)
    for face in faces:
        known = face.value is None or (isinstance(face.value, int) and abs(face.value) <= HIGHEST_VALUE)
        if not known or not can_be_a_name(face.name):
            raise _no_library(file)


def _added(library: FaceLibrary, coming: list[TaughtFace]) -> Imported:
    added, extended, unchanged = [], [], []
    for face in coming:
        known = library.face(face.name)
        here = {} if known is None else {picture.patches[0].tobytes(): picture for picture in known.pictures}
        there = {picture.patches[0].tobytes(): _unkept(picture) for picture in face.pictures}
        new = [picture for cut, picture in there.items() if cut not in here]
        new = new[: max(0, MOST_PICTURES - len(known.pictures if known is not None else ()))]
        if known is None:
            if len(library.faces) == MOST_FACES:
                text = f"A library holds at most {MOST_FACES} faces."
                raise PictureError("unreadable_picture", "library_full", text, most=MOST_FACES)
            library.faces.append(TaughtFace(face.name, face.value, tuple(new)))
            added.append(face.name)
        elif new:
            library.faces[library.faces.index(known)] = replace(known, pictures=(*known.pictures, *new))
            extended.append(face.name)
        else:
            unchanged.append(face.name)
    return Imported(tuple(added), tuple(extended), tuple(unchanged))


def _unkept(picture: TaughtPicture) -> TaughtPicture:
    """As it would be if it was taught here: not on disk yet."""
    return replace(picture, patches=picture.patches[:MOST_CUTS], files=())


def _no_library(file: Path) -> PictureError:
    return PictureError("unreadable_picture", "bad_library", f"{file.name} is no exported library of cards or faces.")
