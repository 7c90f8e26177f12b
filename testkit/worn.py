"""Pictures nearer to a real evening: worn and slightly bent cards under a lamp, on cluttered tables, by a poor webcam.

Cards are taught from flat scans that fill their picture (another device, other colours) and shown worn: whitened edges,
scratches, a crease; beside coins, keys and cards lying face down, or white cards on a white table; with lamp reflections on
single cards, a strong colour cast, low contrast, sharpening halos and coarse JPEG. Everything follows from the seed.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from testkit.decks import HEIGHT, WIDTH, DrawnCard
from testkit.tabletops import Laid, Photograph, lay, placed, table
from vision.arrays import Floats

TABLES = ("wood", "cloth", "paper", "desk", "cards down", "checker")


def scan(card: DrawnCard, seed: int) -> np.ndarray:
    """A flat scan of one card that fills the picture (BGR), cut a little unevenly, in the scanner's own colours."""
    rng = np.random.default_rng(np.random.SeedSequence((98, seed)))
    margins = np.round(rng.uniform(-0.008, 0.012, 4) * WIDTH).astype(int)
    top, right, bottom, left = np.maximum(margins, 0)
    image = card.image[top : HEIGHT - bottom, left : WIDTH - right]
    more = np.maximum(-margins, 0)
    above, right, below, left = (int(margin) for margin in more)
    image = cv2.copyMakeBorder(image, above, below, left, right, cv2.BORDER_CONSTANT, value=(250, 250, 250))
    size = float(rng.uniform(0.7, 1.3))
    image = cv2.resize(image, None, fx=size, fy=size, interpolation=cv2.INTER_AREA if size < 1 else cv2.INTER_CUBIC)
    return _coarse(_toned(image.astype(np.float32), rng, strength=0.5), int(rng.integers(82, 96)))


def worn(card: DrawnCard, rng: np.random.Generator) -> np.ndarray:
    """The card after many evenings: whitened edges and corners, scratches, sometimes a crease, duller ink."""
    image = card.image.astype(np.float32)
    edge = np.ones((HEIGHT, WIDTH), np.float32)
    cv2.rectangle(edge, (0, 0), (WIDTH - 1, HEIGHT - 1), 0.0, 1)
    near = cv2.distanceTransform((edge > 0).astype(np.uint8), cv2.DIST_L2, 3)
    rough = cv2.resize(rng.random((49, 35), dtype=np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC)
    fray = np.clip(1.3 - near / (1 + rng.uniform(2, 9) * rough), 0, 1) * rng.uniform(0.2, 0.8)
    image += (np.array([225, 232, 235], np.float32) - image) * fray[..., None]
    marks = np.zeros((HEIGHT, WIDTH), np.uint8)
    for _ in range(int(rng.integers(2, 14))):
        x, y, turn, length = rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT), rng.uniform(0, np.pi), rng.uniform(20, 180)
        end = round(x + length * np.cos(turn)), round(y + length * np.sin(turn))
        cv2.line(marks, (round(x), round(y)), end, int(rng.integers(20, 90)), 1, cv2.LINE_AA)
    if rng.random() < 0.25:
        corner, reach = (WIDTH if rng.random() < 0.5 else 0), int(rng.integers(30, 110))
        across = abs(corner - reach), 0
        cv2.line(marks, across, (corner, reach), 130, 2, cv2.LINE_AA)
    image += (235 - image) * (marks.astype(np.float32) / 255)[..., None]
    image = image * rng.uniform(0.86, 1) + rng.uniform(0, 22)
    return np.clip(image, 0, 255).astype(np.uint8)


