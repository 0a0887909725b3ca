import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { resize } from '../support/browser.ts';
import { openShell } from '../support/frame.ts';
import { either } from '../support/long.ts';
import { settle } from '../support/operator.ts';

/** Popovers in a window whose scrollbars take up width, as on Windows and Linux. */

/** The number of placements. An earlier fault removed seven pixels with each. */
const PASSES = 4;

interface Measured {
  readonly width: number;
  readonly natural: number;
  readonly left: number;
  readonly right: number;
  readonly cut: number;
  readonly clientWidth: number;
}

/** Measures the open popover, and the width that it would have at the left edge of the window. */
const measure = (page: Page): Promise<Measured> =>
  page.evaluate(() => {
    const box = document.querySelector<HTMLElement>('[popover]:popover-open')!;
    const { left, right, width } = box.getBoundingClientRect();
    const placed = box.style.getPropertyValue('--left');
    box.style.setProperty('--left', '8px');
    const natural = box.getBoundingClientRect().width;
    box.style.setProperty('--left', placed);
    return {
      width,
      natural,
      left,
      right,
      cut: box.scrollWidth - box.clientWidth,
      clientWidth: document.documentElement.clientWidth,
    };
  });

/** Makes the popover's ResizeObserver fire repeatedly and waits for its effect each time. */
const pass = (page: Page): Promise<void> =>
  page.evaluate(async times => {
    const box = document.querySelector<HTMLElement>('[popover]:popover-open')!;
    const frame = () =>
      new Promise(done => {
        requestAnimationFrame(done);
      });
    for (let i = 1; i <= times; i++) {
      box.style.paddingBottom = `${8 + (i % 3)}px`;
      dispatchEvent(new Event('scroll'));
      await frame();
      await frame();
    }
    box.style.paddingBottom = '';
  }, PASSES);

/** Records every id in aria-activedescendant that no element has. */
const watchReferences = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const dangling = new Set<string>();
    Object.assign(globalThis, { dangling });
    new MutationObserver(() => {
      for (const element of document.querySelectorAll('[aria-activedescendant]')) {
        const id = element.getAttribute('aria-activedescendant')!;
        if (document.getElementById(id) === null) dangling.add(id);
      }
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
const danglingReferences = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...(globalThis as unknown as { dangling: Set<string> }).dangling]);

/** The height in pixels of the popover's overlap with its button. */
const overlapOf = async (page: Page, button: Locator): Promise<number> => {
  const [box, anchor] = await Promise.all([
    page.locator('[popover]:popover-open').boundingBox(),
    button.boundingBox(),
  ]);
  if (box === null || anchor === null) throw new Error('the popover or its button is not visible');
  return Math.min(box.y + box.height, anchor.y + anchor.height) - Math.max(box.y, anchor.y);
};

const holds = async (page: Page, button: Locator, name: string, expected?: number): Promise<number> => {
  const { width, natural, left, right, cut, clientWidth } = await measure(page);
  expect
    .soft(
      Math.abs(width - (expected ?? natural)),
      `${name}: ${width} px wide instead of ${expected ?? natural}`,
    )
    .toBeLessThanOrEqual(0.5);
  expect.soft(left, `${name}: left edge in the window`).toBeGreaterThanOrEqual(7.5);
  expect
    .soft(right, `${name}: right edge before the scrollbar at ${clientWidth}`)
    .toBeLessThanOrEqual(clientWidth - 7.5);
  expect.soft(cut, `${name}: clipped width`).toBeLessThanOrEqual(0);
  expect.soft(await overlapOf(page, button), `${name}: covers its button`).toBeLessThanOrEqual(0);
  return width;
};

test.for(
  either(
    ['/log/cv-approve', 390, 6] as const,
    ['/analyze/term', 1440, 5] as const,
    ['/ad/setting', 1440, 8] as const,
    ['/log/reference', 1280, 7] as const,
  ),
)(
  'every popover of %s at %i px keeps its width over repeated placements, beside its button',
  async ([path, width, least]) => {
    const { page, close } = await openShell(path, {}, { speaking: 'ja' });
    await resize(page, { width, height: 600 });
    await settle(page);
    // With overlay scrollbars the test could not fail.
    await expect
      .poll(() => page.evaluate(() => innerWidth - document.documentElement.clientWidth))
      .toBeGreaterThan(0);
    // The icon of the page's head opens help, which is a modal dialog.
    const buttons = page.locator(
      '.navbar button[aria-haspopup="menu"]:visible, main :is(button[aria-haspopup]:enabled:not(.icon-button, .tp-figure, [role="gridcell"] *), .p-dropdown):visible',
    );
    // Narrow boards fold their fields.
    for (const fields of await page.locator('.tp-folded > summary').all()) await fields.click();
    // Some buttons appear only after their module has loaded.
    await expect.poll(() => buttons.count(), { message: 'number of popovers' }).toBeGreaterThanOrEqual(least);
    await watchReferences(page);
    const count = await buttons.count();
    for (let at = 0; at < count; at++) {
      const button = buttons.nth(at);
      await button.click();
      const open = page.locator('[popover]:popover-open');
      await open.waitFor();
      const name = await page.evaluate(
        () => document.querySelector('[popover]:popover-open')!.getAttribute('aria-label') ?? 'list',
      );
      const first = await holds(page, button, name);
      await pass(page);
      await holds(page, button, `${name} after repeated placements`, first);
      await resize(page, { width: width + 120, height: 640 });
      await resize(page, { width, height: 600 });
      await pass(page);
      await holds(page, button, `${name} after resizing`, first);
      await page.keyboard.press('Escape');
      await open.waitFor({ state: 'hidden' });
    }
    expect(await danglingReferences(page)).toEqual([]);
    await close();
  },
);

test('the page does not move when a popover of the sticky bar closes, or when Tab reaches the bar', async () => {
  const { page, close } = await openShell('/ad/setting', {}, { speaking: 'ja' });
  await resize(page, { width: 390, height: 400 });
  await settle(page);
  const top = () => page.evaluate(() => scrollY);
  await page.evaluate(() => scrollTo(0, 300));
  expect(await top()).toBe(300);
  // A click of Playwright would scroll by itself.
  const box = (await page.getByRole('button', { name: 'アカウント', exact: true }).boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.getByRole('menuitem', { name: 'ログアウト' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[popover]:popover-open').waitFor({ state: 'hidden' });
  expect(await top()).toBe(300);
  await page.keyboard.press('Shift+Tab');
  expect([
    await page.evaluate(() => document.activeElement?.closest('.navbar') !== null),
    await top(),
  ]).toEqual([true, 300]);
  await close();
});
