"""What is wrong with a board as it is drawn: letters nobody reads across a room, texts on each other, texts cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

SMALLEST = 34
"""Least size of letters on a board, in units: the 1920th part of a stage of 16:9 that fits the screen."""

LONGEST = 14
"""Letters of a word that no column of a board breaks."""

MEASURE = """
([smallest, longest]) => {
  const found = [];
  const unit = Math.min(innerWidth / 1920, innerHeight / 1080);
  const board = document.querySelector('.board');
  const page = document.scrollingElement;
  if (page.scrollWidth > innerWidth + 1) found.push(`wider than the screen by ${page.scrollWidth - innerWidth} px`);
  if (page.scrollHeight > innerHeight + 1) found.push(`higher than the screen by ${page.scrollHeight - innerHeight} px`);
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !e.closest('.visually-hidden, [hidden], title, desc');
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement, words = node.nodeValue.trim();
    if (!words || !e || e.closest('script, style') || !shown(e)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const matrix = e.namespaceURI.endsWith('svg') ? e.getScreenCTM() : null;
    const size = parseFloat(getComputedStyle(e).fontSize) * (matrix ? Math.hypot(matrix.a, matrix.b) : 1);
    const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1);
    if (!boxes.length) continue;
    const name = `«${words.replace(/\\s+/g, ' ').slice(0, 32)}»`;
    if (size < (smallest - .1) * unit) found.push(`${name} is ${(size / unit).toFixed(1)} units high`);
    const shortened = getComputedStyle(e).textOverflow === 'ellipsis' && e.matches('.who, .called')
      && e.localName !== 'bdi' ? e : null;
    const whole = /[^\\s\\u3000-\\u9fff\\uff00-\\uffef\\-\\/·…–—]+/g;
    for (const word of shortened || matrix ? [] : node.data.matchAll(whole)) {
      if (word[0].length > longest) continue;   // no column holds it
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const tops = [...range.getClientRects()].filter((box) => box.width > 0).map((box) => Math.round(box.top));
      if (new Set(tops).size > 1) found.push(`«${word[0]}» breaks inside the word`);
    }
    /* A Chinese name has up to four letters and no spaces: it is one word. */
    if (e.localName === 'bdi' && !shortened && [...words].length <= 4 && boxes.length > 1
      && new Set(boxes.map((box) => Math.round(box.top))).size > 1) found.push(`${name} breaks inside the name`);
    let cut = false;
    for (const whole of boxes) {
      let box = whole;
      if (shortened) {   // a long name may be shortened: what is left out is not there
        const frame = shortened.getBoundingClientRect();
        box = new DOMRect(Math.max(whole.left, frame.left), Math.max(whole.top, frame.top), 0, 0);
        box.width = Math.min(whole.right, frame.right) - box.left;
        box.height = Math.min(whole.bottom, frame.bottom) - box.top;
        if (box.width < 2 || box.height < size / 2) continue;
      }
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + size / 4) cut = true;
      for (let outer = e; outer && outer !== document.documentElement; outer = outer.parentElement) {
        const style = getComputedStyle(outer);
        if (style.overflowX === 'visible' && style.overflowY === 'visible') continue;
        const frame = outer.getBoundingClientRect(), room = size / 4;
        if (outer === shortened) continue;
        if (box.left < frame.left - 2 || box.right > frame.right + 2 || box.top < frame.top - room || box.bottom > frame.bottom + room) cut = true;
      }
      /* Of a line only the letters count, not the room above and below them. */
      const slack = Math.max(0, box.height - size * .76) / 2;
      texts.push({ e, name, left: box.left + 1, right: box.right - 1, top: box.top + slack, bottom: box.bottom - slack });
    }
    if (cut) found.push(`${name} is cut`);
  }
  for (let i = 0; i < texts.length; i++) for (let j = i + 1; j < texts.length; j++) {
    const a = texts[i], b = texts[j];
    if (a.e === b.e) continue;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left), high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 2 && high > 2) found.push(`${a.name} lies on ${b.name}`);
  }
  const hero = board?.querySelector('.hero');
  for (const part of hero ? hero.children : []) {
    const inner = part.getBoundingClientRect(), outer = hero.getBoundingClientRect();
    if (inner.bottom > outer.bottom + 2 || inner.right > outer.right + 2) found.push('the picture runs out of its frame');
  }
  const frame = hero?.getBoundingClientRect();
  for (const { e, name, bottom } of texts) {
    if (hero?.contains(e) && bottom > frame.bottom + 12 * unit) found.push(`${name} runs out of the picture's frame`);
  }
  return [...new Set(found)];
}
"""


def board_faults(page: Page) -> list[str]:
    """Every fault of the board on this page, in words; empty where it is good.

    A text is at least 34 units high (pixels at 1920 x 1080), no two lie on each other, none is cut or outside the screen or
    breaks inside a word or a name of up to four letters, and nothing scrolls. A long name of a thing may end in an ellipsis where its
    element is a ``.who`` or a ``.called``; people's names are whole.
    """
    faults: list[str] = page.evaluate(MEASURE, [SMALLEST, LONGEST])
    return faults
