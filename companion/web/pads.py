"""The pads of the house: made on a phone category by category, tried with numbers, changed, duplicated, taken along."""

from __future__ import annotations

import io
from typing import Any

import qrcode
import qrcode.image.svg
from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from qrcode.exceptions import DataOverflowError

from companion.core.codec import read_struct, sheet_from_json
from companion.core.refusal import Refused
from companion.core.scoring import Result
from companion.core.text import T, Text
from companion.games.pad import kind_of
from companion.games.pad.checking import EMBLEMS, KINDS, TIES, read_pad
from companion.games.pad.definition import Category, PadDefinition, Words, pad_json
from companion.games.pad.entries import Entry, entries
from companion.games.pad.rules import explained
from companion.games.pad.sharing import LONGEST, pad_from_shared, shared_text
from companion.games.pad.sheet import PadSheet
from companion.games.pad.toml_text import pad_from_toml, pad_to_toml
from companion.play import House, pads
from companion.play.pads import Kept
from companion.reader import Reader, ReaderError
from companion.web import pad_forms, pad_words
from companion.web.addresses import Addresses
from companion.web.ago import ago
from companion.web.answers import is_htmx, refusal
from companion.web.forms import read_index
from companion.web.i18n import say, words
from companion.web.pad_words import KIND_WORDS, TIE_WORDS
from companion.web.pictures import CODES
from companion.web.security import Guard

TRIED = 3
"""Players a trial shows at most."""


