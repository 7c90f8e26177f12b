"""A link between a phone and the server that can be cut the way real ones are: without a word."""

from __future__ import annotations

import selectors
import socket
import threading


class Link:
    """Forwards a local port to the server, in one of several moods.

    ``good`` forwards; ``dead`` takes connections and swallows everything, as a phone outside the Wi-Fi experiences it;
    ``deaf`` carries what phones send and swallows every answer; ``refusing`` closes every connection at once, as a
    computer does whose server has ended.
    """

    def __init__(self, target: tuple[str, int]) -> None:
        self._target = target
        self._mood = "good"
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        self._ended = False
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def become(self, mood: str) -> None:
        """Changes the mood; connections of a link that was not good are lost, as they are in reality."""
        lost = self._mood != "good" or mood == "refusing"
        self._mood = mood
        if lost:
            self._drop()

    def close(self) -> None:
        self._ended = True
        self._drop()
        # A listening socket that is merely closed would keep its thread waiting.
        socket.create_connection(self._listener.getsockname()).close()
        self._listener.close()

    def _drop(self) -> None:
        for one in list(self._open):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue

    def _accept(self) -> None:
        while not self._ended:
            phone, _ = self._listener.accept()
            if self._ended or self._mood == "refusing":
                phone.close()
                continue
            threading.Thread(target=self._carry, args=(phone,), daemon=True).start()

    def _carry(self, phone: socket.socket) -> None:
        with phone, socket.create_connection(self._target) as server, selectors.DefaultSelector() as both:
            pair = {phone, server}
            self._open |= pair
            try:
                for one in pair:
                    both.register(one, selectors.EVENT_READ)
                while True:
                    for found, _ in both.select():
                        source = phone if found.fileobj is phone else server
                        part = source.recv(65536)
                        if not part:
                            return
                        if self._mood == "dead" or (self._mood == "deaf" and source is server):
                            continue
                        (server if source is phone else phone).sendall(part)
            except OSError:
                return
            finally:
                self._open -= pair
