import { expect, test } from 'vitest';
import { changedValue, shownChanges } from '../../../src/screens/record/changed-fields.ts';

const fields = (['name', 'active', 'cost', 'note', 'rules'] as const).map(field => ({
  field,
  widget: 'text' as const,
}));
const blank = { name: '', active: true, cost: 0, note: null, rules: { days: 0, amount: false } };
const changed = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([field, value]) => ({ field, before: null, after: JSON.stringify(value) }));
const shown = (values: Readonly<Record<string, unknown>>, of: typeof blank | null) =>
  shownChanges(changed(values), fields, of).map(({ field }) => field);

test('a creation lists the filled fields of the form in its order', () => {
  const values = {
    rules: { amount: true, days: 0 },
    cost: 5,
    product_id: 1,
    active: false,
    name: 'A',
    note: 'x',
  };
  expect(shown(values, blank)).toEqual(['name', 'active', 'cost', 'note', 'rules']);
});

test('a creation leaves out empty values and those of an empty form, whatever the order of their keys', () => {
  const values = { rules: { amount: false, days: 0 }, cost: 0, active: true, name: '', note: null };
  expect(shown(values, blank)).toEqual([]);
});

test('a change lists all changed fields, those that the form lacks last', () => {
  const values = { other: 1, note: null, cost: 0, name: '' };
  expect(shown(values, null)).toEqual(['name', 'cost', 'note', 'other']);
});

test('a value that is no JSON is shown as written', () => {
  expect([changedValue('{"a":1}'), changedValue('as written'), changedValue(undefined)]).toEqual([
    { a: 1 },
    'as written',
    null,
  ]);
});