def evening(
    cards: Sequence[DrawnCard],
    seed: int,
    *,
    width: int = 1280,
    height: int = 960,
    overlap: bool = False,
    kind: str | None = None,
    fill: tuple[float, float] = (0.7, 0.95),
) -> Photograph:
    """Lay worn ``cards`` on a cluttered table under a lamp and take a webcam's picture of them.

    ``kind``: one of ``TABLES``. ``fill``: how much of the picture the cards span; ``overlap``: they cover each other's corners.
    """
    rng = np.random.default_rng(np.random.SeedSequence((97, seed)))
    kind = kind or TABLES[int(rng.integers(len(TABLES)))]
    tilt = np.radians(rng.uniform(0, 40))
    outlines = placed(rng, len(cards), tilt, 84.0 if overlap else 108.0, np.pi, np.radians(23))
    flat = np.concatenate(outlines)
    low, span = flat.min(0), np.ptp(flat, axis=0)
    scale = min(width / span[0], height / span[1]) * rng.uniform(*fill)
    shift = (np.array([width, height]) - span * scale) * rng.uniform(0.3, 0.7, 2) - low * scale
    places = [(outline * scale + shift).astype(np.float32) for outline in outlines]
    image = _surface(rng, kind, width, height, float(np.linalg.norm(places[0][0] - places[0][3])))
    laid = []
    for card, corners in zip(cards, places, strict=True):
        lay(image, _bent(worn(card, rng), rng), corners, rng, sleeve=rng.random() < 0.25)
        if rng.random() < 0.3:
            _lamp(image, corners, rng)
        laid.append(Laid(card.name, corners))
    return Photograph(_webcam(image, rng), tuple(laid))


def _surface(rng: np.random.Generator, kind: str, width: int, height: int, card_px: float) -> np.ndarray:
    """The table and what lies about; ``card_px``: how long a card is in the picture."""
    if kind == "paper":
        return np.full((height, width, 3), rng.uniform(205, 238), np.float32) + rng.normal(
            0, 2, (height, width, 1)
        ).astype(np.float32)
    image = table(rng, kind if kind in ("wood", "cloth", "checker") else "wood", width, height)
    for _ in range(int(rng.integers(2, 9)) if kind == "desk" else 0):
        _coin(image, rng, card_px * float(rng.uniform(0.1, 0.16)))
    if kind == "desk":
        _keyboard(image, rng, card_px)
    if kind == "cards down":
        back = _back(rng)
        for _ in range(int(rng.integers(2, 7))):
            middle, turn = rng.uniform(0, 1, 2) * (width, height), rng.uniform(0, np.pi)
            box = np.array([[-0.36, -0.5], [0.36, -0.5], [0.36, 0.5], [-0.36, 0.5]]) * card_px
            spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
            lay(image, back, (box @ spin + middle).astype(np.float32), rng, sleeve=False)
    return image


def _coin(image: np.ndarray, rng: np.random.Generator, radius: float) -> None:
    x, y = int(rng.integers(image.shape[1])), int(rng.integers(image.shape[0]))
    metal = np.array(((60, 110, 150), (150, 160, 165), (70, 150, 190))[int(rng.integers(3))], np.float64) * rng.uniform(
        0.6, 1.1
    )
    for share, light in ((1.0, 0.75), (0.9, 1.0), (0.55, 0.85), (0.45, 1.05)):
        cv2.circle(image, (x, y), round(radius * share), tuple(metal * light), -1, cv2.LINE_AA)