def blueprint(house: House, guard: Guard, addresses: Addresses, reader: Reader) -> Blueprint:
    """Everything below ``/pads`` that people see."""
    pages = Blueprint("pads", __name__)

    def asked(name: str) -> tuple[Kept, PadDefinition]:
        kept = pads.pad_named(house, name)
        return kept, pads.playable(house, name)

    def kept_as(name: str, data: dict[str, Any]) -> Response:
        """Keeps the changed pad of a form that says which version its author saw."""
        pads.keep_pad(house, read_pad(data), name, request.form.get("was") or None)
        return onward("pads.pad", name=name)

    @pages.errorhandler(Refused)
    def about_a_field(problem: Refused) -> Response:
        """The refusal with what the field is called on the page."""
        return refusal(pad_words.naming(problem))

    @pages.get("/pads")
    def listed() -> str:
        removed = pads.removed_pads(house)
        return render_template("pads.html", kept=pads.pads(house), samples=pads.samples(), removed=removed)

    @pages.get("/pads/new")
    def new() -> str:
        return render_template("pad_new.html", **forms())

    @pages.post("/pads")
    def make() -> Response:
        form = request.form
        if sample := form.get("sample"):
            if sample not in pads.samples():
                raise pads.no_pad(sample)
            return onward("pads.pad", name=pads.keep_pad(house, pads.samples()[sample]).name)
        language = words().language
        head = pad_forms.head_from(form, language)
        data = {**head, "category": [pad_forms.category_from(form, language, None)]}
        return onward("pads.pad", name=pads.keep_pad(house, read_pad(data)).name)

    @pages.get("/pads/<name>")
    def pad(name: str) -> str:
        kept = pads.pad_named(house, name)
        if kept.pad is None:
            return render_template(
                "pad_broken.html", kept=kept, before=pads.versions_before(house, name), gone_by=gone_by
            )
        return shown("pad.html", kept, kept.pad)

    def shown(template: str, kept: Kept, pad: PadDefinition, category: Category | None = None) -> str:
        return render_template(
            template,
            kept=kept,
            pad=pad,
            category=category,
            trial=trial(pad),
            before=pads.versions_before(house, kept.name),
            gone_by=gone_by,
            fits=len(shared_text(pad)) <= LONGEST,
            is_host=guard.is_host(),
            **forms(pad),
        )

    @pages.post("/pads/<name>/try")
    def tried(name: str) -> str:
        _, pad = asked(name)
        return render_template("_pad_trial.html", trial=trial(pad), pad=pad, kept_name=name)

    @pages.post("/pads/<name>/preview")
    def preview(name: str) -> str:
        """The pad as it would be with the category that is being typed; as it is, while that cannot be."""
        kept, pad = asked(name)
        key = request.form.get("category") or None
        before = next((one for one in pad.category if one.key == key), None)
        try:
            category = pad_forms.category_from(request.form, words().language, pad, before)
            pad = read_pad(pad_forms.with_category(pad, category, key))
            problem = None
        except Refused as refused:
            problem = refused.text if request.form.get("label") else None
        return render_template("_pad_trial.html", trial=trial(pad), pad=pad, kept_name=kept.name, problem=problem)

    @pages.post("/pads/<name>")
    def change(name: str) -> Response:
        _, pad = asked(name)
        head = pad_forms.head_from(request.form, words().language, pad)
        return kept_as(name, {**head, "category": pad_json(pad)["category"]})

    @pages.post("/pads/<name>/category")
    def add(name: str) -> Response:
        kept, pad = asked(name)
        category = pad_forms.category_from(request.form, words().language, pad)
        last, seen = pad.category[-1], request.form.get("was")
        if seen and seen != kept.version and read_struct(Category, {**category, "key": last.key}) == last:
            return onward("pads.pad", name=name)  # tapped twice: it is there already
        return kept_as(name, pad_forms.with_category(pad, category))

    @pages.get("/pads/<name>/category/<key>")
    def category(name: str, key: str) -> str:
        kept, pad = asked(name)
        return shown("pad_category.html", kept, pad, _category(pad, key))

    @pages.post("/pads/<name>/category/<key>")
    def change_category(name: str, key: str) -> Response:
        _, pad = asked(name)
        before = _category(pad, key)
        match request.form.get("do"):
            case "remove":
                return kept_as(name, pad_forms.without_category(pad, key))
            case "up" | "down" as way:
                return kept_as(name, pad_forms.with_moved(pad, key, -1 if way == "up" else 1))
        category = pad_forms.category_from(request.form, words().language, pad, before)
        return kept_as(name, pad_forms.with_category(pad, category, key))

    @pages.post("/pads/<name>/back")
    def back(name: str) -> Response:
        number = read_index(request.form.get("version"))
        return onward("pads.pad", name=pads.restore_pad(house, name, number).name)

    @pages.post("/pads/<name>/duplicate")
    def duplicate(name: str) -> Response:
        _, pad = asked(name)
        again = read_pad({**pad_json(pad), "title": _copied(pad.title)})
        return onward("pads.pad", name=pads.keep_pad(house, again).name)

    @pages.post("/pads/<name>/remove")
    def remove(name: str) -> Response:
        guard.require_host()
        pads.remove_pad(house, name)
        return onward("pads.listed")

    @pages.get("/pads/<name>/file")
    def file(name: str) -> Response:
        _, pad = asked(name)
        response = make_response(pad_to_toml(pad))
        response.content_type = "application/toml; charset=utf-8"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}.toml"'
        return response

    @pages.get("/pads/<name>/share")
    def share(name: str) -> str:
        kept, pad = asked(name)
        code = shared_text(pad)
        return render_template("pad_share.html", kept=kept, pad=pad, code=code, fits=len(code) <= LONGEST)

    @pages.get("/pads/<name>/qr.svg")
    def qr(name: str) -> Response:
        _, pad = asked(name)
        base = addresses.base()
        # Capital letters cost less in a code; only in the path of an address do they mean something else.
        base = base.upper() + "/PADS/FROM/" if base.count("/") == 2 else base + "/pads/from/"
        response = Response(code_svg(base + shared_text(pad)), content_type="image/svg+xml")
        response.headers["Cache-Control"] = "no-cache"
        return response

    @pages.get("/pads/from/<code>")
    @pages.get("/PADS/FROM/<code>")
    def scanned(code: str) -> str:
        """The pad of a code that was scanned: looked at before it is kept."""
        pad = pad_from_shared(code)
        return render_template("pad_scanned.html", pad=pad, code=code, trial=trial(pad), **forms(pad))

    @pages.post("/pads/import")
    def taken_in() -> Response:
        sent = request.files.get("file")
        if sent is not None and sent.filename:
            try:
                pad = pad_from_toml(sent.stream.read(256 * 1024).decode("utf-8-sig"))
            except UnicodeDecodeError as problem:
                text = T("This file is no text in UTF-8. Save it as UTF-8.")
                raise Refused("bad_field", "file", text) from problem
        else:
            typed = request.form.get("text", "")
            pad = pad_from_toml(typed) if "category" in typed else pad_from_shared(typed)
        return onward("pads.pad", name=pads.take_in(house, pad).name)

    @pages.post("/pads/read/code")
    def picture() -> Response:
        sent = request.files.get("image")
        if sent is None or not sent.filename:
            raise Refused("bad_field", "image", T("Choose the picture of the code first."))
        try:
            code = reader.read_code(sent.stream.read()).text
        except ReaderError as problem:
            text = CODES.get(problem.code) or CODES["unreadable_picture"]
            raise Refused(problem.code, "image", text) from problem
        if code is None:
            text = T("No QR code was found in this picture. Take it again, straight on, so that the code fills it.")
            raise Refused("unreadable_picture", "image", text)
        return onward("pads.pad", name=pads.take_in(house, pad_from_shared(code)).name)

    def gone_by(at: float) -> Text:
        return ago(max(0, int(house.now().timestamp() - at)))

    def trial(pad: PadDefinition) -> Trial:
        return Trial(pad, request.form if request.method == "POST" else {})

    return pages


