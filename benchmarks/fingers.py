"""Fingers on the phones of a table: they tap what is in sight, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Locator, Page, expect

# Where a finger lands in the middle of it: what is covered, or outside the screen, cannot be tapped without scrolling.
IN_SIGHT = """element => {
    const box = element.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return element === hit || element.contains(hit);
}"""


def tap(target: Locator, scrolled: bool = False) -> int:
    """One tap; ``scrolled``: it may be below what is in sight. Raises AssertionError where it is out of sight."""
    expect(target).to_be_enabled()
    if scrolled:
        target.scroll_into_view_if_needed()
    else:
        name = target.inner_text() or target.get_attribute("aria-label")
        assert target.evaluate(IN_SIGHT), f"out of sight: {name!r}"
    target.click()
    return 1


@contextmanager
def phones_of(browser: Browser, table: str, seats: int, width: int, height: int) -> Iterator[list[Page]]:
    """A phone for each seat of a table, whoever holds it seated; ``table``: its address; sizes in CSS pixels."""
    contexts = [browser.new_context(viewport={"width": width, "height": height}, locale="en-GB") for _ in range(seats)]
    try:
        phones = [context.new_page() for context in contexts]
        for seat, page in enumerate(phones):
            page.goto(table)
            page.locator(f"button[name=seat][value='{seat}']").click()
            page.wait_for_selector("#panel [data-seq]")
        yield phones
    finally:
        for context in contexts:
            context.close()