def _keyboard(image: np.ndarray, rng: np.random.Generator, card_px: float) -> None:
    key = card_px * 0.2
    dark = float(rng.uniform(20, 60))
    x0, y0 = rng.uniform(-0.2, 0.5) * image.shape[1], rng.uniform(-0.1, 0.95) * image.shape[0]
    side = round(0.86 * key)
    for row in range(3):
        for column in range(9):
            x, y = round(x0 + (column + 0.3 * row) * key), round(y0 + row * key)
            if min(x, y) < 0 or x + side > image.shape[1] or y + side > image.shape[0]:
                continue
            cap = np.full((side, side), dark, np.uint8)
            cv2.putText(cap, chr(65 + int(rng.integers(26))), (4, side // 2), 0, side / 52, 200, 1, cv2.LINE_AA)
            image[y : y + side, x : x + side] = cap[..., None]


def _back(rng: np.random.Generator) -> np.ndarray:
    colour = np.array(((150, 60, 40), (40, 40, 160), (60, 110, 50))[int(rng.integers(3))], np.float32)
    back = np.full((HEIGHT, WIDTH, 3), 240, np.float32)
    rows, columns = np.mgrid[:HEIGHT, :WIDTH]
    weave = ((rows + columns) // 12 % 2) ^ ((rows - columns) // 12 % 2)
    inside = np.where(weave[..., None] > 0, colour, colour * 0.4 + 140)
    back[26:-26, 26:-26] = inside[26:-26, 26:-26]
    return np.clip(back, 0, 255).astype(np.uint8)


def _bent(card: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A card that does not lie quite flat: its middle is shifted against its ends by up to 1.5 %."""
    bow_x, bow_y = rng.uniform(-0.015, 0.015, 2) * WIDTH
    ys, xs = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j].astype(np.float32)
    map_x = (xs + 1) / 2 * (WIDTH - 1) + np.float32(bow_x) * (1 - ys**2) * (1 - xs**2)
    map_y = (ys + 1) / 2 * (HEIGHT - 1) + np.float32(bow_y) * (1 - xs**2) * (1 - ys**2)
    return cv2.remap(card, map_x, map_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _lamp(image: np.ndarray, corners: np.ndarray, rng: np.random.Generator) -> None:
    """A lamp mirrored in one card: a bright ellipse with a washed-out core, on that card only."""
    low = np.maximum(np.floor(corners.min(axis=0)), 0).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0)), (image.shape[1], image.shape[0])).astype(int)
    if (high - low).min() < 8:
        return
    under = image[low[1] : high[1], low[0] : high[0]]
    ys, xs = np.mgrid[: under.shape[0], : under.shape[1]].astype(np.float32)
    size = float(np.linalg.norm(corners[0] - corners[3]))
    x, y = corners.mean(axis=0) - low + rng.uniform(-0.35, 0.35, 2) * size
    turn, a, b = rng.uniform(0, np.pi), rng.uniform(0.08, 0.25) * size, rng.uniform(0.05, 0.14) * size
    u = (xs - x) * np.cos(turn) + (ys - y) * np.sin(turn)
    v = (ys - y) * np.cos(turn) - (xs - x) * np.sin(turn)
    on_card = np.zeros(under.shape[:2], np.float32)
    cv2.fillConvexPoly(on_card, np.round(corners - low).astype(np.int32), 1.0)
    under += (rng.uniform(70, 260) * np.exp(-((u / a) ** 2) - (v / b) ** 2) * on_card)[..., None].astype(np.float32)


def _toned(image: np.ndarray, rng: np.random.Generator, strength: float) -> np.ndarray:
    """Another device's colours: cast, gamma, saturation. ``strength`` 0-1."""
    cast = np.array(
        [rng.uniform(1 - 0.4 * strength, 1 + 0.1 * strength), 1.0, rng.uniform(1 - 0.1 * strength, 1 + 0.2 * strength)],
        np.float32,
    )
    image = np.clip(image * cast, 0, 255) / 255
    image = image ** np.float32(np.exp(rng.uniform(-0.3, 0.3) * strength)) * 255
    grey = image.mean(axis=2, keepdims=True)
    return grey + (image - grey) * np.float32(1 + rng.uniform(-0.45, 0.25) * strength)


def _webcam(image: Floats, rng: np.random.Generator) -> np.ndarray:
    height, width = image.shape[:2]
    turn, fall = rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.5)
    ramp_x = np.linspace(-0.7, 0.7, width, dtype=np.float32) * np.float32(np.cos(turn) * fall)
    ramp_y = np.linspace(-0.7, 0.7, height, dtype=np.float32) * np.float32(np.sin(turn) * fall)
    image = image * (1 + ramp_x[None, :, None] + ramp_y[:, None, None]) * np.float32(rng.uniform(0.55, 1.0))
    image = _toned(image, rng, strength=1.0)
    image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.5, 1.4)))
    if rng.random() < 0.5:
        image = image + (image - cv2.GaussianBlur(image, (0, 0), 2.0)) * np.float32(rng.uniform(0.2, 0.8))
    noise: Floats = np.empty(image.shape, np.float32)
    cv2.setRNGSeed(int(rng.integers(1 << 30)))
    cv2.randn(noise, 0, float(rng.uniform(1.5, 6)))  # type: ignore[call-overload]  # one number for all channels
    return _coarse(image + noise, int(rng.integers(45, 88)))


def _coarse(image: np.ndarray, quality: int) -> np.ndarray:
    ok, packed = cv2.imencode(".jpg", np.clip(image, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:
        raise RuntimeError("JPEG encoder refused the picture")
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR))
