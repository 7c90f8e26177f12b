"""How well a picture laid over a taught face agrees with it, place by place.

Local normalised correlation of brightness and colour together ignores light, shade and exposure; it is weighted by the
contrast the taught face has there. The sharper of the two is blurred to the other's sharpness first.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.arrays import Floats, Picture

WINDOW = 13
_NOISE = 30.0  # variance below which a place counts as flat


@dataclass(frozen=True, slots=True)
class Agreement:
    """``map``: correlation -1..1 at each pixel of the face; ``score``: its mean weighted by contrast;
    ``share``: the part of the weight above .5; ``visible``: the part of the weight that could be compared;
    ``blob_px``: the size of the largest place that clearly shows something else, see ``contradiction_px``."""

    map: Floats
    score: float
    share: float
    visible: float
    blob_px: int
    seen: Floats


def compare(taught: Floats, seen: Floats, hidden: Picture | None = None, window: int = WINDOW) -> Agreement:
    """Compare Lab planes (see ``face.lab_planes``) of equal size; ``hidden`` (uint8, 1 = covered) is left out."""
    taught, seen = _equally_sharp(taught, seen)
    box = (window, window)
    mean_t, mean_s = cv2.blur(taught, box), cv2.blur(seen, box)
    var_t = _sum(cv2.blur(taught * taught, box) - mean_t * mean_t)
    var_s = _sum(cv2.blur(seen * seen, box) - mean_s * mean_s)
    both = _sum(cv2.blur(taught * seen, box) - mean_t * mean_s)
    ncc = both / np.sqrt((var_t + _NOISE) * (var_s + _NOISE))
    weight = np.sqrt(np.maximum(var_t, 0))
    washed = (seen[..., 0] > 250).astype(np.uint8) & (taught[..., 0] < 225)
    out = cv2.dilate(washed, np.ones((5, 5), np.uint8))
    if hidden is not None:
        out = cv2.bitwise_or(out, cv2.dilate(hidden, np.ones((window, window), np.uint8)))
    total = float(weight.sum()) + 1e-6
    open_weight = np.where(out > 0, 0, weight)
    known = float(open_weight.sum()) + 1e-6
    return Agreement(
        map=ncc,
        score=float((open_weight * ncc).sum() / known),
        share=float(open_weight[ncc > 0.5].sum() / known),
        visible=known / total,
        blob_px=contradiction_px(taught, seen, out),
        seen=seen,
    )


def contradiction_px(taught: Floats, seen: Floats, out: Picture) -> int:
    """The largest connected area (pixels) where ``seen`` departs from ``taught`` by as much as the card's own contrast.

    Fine detail only (light changes slowly); the taught detail is scaled to the contrast seen around it, so that dull
    light
    and washed-out places do not count. ``out``: places to leave aside (not 0). The outermost 6 pixels never count.
    """
    seen, taught = seen - cv2.GaussianBlur(seen, (0, 0), 8), taught - cv2.GaussianBlur(taught, (0, 0), 8)
    around, near = (61, 61), (7, 7)
    power = _sum(cv2.blur(seen * seen, around))
    gain = cv2.blur((taught * seen).sum(axis=2), around) / (_sum(cv2.blur(taught * taught, around)) + 20)
    rest = seen - np.clip(gain, 0.05, 3)[..., None] * taught
    excess = cv2.blur((rest * rest).sum(axis=2), near)
    detail = np.maximum(cv2.blur((seen * seen).sum(axis=2), near), cv2.blur((rest - seen)[..., 0] ** 2, near))
    against = ((excess > 0.81 * (power + 256)) & (excess > 0.3 * detail) & (out == 0)).astype(np.uint8)
    against[:6] = against[-6:] = 0
    against[:, :6] = against[:, -6:] = 0
    return largest_area(against)


def largest_area(mask: Picture) -> int:
    """Pixels of the largest connected area that is not 0."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    return int(stats[1:, cv2.CC_STAT_AREA].max()) if count > 1 else 0


def _sum(planes: Floats) -> Floats:
    return np.maximum(planes[..., 0] + planes[..., 1] + planes[..., 2], 0) if planes.ndim == 3 else planes


def sharpness(planes: Floats) -> float:
    """Energy of fine detail against that of coarser detail, of the brightness plane."""
    light = planes[..., 0]
    fine = light - cv2.GaussianBlur(light, (0, 0), 1.0)
    coarse = light - cv2.GaussianBlur(light, (0, 0), 4.0)
    return float((fine * fine).mean() / ((coarse * coarse).mean() + 1e-6))


def _equally_sharp(taught: Floats, seen: Floats) -> tuple[Floats, Floats]:
    a, b = sharpness(taught), sharpness(seen)
    return (_dulled(taught, b), seen) if a > b else (taught, _dulled(seen, a))


def _dulled(planes: Floats, wanted: float) -> Floats:
    best = planes
    for sigma in (0.6, 0.9, 1.3, 1.8, 2.5):
        trial = cv2.GaussianBlur(planes, (0, 0), sigma)
        if sharpness(trial) < wanted:
            break
        best = trial
    return best