def onward(endpoint: str, **values: Any) -> Response:
    """After a change: on to a page, for a browser with script or without."""
    to = url_for(endpoint, **values)
    if is_htmx():
        return Response(headers={"HX-Redirect": to})
    return redirect(to, 303)  # type: ignore[return-value]


def forms(pad: PadDefinition | None = None) -> dict[str, Any]:
    """What the forms of a pad and of its categories offer."""
    usable = entries(pad) if pad is not None else ()
    language = words().language
    return {
        "kinds": {key: KIND_WORDS[key] for key in KINDS},
        "ties": {key: TIE_WORDS[key] for key in TIES},
        "emblems": EMBLEMS,
        "usable": usable,
        "wording": lambda text, other=False: pad_forms.words_for(text, language, other),
        "table_typed": pad_forms.table_typed,
        "other_language": "English" if language != "en" else "繁體中文",
    }


class Trial:
    """A pad tried with a few numbers: what was typed, and what it comes to in one round or in the whole game."""

    def __init__(self, pad: PadDefinition, typed: Any) -> None:
        self.pad = pad
        self.seats = min(max(pad.players[0], min(2, pad.players[1])), TRIED)
        self._typed = pad_forms.OneByOne(typed)
        sheet = pad_forms.trial_sheet(self._typed, pad, self._enough)
        self.result: Result = kind_of(pad)().score(sheet_from_json(PadSheet, sheet))
        self.entries: dict[str, Entry] = {entry.key: entry for entry in entries(pad)}

    @property
    def _enough(self) -> int:
        """As many players as the pad needs, also where fewer are shown."""
        return max(self.seats, self.pad.players[0])

    def typed(self, key: str, seat: int) -> str:
        """What stands in a field."""
        return (self._typed.get(f"n.{key}.{seat}") or "")[:8]

    def points(self, key: str, seat: int) -> int | None:
        """What a category gives; None for a count."""
        return next((line.points for line in self.result.players[seat].lines if line.key == key), None)

    def sentences(self, category: Category) -> str:
        """What a category gives, in words."""
        return " ".join(say(sentence) for sentence in explained(self.pad, category))


def code_svg(data: str) -> bytes:
    """A QR code as SVG, of as few and large modules as there can be. Raises Refused where no code holds it."""
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_L, border=4)
    code.add_data(data)
    try:
        code.make(fit=True)
    except (DataOverflowError, ValueError) as problem:
        text = T("This pad is too long for a QR code. Take its file along.")
        raise Refused("illegal", None, text) from problem
    out = io.BytesIO()
    code.make_image(image_factory=qrcode.image.svg.SvgFillImage).save(out)
    return out.getvalue()


def _category(pad: PadDefinition, key: str) -> Category:
    found = next((category for category in pad.category if category.key == key), None)
    if found is None:
        raise Refused("not_found", None, T("This pad has no such category any more. Look at the pad again."))
    return found


def _copied(title: Words) -> Words:
    """The title of a duplicate, still within what a title may be."""
    if isinstance(title, str):
        return f"{title[:56]} (2)"
    return {tag: f"{text[:56]} (2)" for tag, text in title.items()}
