"""How long reading takes on one core, on pictures drawn here: ``python -m benchmarks.dice_speed``.

Processor milliseconds (median of several), so that other work on the machine disturbs little; then the time and the
memory of a fresh process from its start to its first reading.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time

import cv2
import numpy as np

from testkit.drawn_dice import FELT, INK, IVORY, RED, WHITE, DrawnDie, draw
from vision.dice import read_dice
from vision.image import decode_picture

FRESH = """
import time; begun = time.perf_counter()
import resource, numpy, cv2
cv2.setNumThreads(1)
from vision.dice import read_dice
read_dice(numpy.full((720, 1280, 3), 120, numpy.uint8))
print(round((time.perf_counter() - begun) * 1000), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def scene(count: int, width: int, height: int, side: float) -> np.ndarray:
    across = max(1, round((count * width / height) ** 0.5))
    dice = [
        DrawnDie(
            1 + i % 6,
            (i % across - (across - 1) / 2) * 1.9,
            (i // across - (count // across - 1) / 2) * 1.9,
            17 * i,
            IVORY if i % 3 else RED,
            INK if i % 3 else WHITE,
        )
        for i in range(count)
    ]
    return draw(dice, width=width, height=height, side_px=side, ground=FELT, tilt=20)


def spent_ms(picture: np.ndarray, times: int = 9) -> float:
    found = []
    for _ in range(times):
        begun = time.process_time()
        read_dice(picture)
        found.append((time.process_time() - begun) * 1000)
    return statistics.median(found)


def main() -> None:
    cv2.setNumThreads(1)
    print(f"1280 x 960, 5 dice:   {spent_ms(scene(5, 1280, 960, 110)):6.1f} ms   (aim: 60)")
    print(f"1280 x 960, 24 dice:  {spent_ms(scene(24, 1280, 960, 75)):6.1f} ms   (aim: 150)")
    print(f"1280 x 960, 24 small: {spent_ms(scene(24, 1280, 960, 34)):6.1f} ms   (aim: 150)")
    large = cv2.resize(scene(5, 1280, 960, 110), (4000, 3000), interpolation=cv2.INTER_CUBIC)
    code = cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    found = []
    for _ in range(5):
        begun = time.process_time()
        read_dice(decode_picture(code).pixels)
        found.append((time.process_time() - begun) * 1000)
    print(f"12 megapixel JPEG:    {statistics.median(found):6.1f} ms   (aim: 250, decoding included)")
    fresh = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True, check=True).stdout.split()
    print(f"fresh process: first reading after {fresh[0]} ms (aim: 2000), peak memory {fresh[1]} MB (aim: 300)")
    print(f"this process: peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
