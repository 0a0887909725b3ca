import type { Page } from 'playwright-core';
import { launchBrowser, type Visit } from './browser.ts';
import { demoUrl, operator, settle } from './operator.ts';

/** Opens a screen with these looks stored in cookies, and waits until it is loaded. */
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

/** The start of the period. An incomplete date is kept in the screen only. */
export const dayField = (page: Page) => page.getByRole('textbox', { name: '開始日' });

/** Marks the current screen, so that a screen rendered anew can be recognized. */
export const mark = (page: Page): Promise<void> =>
  page.evaluate(() => {
    (document.querySelector('main') as HTMLElement & { mark?: number }).mark = 7;
  });
export const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(
    () => (document.querySelector('main') as (HTMLElement & { mark?: number }) | null)?.mark === 7,
  );
