"""How well a lesson is cut to its card: ``python3 -m benchmarks.cuts [FOLDER] [--sheets FOLDER] [--drawn N]``.

Drawn pictures with known corners: one card photographed on each kind of table, in a sleeve, in a webcam's 640 x 480 (170 x 260
px, grey on grey in a slight gradient), white on white, a flat scan; then many cards in rows. Right: the outline shares 90 % of
what it and the card cover (in a sleeve, which three of ten on tables are too, 85 %); the rest is refused, or cut wrong without a word. ``FOLDER`` (default:
``shared/photos/cards`` beside the checkout, where it is there): its lessons are drawn with their outlines on contact sheets, to be
looked at one by one, since nobody measured their corners.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from benchmarks.cards_real import PHOTOS, decks_of, picture_of
from testkit.decks import deck
from testkit.sheets import GROUNDS, HOLDERS, sheet
from testkit.tabletops import TABLES, photograph
from testkit.worn import scan
from vision.arrays import Floats, Picture
from vision.cards.error import CardError
from vision.cards.rows import cards_in_rows, covered
from vision.cards.teaching import card_outline, take_lesson

STYLES = ("trading", "playing", "icons", "art")
RIGHT, RIGHT_IN_SLEEVE = 0.90, 0.85


def overlap(one: Floats, other: Floats) -> float:
    """What two outlines share, of what both cover."""
    areas = [float(cv2.contourArea(np.asarray(outline, np.float32))) for outline in (one, other)]
    shared = covered(one, other) * min(areas)
    return shared / (sum(areas) - shared)


def cut_right(found: Floats, card: Floats, least: float) -> bool:
    """Whether an outline is a card's, which shares ``least`` of what both cover, or its sleeve's, which lies round all of it:
    three of ten drawn cards on tables are in one."""
    round_it = covered(found, card) > 0.995 and cv2.contourArea(found.astype(np.float32)) > cv2.contourArea(card)
    return overlap(found, card) >= (RIGHT_IN_SLEEVE if round_it else least)


def grey_card(rng: np.random.Generator) -> tuple[Picture, Floats]:
    """A card of 170 x 260 px with round corners, light grey on darker grey in a slight gradient, in 640 x 480."""
    light, dark = float(rng.uniform(190, 240)), float(rng.uniform(90, 150))
    middle = np.array([rng.uniform(200, 440), rng.uniform(190, 290)])
    turn = np.radians(rng.uniform(-12, 12) if rng.random() < 0.7 else 0.0)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    corners = (np.array([[-85, -130], [85, -130], [85, 130], [-85, 130]]) @ spin + middle).astype(np.float32)
    mask = np.zeros((260, 170), np.float32)
    cv2.rectangle(mask, (10, 0), (159, 259), 1.0, -1)
    cv2.rectangle(mask, (0, 10), (169, 249), 1.0, -1)
    for x, y in ((10, 10), (159, 10), (10, 249), (159, 249)):
        cv2.circle(mask, (x, y), 10, 1.0, -1, cv2.LINE_AA)
    face = np.full((260, 170), round(light), np.uint8)
    cv2.putText(face, str(int(rng.integers(1, 10))), (12, 50), cv2.FONT_HERSHEY_SIMPLEX, 1.4, 60, 3, cv2.LINE_AA)
    cv2.circle(face, (85, 130), int(rng.integers(15, 50)), 90, -1, cv2.LINE_AA)
    source = np.array([[0, 0], [170, 0], [170, 260], [0, 260]], np.float32) - 0.5
    place = cv2.getPerspectiveTransform(source, corners)
    share = cv2.warpPerspective(mask, place, (640, 480))
    grey = (
        np.full((480, 640), dark, np.float32) * (1 - share)
        + cv2.warpPerspective(face, place, (640, 480)).astype(np.float32) * share
    )
    grey += np.linspace(-8, 8, 640)[None] * float(rng.uniform(0, 1)) + rng.standard_normal((480, 640)) * 2
    return cv2.cvtColor(np.clip(grey, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2BGR), corners


def whole(picture: Picture) -> Floats:
    """The corners of a picture."""
    height, width = picture.shape[:2]
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - np.float32(0.5)


def drawn(amount: int) -> Iterator[tuple[str, Picture, Floats, float]]:
    """What is shown, the picture, the card's corners, and what an outline must share with it."""
    rng = np.random.default_rng(11)
    cards = {style: deck(style, amount, 71) for style in STYLES}
    for number in range(amount):
        for style in STYLES:
            card = cards[style][number]
            for table in TABLES:
                shot = photograph(
                    [card], 70_000 + number, tilt_degrees=15, turn_degrees=12, glare=0.1, kind=table, fill=(0.4, 0.85)
                )
                yield f"on a table: {table}", shot.image, shot.laid[0].corners, RIGHT
            for ground, holder in (("wood", "sleeves"), ("dark", "sleeves"), ("white", "none")):
                shot = sheet([card], number, columns=1, ground=ground, holder=holder, width=960, height=1280)
                name = "white table" if ground == "white" else f"sleeve on {ground}"
                yield name, shot.image, shot.laid[0].corners, RIGHT_IN_SLEEVE if holder == "sleeves" else RIGHT
            flat = scan(card, number)
            yield "flat scan", flat, whole(flat), RIGHT
        yield "170 x 260 px, grey on grey", *grey_card(rng), RIGHT


