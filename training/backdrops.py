"""Collects photos and prints without dice from unpacked packages: ``python -m training.backdrops SOURCES OUT``.

They serve as grounds of drawn scenes and as pictures in which nothing is to be found. ``training/README.md`` lists the
packages with their licences; none of the pictures is part of the project.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

KINDS = {".jpg", ".jpeg", ".png", ".webp"}
# Diagrams and texts of scikit-image that no table looks like.
SKIPPED = ("page", "text", "logo", "phantom", "chess", "cell", "micro", "horse", "color.", "clock")
LONGEST_PX = 900


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", type=Path, help="a folder with one folder for each unpacked package")
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    count = 0
    for path in sorted(options.sources.rglob("*")):
        if path.suffix.lower() not in KINDS or path.is_symlink() or any(part in path.name for part in SKIPPED):
            continue
        image = cv2.imread(str(path))
        least = 150 if "pioneers" in str(path) else 100  # pioneers has many small icons
        if image is None or min(image.shape[:2]) < least:
            continue
        scale = LONGEST_PX / max(image.shape[:2])
        if scale < 1:
            image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        package = path.relative_to(options.sources).parts[0]
        cv2.imwrite(str(options.out / f"{package}_{count:03d}.png"), image)
        count += 1
    print(count, "pictures")


if __name__ == "__main__":
    main()
