"""The server: starts it, says where phones find it, opens the host page."""

from __future__ import annotations

import os
import sys
import threading
import webbrowser
from typing import TYPE_CHECKING

import click

from companion.announce import Announcement
from companion.commands.failing import BadInput, Failed
from companion.commands.settings import Settings, with_settings
from companion.connections import PER_ADDRESS
from companion.core.text import T
from companion.lock import FolderLock
from companion.play.listing import note_all
from companion.play.logbook import log_all
from companion.serve import CannotListen, listen, serve
from companion.terminal import painted, qr_text

if TYPE_CHECKING:
    from flask import Flask

    from companion.play import House

EVERYWHERE = {"", "0.0.0.0", "::"}  # noqa: S104 - compared with, not listened on
STREAMS_MOST = 4096
FOLLOW_EVERY_S = 5.0


@click.command("serve")
@click.option("--host", default="0.0.0.0", show_default=True, help="The address to listen on.")  # noqa: S104
@click.option("--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0 takes any free one.")
@click.option("--camera", metavar="SOURCE", help="The camera over the dice: a webcam index, a file, an address.")
@click.option("--open", "open_page", is_flag=True, help="Open the host page in a browser.")
@click.option(
    "--streams",
    default=64,
    show_default=True,
    type=click.IntRange(1, STREAMS_MOST),
    help="Live streams held at once; later phones poll.",
)
@click.option(
    "--per-address",
    default=PER_ADDRESS,
    show_default=True,
    type=click.IntRange(8, 4096),
    help="Connections one address may hold, streams aside; more behind a proxy.",
)
@click.option("--allow-host", "allow_hosts", multiple=True, metavar="NAME", help="One more name it answers to.")
@click.option(
    "--address",
    metavar="ADDRESS",
    help="The address phones use, where it is none of this computer's (container, proxy).",
)
@with_settings
def serve_command(
    settings: Settings,
    host: str,
    port: int,
    camera: str | None,
    open_page: bool,
    streams: int,
    per_address: int,
    allow_hosts: tuple[str, ...],
    address: str | None,
) -> None:
    """Serves the companion to the phones in the house."""
    public = _public(address)
    try:
        listener = listen(host, port)
    except CannotListen as reason:
        raise Failed(reason.text) from reason
    with listener:
        bound, port = str(listener.getsockname()[0]), int(listener.getsockname()[1])
        # Imported here, so that a taken port is said at once and the calculators start fast.
        from companion.web import create_app
        from companion.web.limits import body_limit

        app = create_app(
            settings.data,
            port=port,
            bound=None if host in EVERYWHERE else bound,
            public=public,
            streams=streams,
            allow_hosts=allow_hosts,
            camera_source=camera,
        )
        lock = FolderLock(settings.data)
        lock.take(f"port {port}")
        announcement, ended = Announcement(port), threading.Event()

        def ready(_: int) -> None:
            for note in app.extensions["companion"].store.notes:
                settings.say(note)
            _say_where(settings, app, port)
            noting = (app.extensions["companion"], ended)
            threading.Thread(target=note_and_log, args=noting, name="lists", daemon=True).start()
            if host in EVERYWHERE:
                follow = (settings, app, port, announcement, ended)
                threading.Thread(target=follow_network, args=follow, name="network", daemon=True).start()
            if open_page and has_screen():
                page = _host_page(app, port)
                threading.Thread(target=webbrowser.open, args=(page,), name="browser", daemon=True).start()

        try:
            serve(
                app,
                streams=streams,
                listener=listener,
                on_ready=ready,
                on_close=app.extensions["companion"].bell.close,
                per_address=per_address,
                body_limit=body_limit,
            )
        finally:
            ended.set()
            lock.release()
            announcement.close()
            app.extensions["reader"].close()
            if app.extensions["webcam"] is not None:
                app.extensions["webcam"].close()


def note_and_log(house: House, ended: threading.Event) -> None:
    """Works out what lists and the log of plays show of tables of an older version, beside everything else."""
    note_all(house, ended)
    log_all(house, ended)


def _public(address: str | None) -> str | None:
    if address is None:
        return None
    from companion.web.addresses import public_base
    from companion.web.host import NO_ADDRESS

    try:
        return public_base(address)
    except ValueError as problem:
        raise BadInput("--address", NO_ADDRESS) from problem


def follow_network(
    settings: Settings, app: Flask, port: int, announcement: Announcement, ended: threading.Event
) -> None:
    """Says the new address and code when this computer has changed its network, until the end; announces it too."""
    addresses = app.extensions["addresses"]
    said = addresses.base()
    while True:
        announcement.start([candidate.address for candidate in addresses.candidates])
        if ended.wait(FOLLOW_EVERY_S):
            return
        if addresses.base() != said:
            said = addresses.base()
            settings.say()
            settings.say(T("The network has changed: this is the new address. Phones scan the new QR code."))
            _say_where(settings, app, port)


def _say_where(settings: Settings, app: Flask, port: int) -> None:
    """The address for phones with its QR code, and the host page with its token."""
    addresses = app.extensions["addresses"]
    base = addresses.base()
    settings.say()
    if addresses.alone:
        settings.say(T("Only this computer reaches {address}: leave out --host to let phones in.", address=base))
    elif not addresses.reachable:
        settings.say(T("No network: phones cannot find this computer yet. The code below is for this computer alone."))
    else:
        settings.say(T("Phones in the same network scan this code or type the address:"))
    settings.say()
    click.echo(painted(qr_text(f"{base}/")))
    settings.say()
    click.echo(f"    {base}/")
    settings.say()
    settings.say(T("Host page, for this computer: {address}", address=_host_page(app, port)))
    settings.say(T("Ctrl-C ends the companion; every entry is kept."))
    sys.stdout.flush()


def _host_page(app: Flask, port: int) -> str:
    return f"http://localhost:{port}/host?token={app.extensions['guard'].host_token}"


def has_screen() -> bool:
    """Whether a graphical browser can open; a text browser would take over the terminal."""
    if os.environ.get("BROWSER") or sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
