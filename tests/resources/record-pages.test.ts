import { expect, test } from 'vitest';
import { RECORD_PAGES } from '../../src/console/record-pages.ts';
import { resources } from '../support/descriptors.ts';

test('where records are found from their names is where their descriptors say', () => {
  const named = resources.flatMap(({ selection, page }) =>
    selection !== undefined && page !== undefined ? [[selection, page] as const] : [],
  );
  expect(named.length).toBeGreaterThan(4);
  expect(RECORD_PAGES).toEqual(Object.fromEntries(named));
});
