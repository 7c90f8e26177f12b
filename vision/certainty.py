"""How sure a find is: two small logistic models over what the networks said, fitted on tables they had not seen.

``exists`` tells how often such a find is a die's top face, ``right`` how often the value of such a die is right, so
their product can be read as a chance. ``training/calibrate.py`` fits them and writes ``models/certainty.json``.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from vision.arrays import Numbers

_FILE = Path(__file__).parent / "models" / "certainty.json"


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of the finds of one picture; arrays of one number a find.

    heat: the detector's, 0..1; trust: in the size it was seen at, 0..1; share: heat times
    trust, over the largest such of the picture's pip faces, at most 1; there: the crop reader's chance of a top
    face; chance: of the likeliest value, both networks mixed; detector_chance, crop_chance: of that value, each by
    itself; support: the heat of another pass there; odd: how many doublings its size is away from the usual one of the picture;
    side_px: the die's side in pixels of the picture; refuted: how many finds of the picture the crop reader does not
    confirm, the same for all. A printed board looks like dice in many places: there only the clearest are believed.
    """

    heat: Numbers
    trust: Numbers
    share: Numbers
    there: Numbers
    chance: Numbers
    detector_chance: Numbers
    crop_chance: Numbers
    support: Numbers
    odd: Numbers
    side_px: Numbers
    refuted: Numbers

    def exists_features(self) -> Numbers:
        columns = (
            _odds(self.heat),
            _log(self.trust),
            _odds(self.there),
            np.maximum(0.0, np.abs(self.odd) - 0.5),
            _log(self.share),
            _odds(self.crop_chance),
            self.support,
            np.log2(1 + self.refuted),
        )
        return np.stack(columns, axis=1)

    def right_features(self) -> Numbers:
        detail = np.log2(np.clip(self.side_px, 8, 64) / 64)
        columns = (
            _odds(self.chance),
            _odds(self.detector_chance),
            _odds(self.crop_chance),
            _odds(self.there),
            self.support,
            detail,
        )
        return np.stack(columns, axis=1)


def certainties(evidence: Evidence) -> tuple[Numbers, Numbers]:
    """For each find: how likely a top face of a die, and how likely its value is right if it is one."""
    exists, right = _weights()
    return chance_of(exists, evidence.exists_features()), chance_of(right, evidence.right_features())


def chance_of(weights: Numbers, features: Numbers) -> Numbers:
    """The logistic model with ``weights`` (first the constant) for each row of ``features``."""
    return np.asarray(1 / (1 + np.exp(-(weights[0] + features @ weights[1:]))), np.float64)


@cache
def _weights() -> tuple[Numbers, Numbers]:
    told = json.loads(_FILE.read_text(encoding="utf-8"))
    return np.asarray(told["exists"], np.float64), np.asarray(told["right"], np.float64)


def _odds(chance: Numbers) -> Numbers:
    kept = np.clip(chance, 1e-3, 1 - 1e-3)
    return np.asarray(np.log(kept / (1 - kept)), np.float64)


def _log(share: Numbers) -> Numbers:
    return np.asarray(np.log(np.maximum(share, 0.05)), np.float64)
