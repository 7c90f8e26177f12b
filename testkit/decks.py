"""Decks drawn by the computer: the cards that tests and benchmarks teach and show.

Every picture follows from its seed. A card is 420 x 588 pixels BGR (63 x 88 mm). Styles: *art* (photo-like
painting with a title), *icons* (flat tribe icons and a number), *playing* (white, pips and indices in two corners),
*corners* (the same with indices in all four), *trading* (frame, art, rules text), *digits* (many cards share one
painting and differ in one small digit) and *tiny* (the same with one digit of 4.3 % of the card's height).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

WIDTH, HEIGHT = 420, 588
_PICTURES = (".png", ".jpg", ".jpeg", ".webp")
STYLES = ("art", "icons", "playing", "corners", "trading", "digits", "tiny")
_WORDS = tuple(
    "amber basil cedar delta ember fjord grove haven ivory jolly koala lemon maple nymph ochre pearl".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """One drawn card: its name in the deck and its picture (588 x 420 x 3, BGR)."""

    name: str
    image: np.ndarray


def deck(style: str, size: int, seed: int) -> list[DrawnCard]:
    """Draw the first ``size`` cards of the deck ``style``/``seed``; a larger deck begins with the smaller one."""
    drawers = {
        "art": _art,
        "icons": _icons,
        "playing": _playing,
        "corners": _corners,
        "trading": _trading,
        "digits": _digits,
        "tiny": _tiny,
    }
    return [drawers[style](number, seed) for number in range(size)]


def printed_deck(folder: Path) -> list[DrawnCard]:
    """The pictures of whole cards in a folder, one a file and cut to its edges, as a deck in the order of their names.

    Transparent corners become white. Raises ValueError when the folder holds fewer than two pictures.
    """
    cards = []
    for path in sorted(folder.iterdir()):
        image = cv2.imread(str(path), cv2.IMREAD_UNCHANGED) if path.suffix.lower() in _PICTURES else None
        if image is None:
            continue
        colour = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) if image.ndim == 2 else image[..., :3]
        if image.ndim == 3 and image.shape[2] == 4:
            opaque = image[..., 3:].astype(np.float32) / 255
            colour = (colour * opaque + 255 * (1 - opaque)).astype(np.uint8)
        cards.append(DrawnCard(path.stem, cv2.resize(colour, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)))
    if len(cards) < 2:
        raise ValueError(f"{folder} holds fewer than two pictures of cards")
    return cards


def _rng(*seed: int) -> np.random.Generator:
    return np.random.default_rng(np.random.SeedSequence(seed))


def _colour(rng: np.random.Generator, low: int = 20, high: int = 235) -> tuple[int, int, int]:
    blue, green, red = (int(v) for v in rng.integers(low, high, 3))
    return blue, green, red


def write(
    image: np.ndarray, text: str, x: int, y: int, size: int, colour: tuple[int, int, int], weight: int = 600
) -> None:
    """Write ``text`` with its baseline starting at (x, y), ``size`` pixels tall, into ``image``."""
    cv2.putText(image, text, (x, y), colour, cv2.FontFace("sans"), size, weight)


def painting(rng: np.random.Generator, width: int, height: int) -> np.ndarray:
    """A photo-like picture: coloured noise of several scales with shapes over it, BGR uint8."""
    field = np.zeros((height, width), np.float32)
    for octave in range(2, 7):
        cells = rng.random((2**octave, 2**octave), dtype=np.float32)
        field += cv2.resize(cells, (width, height), interpolation=cv2.INTER_CUBIC) * 0.62**octave
    field = np.clip((field - field.min()) / (np.ptp(field) + 1e-6), 0, 1)
    palette = rng.integers(10, 245, (5, 3)).astype(np.float32)
    stops = np.linspace(0, 1, 5)
    image = np.stack([np.interp(field, stops, palette[:, c]) for c in range(3)], axis=2).astype(np.uint8)
    for _ in range(int(rng.integers(5, 12))):
        x, y, reach = int(rng.integers(width)), int(rng.integers(height)), int(rng.integers(width // 14, width // 4))
        layer = image.copy()
        if rng.random() < 0.5:
            cv2.ellipse(
                layer,
                (x, y),
                (reach, int(reach * rng.uniform(0.3, 1))),
                rng.uniform(0, 180),
                0,
                360,
                _colour(rng),
                -1,
                cv2.LINE_AA,
            )
        else:
            points = np.array([x, y]) + rng.integers(-reach, reach + 1, (int(rng.integers(3, 7)), 2))
            cv2.fillPoly(layer, [points.astype(np.int32)], _colour(rng), cv2.LINE_AA)
        image = cv2.addWeighted(layer, 0.8, image, 0.2, 0).astype(np.uint8)
    return np.clip(image + rng.normal(0, 4, image.shape), 0, 255).astype(np.uint8)


def _framed(inside: np.ndarray, border: tuple[int, int, int]) -> np.ndarray:
    card = np.full((HEIGHT, WIDTH, 3), border, np.uint8)
    top, left = (HEIGHT - inside.shape[0]) // 2, (WIDTH - inside.shape[1]) // 2
    card[top : top + inside.shape[0], left : left + inside.shape[1]] = inside
    return card


def _art(number: int, seed: int) -> DrawnCard:
    rng = _rng(1, seed, number)
    style = _rng(1, seed)
    border = ((235, 240, 242), (25, 25, 28), (60, 110, 150))[int(style.integers(3))]
    card = _framed(painting(rng, WIDTH - 36, HEIGHT - 36), border)
    title = f"{_WORDS[number % 16]} {_WORDS[int(rng.integers(16))]}"
    cv2.rectangle(card, (40, HEIGHT - 92), (WIDTH - 40, HEIGHT - 44), (240, 240, 240), -1)
    write(card, title, 52, HEIGHT - 60, 30, (20, 20, 20))
    return DrawnCard(f"art {number}", card)


_TRIBE_NAMES = ("red", "blue", "green", "black", "brown", "purple", "yellow", "teal")
_TRIBES = (
    (60, 60, 200),
    (190, 90, 40),
    (70, 160, 60),
    (50, 50, 50),
    (60, 90, 130),
    (150, 70, 140),
    (40, 170, 215),
    (150, 160, 50),
)


def _blot(image: np.ndarray, shape: int, x: int, y: int, reach: int, colour: tuple[int, int, int]) -> None:
    rng = _rng(7, shape)
    angles = np.sort(rng.uniform(0, 2 * np.pi, 9))
    spokes = rng.uniform(0.35, 1.0, 9) * reach
    points = np.stack([x + np.cos(angles) * spokes, y + np.sin(angles) * spokes], axis=1)
    cv2.fillPoly(image, [points.astype(np.int32)], colour, cv2.LINE_AA)
    cv2.circle(image, (x, y), reach // 3, (245, 245, 245), -1, cv2.LINE_AA)
    cv2.circle(image, (x, y), reach // 6, colour, -1, cv2.LINE_AA)


def _icons(number: int, seed: int) -> DrawnCard:
    tribe, rank = number % 8, number // 8
    family, digit = divmod(rank, 9)
    colour = _TRIBES[tribe]
    card = _framed(np.full((HEIGHT - 32, WIDTH - 32, 3), colour, np.uint8), (240, 240, 240))
    cv2.ellipse(card, (WIDTH // 2, HEIGHT // 2), (150, 210), 20, 0, 360, (235, 238, 240), -1, cv2.LINE_AA)
    _blot(card, seed * 31 + tribe + 8 * family, WIDTH // 2, HEIGHT // 2 - 60, 90, colour)
    write(card, str(digit + 1), WIDTH // 2 - 38, HEIGHT // 2 + 150, 130, (30, 30, 30), 700)
    for x, y in ((34, 86), (WIDTH - 74, HEIGHT - 38)):
        write(card, str(digit + 1), x, y, 64, (250, 250, 250), 700)
    for step in range(family):
        cv2.circle(card, (60 + 40 * step, HEIGHT - 60), 14, (240, 240, 240), -1, cv2.LINE_AA)
    return DrawnCard(f"{_TRIBE_NAMES[tribe]} {family * 9 + digit + 1}", card)


def _pip(image: np.ndarray, suit: int, x: int, y: int, reach: int, down: bool) -> None:
    colour = (40, 35, 190) if suit in (0, 1) else (30, 28, 28)
    turn = -1 if down else 1

    def at(dx: float, dy: float) -> tuple[int, int]:
        return round(x + dx * reach * turn), round(y + dy * reach * turn)

    def lobe(dx: float, dy: float, radius: float) -> None:
        cv2.circle(image, at(dx, dy), round(radius * reach), colour, -1, cv2.LINE_AA)

    def wedge(*points: tuple[float, float]) -> None:
        cv2.fillPoly(image, [np.array([at(*p) for p in points], np.int32)], colour, cv2.LINE_AA)

    if suit == 0:
        lobe(-0.4, -0.3, 0.45)
        lobe(0.4, -0.3, 0.45)
        wedge((-0.82, -0.12), (0.82, -0.12), (0, 0.95))
    elif suit == 1:
        wedge((0, -1), (0.72, 0), (0, 1), (-0.72, 0))
    elif suit == 2:
        lobe(-0.4, 0.25, 0.43)
        lobe(0.4, 0.25, 0.43)
        wedge((-0.8, 0.1), (0.8, 0.1), (0, -1))
        wedge((-0.3, 1), (0.3, 1), (0, 0.2))
    else:
        lobe(-0.45, 0.2, 0.4)
        lobe(0.45, 0.2, 0.4)
        lobe(0, -0.5, 0.4)
        wedge((-0.3, 1), (0.3, 1), (0, 0))


_PIP_ROWS: dict[int, list[tuple[float, float]]] = {  # rank: (column, height), in units of the field
    1: [(0, 0)], 2: [(0, -1), (0, 1)], 3: [(0, -1), (0, 0), (0, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)], 5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    7: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5)],
    8: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1), (0, -0.5), (0, 0.5)],
    9: [(-1, -1), (1, -1), (-1, -0.33), (1, -0.33), (-1, 0.33), (1, 0.33), (-1, 1), (1, 1), (0, 0)],
    10: [(-1, -1), (1, -1), (-1, -0.33), (1, -0.33), (-1, 0.33), (1, 0.33), (-1, 1), (1, 1), (0, -0.66), (0, 0.66)],
}  # fmt: skip


def _corners(number: int, seed: int) -> DrawnCard:
    return _playing(number, seed, four=True)


def _playing(number: int, seed: int, four: bool = False) -> DrawnCard:
    suit, rank = number % 4, number // 4 % 13 + 1
    card = np.full((HEIGHT, WIDTH, 3), (243, 246, 247), np.uint8)
    label = {1: "A", 11: "J", 12: "Q", 13: "K"}.get(rank, str(rank))
    ink = (40, 35, 190) if suit in (0, 1) else (30, 28, 28)
    for _ in range(2):
        write(card, label, 20, 76, 62 if rank != 10 else 52, ink, 700)
        _pip(card, suit, 42, 112, 22, down=False)
        if four:
            write(card, label, WIDTH - (62 if rank != 10 else 80), 76, 62 if rank != 10 else 52, ink, 700)
            _pip(card, suit, WIDTH - 42, 112, 22, down=False)
        card = np.ascontiguousarray(card[::-1, ::-1])
    if rank <= 10:
        for column, row in _PIP_ROWS[rank]:
            _pip(
                card,
                suit,
                round(WIDTH / 2 + column * 88),
                round(HEIGHT / 2 + row * 190),
                44 if rank > 1 else 90,
                row > 0,
            )
    else:
        half = painting(_rng(3, seed, suit, rank), 240, 210)
        card[HEIGHT // 2 - 210 : HEIGHT // 2, 90:330] = half
        card[HEIGHT // 2 : HEIGHT // 2 + 210, 90:330] = half[::-1, ::-1]
        cv2.rectangle(card, (90, HEIGHT // 2 - 210), (330, HEIGHT // 2 + 210), ink, 3)
    deck_number = number // 52
    return DrawnCard(
        f"{label} {['hearts', 'diamonds', 'spades', 'clubs'][suit]}" + (f" {deck_number}" if deck_number else ""), card
    )


def _trading(number: int, seed: int) -> DrawnCard:
    rng = _rng(4, seed, number)
    kind = int(rng.integers(4))
    frame = ((60, 190, 225), (140, 90, 50), (70, 140, 90), (60, 60, 170))[kind]
    card = _framed(np.full((HEIGHT - 40, WIDTH - 40, 3), tuple(int(c * 0.55 + 100) for c in frame), np.uint8), frame)
    card[84:320, 40 : WIDTH - 40] = painting(rng, WIDTH - 80, 236)
    cv2.rectangle(card, (40, 84), (WIDTH - 40, 320), (30, 30, 30), 2)
    write(
        card, f"{_WORDS[int(rng.integers(16))]}{_WORDS[int(rng.integers(16))]}".title(), 36, 66, 34, (20, 20, 20), 700
    )
    write(card, f"{int(rng.integers(3, 20)) * 10} hp", WIDTH - 118, 64, 26, (30, 30, 160))
    y = 360
    while y < HEIGHT - 50:
        words = " ".join(_WORDS[int(k)] for k in rng.integers(0, 16, 6))
        write(card, words[:36], 38, y, 17, (25, 25, 25), 400)
        y += 26 if rng.random() < 0.75 else 48
    return DrawnCard(f"trading {number}", card)


def _digits(number: int, seed: int) -> DrawnCard:
    family, digit = divmod(number, 5)
    rng = _rng(5, seed, family)
    card = _framed(painting(rng, WIDTH - 32, HEIGHT - 32), (238, 240, 240))
    for x, y in ((26, 30), (WIDTH - 84, HEIGHT - 88)):  # the digit is 47 px tall: 8 % of the height
        cv2.rectangle(card, (x, y), (x + 58, y + 58), (240, 240, 240), -1)
        write(card, str(digit * 2 + 1 if family % 2 else digit + 2), x + 11, y + 51, 62, (25, 25, 25), 700)
    return DrawnCard(f"family {family} digit {digit}", card)


def _tiny(number: int, seed: int) -> DrawnCard:
    family, digit = divmod(number, 8)
    card = _framed(painting(_rng(6, seed, family), WIDTH - 32, HEIGHT - 32), (238, 240, 240))
    cv2.rectangle(card, (26, 30), (58, 66), (240, 240, 240), -1)  # the digit is 25 px tall: 4.3 % of the height
    write(card, str(digit + 1), 32, 60, 34, (25, 25, 25), 700)
    return DrawnCard(f"family {family} small digit {digit + 1}", card)


def names(cards: list[DrawnCard]) -> Iterator[str]:
    """The names of a deck in order."""
    return (card.name for card in cards)
