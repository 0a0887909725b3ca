import { expect, test } from 'vitest';
import { RECORD_PAGES } from '../../src/console/record-pages.ts';
import { resources } from '../support/descriptors.ts';

test('the pages that links to records lead to are those of the descriptors', () => {
  const named = resources.flatMap(({ selection, page }) =>
    selection !== undefined && page !== undefined ? [[selection, page] as const] : [],
  );
  expect(named.length).toBeGreaterThan(4);
  expect(RECORD_PAGES).toEqual(Object.fromEntries(named));
});
