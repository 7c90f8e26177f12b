"""The worker answers each picture in one line, whatever the picture is; its limits hold."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from vision.image import decode_picture, encode_jpeg
from vision.picture_header import PictureError
from vision.worker import Request, serve, write_request

BLACK = encode_jpeg(np.zeros((40, 60, 3), np.uint8))


def size(request: Request, picture: bytes) -> dict[str, Any]:
    decoded = decode_picture(picture)
    return {"size": [decoded.width, decoded.height], "asked": request["count"]}


def stumble(request: Request, picture: bytes) -> dict[str, Any]:
    raise ZeroDivisionError


def starve(request: Request, picture: bytes) -> dict[str, Any]:
    raise MemoryError


OPERATIONS = {"size": size, "stumble": stumble, "starve": starve}


def answers(*requests: tuple[dict[str, Any], bytes], rest: bytes = b"") -> list[dict[str, Any]]:
    source = io.BytesIO()
    for request, picture in requests:
        write_request(source, request, picture)
    source.write(rest)
    source.seek(0)
    sink = io.BytesIO()
    serve(source, sink, OPERATIONS)
    return [json.loads(line) for line in sink.getvalue().splitlines()]


def test_each_request_is_answered_by_one_line_in_order() -> None:
    first, second, third = answers(({"do": "size", "count": 2}, BLACK), ({"do": "size", "count": None}, BLACK))
    assert first == {"ready": True}
    assert second == {"answer": {"size": [60, 40], "asked": 2}}
    assert third == {"answer": {"size": [60, 40], "asked": None}}


@pytest.mark.parametrize(
    ("do", "picture", "reason"),
    [
        ("size", b"not a picture", "unknown"),
        ("size", BLACK[:100], "damaged"),
        ("stumble", BLACK, "failed"),
        ("starve", BLACK, "memory"),
        ("nothing known", BLACK, "failed"),
    ],
)
def test_a_failure_is_an_answer_and_the_next_picture_is_read(do: str, picture: bytes, reason: str) -> None:
    _, bad, good = answers(({"do": do, "count": 1}, picture), ({"do": "size", "count": 1}, BLACK))
    assert bad["error"]["reason"] == reason
    assert bad["error"]["code"] in ("unsupported_picture", "unreadable_picture")
    assert bad["error"]["message"] and "\n" not in bad["error"]["message"]
    assert good["answer"]["size"] == [60, 40]


def test_the_facts_of_a_refusal_come_along_for_its_translation() -> None:
    def refuse(request: Request, picture: bytes) -> dict[str, Any]:
        raise PictureError("unreadable_picture", "too_many_pixels", "Too many.", width=7, height=9)

    source, sink = io.BytesIO(), io.BytesIO()
    write_request(source, {"do": "refuse"}, b"")
    source.seek(0)
    serve(source, sink, {"refuse": refuse})
    assert json.loads(sink.getvalue().splitlines()[1])["error"]["facts"] == {"width": 7, "height": 9}


@pytest.mark.parametrize(
    "rest", [b"\0\0", b"\xff\xff\xff\xff", b"\0\0\0\x20{", b"\0\0\0\x0e" + b'{"bytes": 100}' + b"short"]
)
def test_an_input_that_breaks_off_ends_the_worker_quietly(rest: bytes) -> None:
    assert len(answers(({"do": "size", "count": 1}, BLACK), rest=rest)) == 2


PROBE = """
import sys, resource
from vision import worker

def limits(request, picture):
    import cv2
    print("native chatter")  # must not get between the answers
    return {"threads": cv2.getNumThreads(), "addresses": resource.getrlimit(resource.RLIMIT_AS)[0]}

def grab(request, picture):
    return {"got": len(bytearray(2_000_000_000))}

worker.OPERATIONS = {"limits": limits, "grab": grab}
sys.exit(worker.main())
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the address space is limited on Linux only")
def test_the_process_keeps_to_one_thread_and_one_gigabyte() -> None:
    """Memory limit: what asks for more gets an error, and the next picture is read."""
    source = io.BytesIO()
    for do in ("limits", "grab", "limits"):
        write_request(source, {"do": do}, b"")
    done = subprocess.run([sys.executable, "-c", PROBE], input=source.getvalue(), capture_output=True, timeout=60)
    ready, limits, grabbed, again = (json.loads(line) for line in done.stdout.splitlines())
    assert done.returncode == 0 and ready == {"ready": True}
    assert limits == again == {"answer": {"threads": 1, "addresses": 1_000_000_000}}
    assert grabbed["error"]["reason"] == "memory"