def single(amount: int) -> None:
    """Print what became of one card in a picture."""
    told: dict[str, Counter[str]] = {}
    for what, picture, corners, least in drawn(amount):
        count = told.setdefault(what, Counter())
        try:
            found = card_outline(picture)
            take_lesson(picture, found)
            count["right" if cut_right(found, corners, least) else "wrong"] += 1
        except CardError as refused:
            count[refused.code] += 1
    print("one card                     pictures   right  wrong  refused")
    for what, count in told.items():
        not_cut = sum(count.values()) - count["right"] - count["wrong"]
        print(f"{what:28s} {sum(count.values()):8d} {count['right']:7d} {count['wrong']:6d} {not_cut:8d}", flush=True)


def rows() -> None:
    """Print how many cards of pictures of many are found."""
    print("\nmany cards                       of 6    of 20    of 40   ms")
    cards = {style: deck(style, 40, 71) for style in ("playing", "trading")}
    for ground in GROUNDS:
        for holder in HOLDERS:
            right: Counter[int] = Counter()
            spent = 0.0
            for style, (amount, columns) in ((s, n) for s in cards for n in ((6, 3), (20, 5), (40, 8))):
                shot = sheet(cards[style][:amount], amount, columns=columns, ground=ground, holder=holder)
                started = time.process_time()
                try:
                    found = cards_in_rows(shot.image)
                except CardError:
                    found = []
                spent += time.process_time() - started
                right[amount] += sum(
                    max((overlap(f, laid.corners) for f in found), default=0) > RIGHT_IN_SLEEVE for laid in shot.laid
                )
            shares = "  ".join(f"{100 * right[n] / (2 * n):5.1f}%" for n in (6, 20, 40))
            print(f"{ground + ', ' + holder:28s} {shares}  {1000 * spent / 6:4.0f}", flush=True)


def contact_sheets(folder: Path, out: Path) -> None:
    """Draw each lesson with its outline, W where the whole picture is kept, or why it is refused."""
    out.mkdir(parents=True, exist_ok=True)
    for name, (lessons, _) in decks_of(folder).items():
        tiles = []
        for lesson in lessons:
            picture, said = picture_of(lesson.file), ""
            scale = 220 / max(picture.shape)
            small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
            try:
                corners = take_lesson(picture).corners
                said = "W" if np.allclose(corners, whole(picture)) else ""
                cv2.polylines(small, [np.round(corners * scale).astype(np.int32)], True, (0, 0, 255), 2)
            except CardError as refused:
                said = refused.code
            tile: Picture = np.zeros((244, 224, 3), np.uint8)
            tile[: small.shape[0], : small.shape[1]] = small
            cv2.putText(tile, f"{lesson.file.stem[:22]} {said}", (2, 238), 0, 0.4, (0, 255, 255), 1)
            tiles.append(tile)
        tiles += [np.zeros((244, 224, 3), np.uint8)] * (-len(tiles) % 9)
        lines = [np.hstack(tiles[k : k + 9]) for k in range(0, len(tiles), 9)]
        cv2.imwrite(str(out / f"{name}.png"), np.vstack(lines))
        print(f"{name}: {len(lessons)} lessons drawn")


def main() -> int:
    """Read the options and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=PHOTOS, help="labels.csv and the pictures")
    parser.add_argument(
        "--sheets", type=Path, help="draw the lessons of FOLDER with their outlines here, and nothing else"
    )
    parser.add_argument("--drawn", type=int, default=10, help="drawn cards of each kind")
    parser.add_argument("--rows", action="store_true", help="only the cards in rows")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    if options.sheets is not None:
        if (options.folder / "labels.csv").is_file():
            contact_sheets(options.folder, options.sheets)
        return 0
    if not options.rows:
        single(options.drawn)
    rows()
    return 0


if __name__ == "__main__":
    sys.exit(main())
