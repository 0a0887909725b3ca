import type { Page } from 'playwright-core';
import { resize } from './browser.ts';

/** The window of a phone. */
const NARROW = { width: 390, height: 844 };

/**
 * What a narrow window breaks within an element, in words: content wider than its place, words of headings, labels and
 * buttons that continue in the next line, and commands outside the window.
 */
const faultsIn = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate(chosen => {
    const root = document.querySelector(chosen);
    if (root === null) return [`there is no ${chosen}`];
    const faults: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) faults.push(`the page is ${scrollWidth} px wide`);
    const scrolls = (element: Element): boolean =>
      ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) ||
      element.scrollWidth <= element.clientWidth;
    if (!scrolls(root)) faults.push(`${chosen} is ${root.scrollWidth} px wide`);
    const isInScrollBox = (element: Element | null): boolean =>
      element !== null &&
      element !== root &&
      ((['auto', 'scroll'].includes(getComputedStyle(element).overflowX) &&
        element.scrollWidth > element.clientWidth) ||
        isInScrollBox(element.parentElement));
    const range = document.createRange();
    for (const element of root.querySelectorAll('h1, h2, h3, legend, label, button, th, [role="tab"]')) {
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || !element.checkVisibility({ visibilityProperty: true })) continue;
      const text = element.textContent.trim().slice(0, 40);
      if ((box.left < -1 || box.right > clientWidth + 1) && !isInScrollBox(element))
        faults.push(`“${text}” ends at ${Math.round(box.right)} px`);
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
        // Katakana and Latin words; a number with its unit is one as well.
        for (const word of (node.textContent ?? '').matchAll(
          /[ァ-ヶー]{2,12}|[A-Za-z]{2,16}|\d[\d,.]*[%円件]?/gu,
        )) {
          range.setStart(node, word.index);
          range.setEnd(node, word.index + word[0].length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4)));
          if (lines.size > 1) faults.push(`“${word[0]}” is broken in “${text}”`);
        }
    }
    return faults;
  }, selector);

/**
 * Narrows the window to 390 px while a screen or dialog is open, returns what is broken in an element, and widens the
 * window again.
 */
export const narrowFaults = async (page: Page, selector: string): Promise<string[]> => {
  const before = page.viewportSize();
  await resize(page, NARROW);
  // Components follow a changed width in the next frames.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  const faults = await faultsIn(page, selector);
  const focused = await page.evaluate(() => {
    const box = document.activeElement?.getBoundingClientRect();
    return box === undefined || (box.right > 0 && box.left < innerWidth);
  });
  if (before !== null) await resize(page, before);
  return focused ? faults : [...faults, 'the focus is outside the window'];
};
