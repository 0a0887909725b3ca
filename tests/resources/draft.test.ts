import { describe, expect, test } from 'vitest';
import { choosableFor } from '../../src/console/product.ts';
import { draftFrom, readDraft } from '../../src/resources/draft.ts';

const blank = { name: '', own_parameters: false, click_cost: 0, agency: null as number | null };

describe('a draft of a row', () => {
  test('is filled in as a blank form has it where the row does not tell', () => {
    expect(draftFrom(blank)({ name: '春', own_parameters: null, agency: 3 })).toEqual({ name: '春', own_parameters: false, click_cost: 0, agency: 3 });
  });

  test('is read as nothing there: a switch that an agency may not see is not off', () => {
    const row = { name: '春', own_parameters: null, click_cost: 0, agency: 3 };
    expect(readDraft(row, draftFrom(blank)(row))).toEqual({ name: '春', own_parameters: null, click_cost: 0, agency: 3 });
  });
});

test('a choice for a record holds what is of its own product or of none, whichever product one works on', () => {
  const [own, other, all, grouped] = [{ id: 1, title: 'a', product: 7 }, { id: 2, title: 'b', product: 8 }, { id: 3, title: 'c' }, { id: 4, title: 'd', product: 7, group: 2 }];
  const entries = [own, other, all, grouped].map(entry => entry!);
  expect(choosableFor(entries, 7)).toEqual([own, all, grouped]);
  expect(choosableFor(entries, 8)).toEqual([other, all]);
  expect(choosableFor(entries, 7, 2)).toEqual([grouped]);
});
