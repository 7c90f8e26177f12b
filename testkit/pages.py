"""What is wrong with a page as it is drawn: what overlaps, sticks out, is cut, breaks inside a word, or is too small."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# The words inside these elements that stand on two lines although each would fit on one, in the room its line has.
BROKEN = """selectors => {
  const found = [];
  const shown = e => e.checkVisibility({ visibilityProperty: true });
  for (const root of document.querySelectorAll(selectors)) {
    const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walk.nextNode(); node; node = walk.nextNode()) {
      const holder = node.parentElement;
      if (!shown(holder) || holder.closest(".visually-hidden, .default, script, template, svg, .address")) continue;
      const whole = holder.closest("bdi") && !/\\s/.test(node.data.trim()) ? /\\S+/g : /[^\\s\\u3000-\\u9fff\\uff00-\\uffef]+/g;
      for (const match of node.data.matchAll(whole)) {
        const range = document.createRange();
        range.setStart(node, match.index);
        range.setEnd(node, match.index + match[0].length);
        const boxes = [...range.getClientRects()].filter(box => box.width > 0);
        const lines = new Set(boxes.map(box => Math.round(box.top)));
        if (lines.size < 2 || /[-/·…–—]/.test(match[0])) continue;
        let block = holder;
        while (getComputedStyle(block).display.startsWith("inline") && block !== root) block = block.parentElement;
        const width = boxes.reduce((sum, box) => sum + box.width, 0);
        const line = root.closest(".page, .actionbar")?.clientWidth ?? innerWidth;
        if (width <= line * 0.8) found.push(`${match[0]} in ${block.className || block.tagName}`);
      }
    }
  }
  return found.slice(0, 8);
}"""

# Everything a person should be able to read or hit, measured in the page itself.
MEASURE = """
() => {
  const found = [];
  const name = (e) => (e.id ? '#' + e.id : e.tagName.toLowerCase() + (typeof e.className === 'string' && e.className ? '.' + e.className.trim().split(/\\s+/).join('.') : ''))
    + ' «' + (e.innerText || (e.closest('svg') && e.textContent) || e.value || e.getAttribute('aria-label') || '').trim().slice(0, 24).replace(/\\n/g, ' ') + '»';
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getClientRects().length;
  /* Off the screen on purpose: said by a screen reader, or shown once the keyboard is there. */
  const quiet = (e) => e.closest('.visually-hidden, .default, .skip, [hidden]');
  const wide = document.scrollingElement.scrollWidth - document.documentElement.clientWidth;
  if (wide > 1) found.push('scrolls sideways by ' + wide + ' px');
  const all = [...document.body.querySelectorAll('*')].filter((e) => shown(e) && !quiet(e));
  for (const e of all) {
    const style = getComputedStyle(e), box = e.getBoundingClientRect();
    const words = [...e.childNodes].some((n) => n.nodeType === 3 && n.nodeValue.trim());
    const drawn = e.closest('svg')?.getScreenCTM?.()?.a ?? 1, size = parseFloat(style.fontSize) * drawn;
    if (words && size < (e.closest('svg') ? 9.5 : 12.5)) found.push('small text ' + size.toFixed(1) + ' px: ' + name(e));
    if (words && e.scrollWidth > e.clientWidth + 2 && /hidden|clip/.test(style.overflowX) && !(style.textOverflow === 'ellipsis' && e.matches('.who, bdi'))) found.push('cut: ' + name(e));
    if (e.matches('.scroll') && e.scrollWidth > e.clientWidth + 2) found.push('pushed sideways by ' + (e.scrollWidth - e.clientWidth) + ' px: ' + name(e));
    if (e.matches('.stepper input, select') && e.scrollWidth > e.clientWidth + 2) found.push('cut: ' + name(e));
    if ((box.right > innerWidth + 1.5 || box.left < -1.5) && !e.closest('.scroll, svg') && words) found.push('outside the page: ' + name(e));
    const card = e.parentElement?.closest('.card, button, .button, .chip, .line');
    if (card && words && !e.closest('.scroll, svg, .sheet-below') && style.position === 'static') {
      const outer = card.getBoundingClientRect();
      if (box.right > outer.right + 1.5 || box.left < outer.left - 1.5) found.push('sticks out: ' + name(e) + ' of ' + name(card));
    }
    if (e.matches('button, a.button, select, summary, input[type=text], .chip, label:has(> input)') && !e.closest('svg')) {
      if (box.height < 47.5) found.push('target ' + Math.round(box.height) + ' px high: ' + name(e));
      if (box.width < 43.5) found.push('target ' + Math.round(box.width) + ' px wide: ' + name(e));
    }
  }
  /* What lies on what: words by their own ink, not by the box they stand in, and whatever has a box that one sees. */
  const parts = [], everything = { right: Infinity, bottom: Infinity };
  /* What runs out of a frame that shortens it is not there. */
  const frameOf = (e) => {
    for (let o = e; o; o = o.parentElement) if (/hidden|clip/.test(getComputedStyle(o).overflow)) return o.getBoundingClientRect();
    return everything;
  };
  const below = (e) => !e.closest('.actionbar, .in-reach, #refusal, #offline, .sheet-below');
  const add = (e, { left, right, top, bottom }) => { if (right - left > 1 && bottom - top > 1) parts.push({ e, left, right, top, bottom }); };
  for (const e of all.filter(below)) {
    if (e.matches('button, a.button, input:not(.chip input, .key input), select, .chip, .badge')) add(e, e.getBoundingClientRect());
    for (const node of e.childNodes) {
      if (node.nodeType !== 3 || !node.nodeValue.trim() || e.matches('option')) continue;
      const range = document.createRange(), size = parseFloat(getComputedStyle(e).fontSize) * (e.closest('svg') ? e.getScreenCTM()?.a ?? 1 : 1);
      range.selectNodeContents(node);
      const frame = frameOf(e);
      for (const box of range.getClientRects()) {
        const { left, top } = box, right = Math.min(box.right, frame.right), bottom = Math.min(box.bottom, frame.bottom);
        const room = Math.max(0, bottom - top - size * .76) / 2;
        add(e, { left, right, top: top + room, bottom: bottom - room });
      }
    }
  }
  for (let i = 0; i < parts.length; i++) for (let j = i + 1; j < parts.length; j++) {
    const a = parts[i], b = parts[j];
    if (a.e.contains(b.e) || b.e.contains(a.e)) continue;
    const w = Math.min(a.right, b.right) - Math.max(a.left, b.left), h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (w > 3 && h > 3) found.push('overlap: ' + name(a.e) + ' and ' + name(b.e));
  }
  return [...new Set(found)].slice(0, 12);
}
"""


def broken_words(page: Page, selectors: str = "body") -> list[str]:
    """Words inside these elements that break in two although they would fit on a line: each with where it stands."""
    found: list[str] = page.evaluate(BROKEN, selectors)
    return found


def page_faults(page: Page) -> list[str]:
    """Every fault of a phone's page, in words; empty where it is good.

    Letters are at least 12.5 px high, those of a picture 9.5 px; whatever is tapped is 48 px high and 44 px wide; nothing lies on something else, is cut,
    sticks out or has to be pushed sideways, and no word breaks in two that would fit on a line.
    """
    measured: list[str] = page.evaluate(MEASURE)
    return measured + [f"breaks inside: {word}" for word in broken_words(page)]
