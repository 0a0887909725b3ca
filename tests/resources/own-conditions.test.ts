import { expect, test } from 'vitest';
import type { Lists } from '../../machines/startup.ts';
import type { AnyFilter, Condition, Operator } from '../../src/resources/filter.ts';
import { partConditions } from '../../src/screens/list/own-conditions.ts';

const none: Lists = {
  agency: [],
  product: [],
  ad: [],
  redirect: [],
  asp: [],
  cvSetting: [],
  adCategory: [],
  adType: [],
  role: [],
  analysis: [],
  columns: [],
};
const lists: Lists = {
  ...none,
  asp: [
    { id: 1, title: 'own', product: 7 },
    { id: 2, title: 'other', product: 8 },
  ],
  agency: [{ id: 5, title: 'of the company' }],
};
const filters: readonly AnyFilter[] = [
  { field: 'name', kind: 'text' },
  { field: 'asp', kind: 'choice', choices: { list: 'asp' } },
  { field: 'agency', kind: 'choice', choices: { list: 'agency' } },
  { field: 'flag', kind: 'choice', choices: { values: [1, 2] } },
];
const condition = (field: string, value: string, op: Operator = 'exact'): Condition => ({ field, op, value });
const parted = (...conditions: Condition[]) => partConditions(conditions, filters, lists, 7);

test('on a change of product, conditions on entries of the product, of the company or without a list are kept', () => {
  const all = [
    condition('name', '2'),
    condition('asp', '1'),
    condition('agency', '5'),
    condition('asp', '99', 'ne'),
    condition('flag', '2'),
  ];
  expect(parted(...all)).toEqual({ own: all, foreign: [] });
});

test('on a change of product, conditions on entries of another product are removed; of several entries those of the product remain', () => {
  expect(parted(condition('asp', '2'), condition('name', 'x'))).toEqual({
    own: [condition('name', 'x')],
    foreign: ['asp'],
  });
  expect(parted(condition('asp', '1,2,99', 'in'))).toEqual({
    own: [condition('asp', '1,99', 'in')],
    foreign: [],
  });
  expect(parted(condition('asp', '2', 'ne'))).toEqual({ own: [], foreign: ['asp'] });
});
