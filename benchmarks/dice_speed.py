"""How long reading takes on one core, on pictures drawn here: ``python -m benchmarks.dice_speed [--share 0.4]``.

Processor milliseconds (median of several), so that other work on the machine disturbs little; then the time and the
memory of a fresh process from its start to its first reading.

``--share`` says what a person waits on a slower machine: this process gets that share of one core (a control group of
Linux, which takes root), and the time on the clock is measured. Where that cannot be had it is estimated, which the line says.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

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


CONTROL_GROUPS = Path("/sys/fs/cgroup")
PERIOD_US = 10_000
"""The share is dealt out anew every hundredth of a second: a reading takes many of these."""


@contextmanager
def slowed(share: float) -> Iterator[None]:
    """This process gets so much of one core. Raises OSError where no control group can be made."""
    older = (CONTROL_GROUPS / "cpu").is_dir()
    root = CONTROL_GROUPS / "cpu" if older else CONTROL_GROUPS
    group, quota = root / f"dice-speed-{os.getpid()}", round(share * PERIOD_US)
    group.mkdir()
    try:
        if older:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
            (group / "cpu.shares").write_text("100000")  # what else runs here does not count
        else:
            (group / "cpu.max").write_text(f"{quota} {PERIOD_US}")
            (group / "cpu.weight").write_text("10000")
        (group / "cgroup.procs").write_text(str(os.getpid()))
        yield
    finally:
        with suppress(OSError):
            (root / "cgroup.procs").write_text(str(os.getpid()))
        group.rmdir()


def spent_ms(picture: np.ndarray, times: int = 9, clock: Callable[[], float] = time.process_time) -> float:
    found = []
    for _ in range(times):
        begun = clock()
        read_dice(picture)
        found.append((clock() - begun) * 1000)
    return statistics.median(found)


def waited(share: float) -> None:
    """What a person waits where the machine has so much of this one's speed."""
    scenes = {
        "5 dice": scene(5, 1280, 960, 110),
        "24 dice": scene(24, 1280, 960, 75),
        "24 small": scene(24, 1280, 960, 34),
    }
    read_dice(scenes["5 dice"])
    try:
        with slowed(share):
            measured = {name: spent_ms(picture, clock=time.perf_counter) for name, picture in scenes.items()}
        how = "measured"
    except OSError as problem:
        measured = {name: spent_ms(picture) / share for name, picture in scenes.items()}
        how = f"estimated from processor time, as no control group can be made here: {problem.strerror}"
    for name, ms in measured.items():
        print(f"{share:.0%} of one core, 1280 x 960, {name}: {ms:6.0f} ms ({how})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", type=float, help="of one core, such as 0.4: the time on the clock")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if asked.share is not None:
        waited(min(1.0, max(0.05, asked.share)))
        return
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
