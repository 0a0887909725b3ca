import type { Page } from 'playwright-core';
import { launchBrowser, type Visit } from './browser.ts';
import { demoUrl, operator, settle } from './operator.ts';

/** Opens a screen with these looks kept from before, and waits until it has its answers. */
export const openShell = async (
  path: string,
  looks: Readonly<Record<string, string>> = {},
  options: Parameters<typeof operator>[1] = {},
): Promise<Visit> => {
  const visit = await operator(await launchBrowser(), options);
  await visit.page
    .context()
    .addCookies(
      Object.entries(looks).map(([name, value]) => ({ name: `touchpath-${name}`, value, url: demoUrl() })),
    );
  await visit.page.goto(`${demoUrl()}${path}`);
  await settle(visit.page);
  return visit;
};

/** The beginning of the period; a date that is being typed is the screen's own until it is one. */
export const dayField = (page: Page) => page.getByRole('textbox', { name: '開始日' });

/** Marks the screen that is there, so that one that was drawn anew is told from it. */
export const mark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (document.querySelector('main') as HTMLElement & { mark?: number }).mark = 7;
  });
export const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(
    () => (document.querySelector('main') as (HTMLElement & { mark?: number }) | null)?.mark === 7,
  );
