"""A finger on a phone: it taps what is in sight, and nothing else."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

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
