"""The camera beside the table, with a process in OpenCV's place."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent

# A machine whose own letters are not UTF-8, as on Windows; the watching process writes UTF-8 everywhere.
PROGRAM = """
import locale, sys, threading
from companion.webcam import Webcam

heard, throws = threading.Event(), []
line = '{"dice": [{"value": null, "face": "\\u8089"}]}'
stub = f"import sys; sys.stdout.buffer.write({line.encode()!r} + b'\\\\n'); sys.stdout.flush(); sys.stdin.read()"

def on_throw(throw):
    throws.append(throw)
    heard.set()

webcam = Webcam("0", on_throw, [sys.executable, "-c", stub])
webcam.start()
heard.wait(60)
print(locale.getpreferredencoding(False), ascii(throws[0].reading["dice"][0]["face"]) if throws else None)
webcam.close()
"""


def test_the_name_of_a_face_is_heard_whatever_letters_the_machine_uses() -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, capture_output=True, timeout=120, check=False
    )
    said = done.stdout.decode().split()
    assert said[1:] == ["'\\u8089'"], done.stderr.decode()
    if sys.platform == "linux":
        assert said[0] != "UTF-8", "the machine of this test has other letters"
