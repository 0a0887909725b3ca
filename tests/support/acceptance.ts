import { expect } from 'vitest';
import type { Browser } from 'playwright-core';
import { axeFaults } from './axe.ts';
import { resize, visit, type Visit } from './browser.ts';
import { either } from './long.ts';

interface Invited {
  readonly name?: string;
  readonly password: string;
}

/**
 * Accepts an invitation in a browser of its own, looked at in both widths in the long form, until the signed-in console is shown.
 *
 * @returns the visit, which the caller closes
 */
export const acceptInvitation = async (
  browser: Browser,
  link: string,
  { name = '青木 葵', password }: Invited,
): Promise<Visit> => {
  const guest = await visit(browser, { fresh: true });
  const { page } = guest;
  await page.goto(link);
  await page.locator('[name=user_name]').waitFor();
  expect(page.url(), 'the token leaves the address').not.toContain('token');
  const submit = page.getByRole('button', { name: '利用を開始' });
  await page.locator('[name=user_name]').fill(name);
  await submit.click();
  await page.getByText('必須項目です').first().waitFor();
  for (const width of either(390, 1440)) {
    await resize(page, { width, height: 900 });
    expect(await axeFaults(page), `${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
  await page.locator('[name=password]').fill(password);
  await page.locator('[name=confirm]').fill(password);
  expect(await page.locator('[name=user_name]').inputValue()).toBe(name);
  await submit.click();
  await page.getByRole('button', { name: 'アカウント', exact: true }).waitFor();
  return guest;
};
