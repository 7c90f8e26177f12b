"""Why right cards are asked about: ``python3 -m benchmarks.cards_asked [FOLDER] [--decks ...] [--every N]``.

Reads the scenes of ``benchmarks.cards_real`` with the whole deck taught. For every card that is asked about with the right name
first it prints what was measured at each step of judging and whether that step would have been sure; then how often each limit
was the one, or one of those, that stood in the way.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import cv2

from benchmarks.cards_real import Count, asked_decks, picture_of, teach
from vision.cards import judging
from vision.cards.agreement import Agreement
from vision.cards.face import Scene
from vision.cards.gallery import Gallery
from vision.cards.ink import Shade
from vision.cards.judging import Judge
from vision.cards.match import Match
from vision.cards.places import covered, hidden_by
from vision.cards.reader import Reader

_STEPS = (
    "is_sure",
    "sure_when_bent",
    "sure_when_toned",
    "shade_agrees",
    "sure_by_ink",
    "sure_by_index",
    "colours_agree",
)
_SCORE, _SHARE, _SPOTS_PX, _VISIBLE, _HUE, _FILL = 0.72, 0.80, 88, 0.50, 0.80, 0.60  # as in ``vision.cards.match``


@contextmanager
def told(steps: list[tuple[str, tuple[Any, ...], bool]]) -> Iterator[None]:
    """Note every decision of the judge in ``steps``: its name, what it was asked, what it answered."""
    before = {name: getattr(judging, name) for name in _STEPS}

    def noting(name: str, decide: Callable[..., bool]) -> Callable[..., bool]:
        def decided(*asked: Any) -> bool:
            answer = decide(*asked)
            steps.append((name, asked, answer))
            return answer

        return decided

    for name, decide in before.items():
        setattr(judging, name, noting(name, decide))
    try:
        yield
    finally:
        for name, decide in before.items():
            setattr(judging, name, decide)


def in_the_way(steps: list[tuple[str, tuple[Any, ...], bool]]) -> list[str]:
    """The limits that no step passed."""
    seen = [asked[0] for _, asked, _ in steps if isinstance(asked[0], Agreement)]
    shades = [asked[0] for _, asked, _ in steps if isinstance(asked[0], Shade)]
    stood = []
    if seen and max(look.visible for look in seen) < _VISIBLE:
        stood.append("covered")
    if seen and (max(look.score for look in seen) < _SCORE or max(look.share for look in seen) < _SHARE):
        stood.append("score")
    if seen and min(look.spots_px for look in seen) > _SPOTS_PX:
        stood.append("spots")
    if shades and shades[-1].hue < _HUE:
        stood.append("hue")
    if shades and shades[-1].fill > _FILL:
        stood.append("fill")
    return stood or ["a look-alike"]


def line(name: str, asked: tuple[Any, ...], answer: bool) -> str:
    """One step in words."""
    what = asked[0]
    if isinstance(what, Agreement):
        values = f"score {what.score:.2f} share {what.share:.2f} visible {what.visible:.2f} spots {what.spots_px}"
    elif isinstance(what, Shade):
        values = f"lean {what.lean:.2f} unlike {what.unlike:.2f} pale {what.pale_px} strong {what.strong_px}"
        values += f" mean {what.mean:.1f} hue {what.hue:.2f} fill {what.fill:.2f}"
    else:
        values = f"{what:.2f}"
    return f"      {name}: {'yes' if answer else 'no'}, {values}"


def explain(scene: Path, names: Counter[str], gallery: Gallery, ways: Counter[str]) -> None:
    """Print the asked cards of one picture with the steps that refused them; ``names``: the cards in it."""
    picture = picture_of(scene)
    matches, _ = Reader(gallery).read(picture)
    left = names - Counter(match.name for match in matches if match.sure)
    for match in (m for m in matches if not m.sure):
        if left[match.name] <= 0:
            continue
        left[match.name] -= 1
        steps: list[tuple[str, tuple[Any, ...], bool]] = []
        with told(steps):
            _settled_again(picture, match, matches, gallery)
        stood = " and ".join(in_the_way(steps))
        ways[stood] += 1
        print(f"  {scene.name}: {match.name}, {stood}; rivals {', '.join(match.rivals) or 'none'}")
        for step in steps:
            print(line(*step))


def _settled_again(picture: Any, match: Match, matches: list[Match], gallery: Gallery) -> None:
    upon = [other for other in matches if other.sure and covered(match.corners, other.corners) > 0]
    cover = hidden_by(upon, picture.shape)
    Judge(gallery).settle(Scene(picture), match.index, match.to_picture, cover, match.outline)


def main() -> int:
    """Read the options and print; 0 also where there are no photographs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    _, decks = asked_decks(parser)
    cv2.setNumThreads(1)
    for deck, (lessons, scenes) in decks.items():
        gallery, ways = teach(lessons, Count()), Counter[str]()
        print(deck, flush=True)
        for scene in scenes:
            explain(scene.file, Counter(scene.cards), gallery, ways)
        for stood, number in ways.most_common():
            print(f"{number:4d} {stood}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
