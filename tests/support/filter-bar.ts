import type { Locator, Page } from 'playwright-core';
import { choose, settle } from './operator.ts';

/**
 * Adds a condition in the filter bar of a list or log, in a Japanese console.
 *
 * @param operator null for the field's first operator
 * @param fill enters the value
 */
export const addFilter = async (
  page: Page,
  field: string,
  operator: string | null,
  fill: (dialog: Locator) => Promise<unknown>,
): Promise<void> => {
  await page.getByRole('button', { name: '絞り込み', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: '絞り込み' });
  await choose(dialog, '項目', field);
  if (operator !== null) await choose(dialog, '条件', operator);
  await fill(dialog);
  await dialog.getByRole('button', { name: '適用' }).click();
  await dialog.waitFor({ state: 'detached' });
  await settle(page);
};
