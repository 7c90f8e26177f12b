"""Phones that vanish without closing: how long until their streams are free for others.

The phones live in a network namespace of this machine. When all streams are taken, their way back is cut, so that
nothing they would send arrives any more, as when somebody walks out of the Wi-Fi; then a new phone asks again and again.
"""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from benchmarks.fanout import Poster
from testkit.server import ROOT, Server, running

NAMESPACE = "companion-phones"
HOME, AWAY = "10.231.77.1", "10.231.77.2"
STREAMS = 6

PHONES = """
import socket, sys, time
held = []
for _ in range(int(sys.argv[4])):
    phone = socket.create_connection((sys.argv[1], int(sys.argv[2])))
    phone.sendall(f"GET {sys.argv[3]} HTTP/1.1\\r\\nHost: {sys.argv[1]}\\r\\n\\r\\n".encode())
    assert b" 200 " in phone.recv(100)
    held.append(phone)
print("held", flush=True)
time.sleep(300)
"""


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True)


@contextlib.contextmanager
def namespace() -> Iterator[None]:
    """A namespace with one cable to this machine."""
    _ip("netns", "add", NAMESPACE)
    try:
        _ip("link", "add", "companion0", "type", "veth", "peer", "name", "companion1", "netns", NAMESPACE)
        _ip("addr", "add", f"{HOME}/30", "dev", "companion0")
        _ip("link", "set", "companion0", "up")
        _ip("-n", NAMESPACE, "addr", "add", f"{AWAY}/30", "dev", "companion1")
        _ip("-n", NAMESPACE, "link", "set", "companion1", "up")
        yield
    finally:
        subprocess.run(["ip", "link", "del", "companion0"], check=False, capture_output=True)
        _ip("netns", "del", NAMESPACE)


def measure(server: Server) -> tuple[float, list[float]]:
    """Seconds until a new stream is let in after all vanished, and the answer times of a posting phone meanwhile (ms)."""
    port = server.url.rpartition(":")[2]
    server.url = f"http://{HOME}:{port}"
    code = server.open_table(players=4)
    stream = f"/t/{code}/stream"
    inside = ["ip", "netns", "exec", NAMESPACE, sys.executable, "-c", PHONES, HOME, port, stream, str(STREAMS)]
    phones = subprocess.Popen(inside, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert phones.stdout is not None
        assert phones.stdout.readline() == "held\n"
        assert not _let_in(server.url + stream), "a stream more than the server should hold"
        _ip("-n", NAMESPACE, "route", "add", "blackhole", f"{HOME}/32")
        vanished = time.perf_counter()
        poster, answers = Poster(server, code), []
        while not _let_in(server.url + stream):
            _, sent, answered = poster.post()
            answers.append((answered - sent) * 1000)
            assert time.perf_counter() - vanished < 120, "the streams were never freed"
            time.sleep(0.2)
        return time.perf_counter() - vanished, answers
    finally:
        phones.kill()
        phones.communicate()
        with contextlib.suppress(subprocess.CalledProcessError):
            _ip("-n", NAMESPACE, "route", "del", "blackhole", f"{HOME}/32")


def _let_in(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=10) as stream:
            return bool(stream.status == 200)
    except urllib.error.HTTPError as refused:
        refused.close()
        return False


def main() -> int:
    """Three evenings with vanishing phones; status 1 where the machine does not allow a namespace."""
    if sys.platform != "linux" or os.geteuid() != 0 or not hasattr(socket, "TCP_USER_TIMEOUT"):
        print("Needs Linux, root and the command ip for a network namespace of its own.", file=sys.stderr)
        return 1
    for _ in range(3):
        with (
            namespace(),
            tempfile.TemporaryDirectory() as folder,
            running(Path(folder), "--host", HOME, "--streams", str(STREAMS)) as server,
        ):
            freed, answers = measure(server)
        answers.sort()
        print(
            f"{STREAMS} phones vanished: the first stream was free again after {freed:.1f} s; meanwhile a posting phone "
            f"was answered after {answers[len(answers) // 2]:.1f} ms (median of {len(answers)}), "
            f"{answers[-1]:.1f} ms at most",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
