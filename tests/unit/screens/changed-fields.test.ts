import { expect, test } from 'vitest';
import type { AnyDraft } from '../../../src/screens/record/fields.ts';
import { changedValue, shownChanges, splitField } from '../../../src/screens/record/changed-fields.ts';

const fields = (['name', 'active', 'cost', 'note', 'rules'] as const).map(field => ({
  field,
  widget: 'text' as const,
}));
const blank = { name: '', active: true, cost: 0, note: null, rules: { days: 0, amount: false } };
const changed = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([field, value]) => ({ field, before: null, after: JSON.stringify(value) }));
const shown = (values: Readonly<Record<string, unknown>>, of: AnyDraft | null) =>
  shownChanges(changed(values), fields, of).map(({ field }) => field);

test('a creation lists the filled fields in the order of the form, those that the form lacks last', () => {
  const values = {
    rules: { amount: true, days: 0 },
    cost: 5,
    product_id: 1,
    active: false,
    name: 'A',
    note: 'x',
  };
  expect(shown(values, blank)).toEqual(['name', 'active', 'cost', 'note', 'rules', 'product_id']);
});

test('a creation leaves out empty values and those of an empty form, whatever the order of their keys', () => {
  const values = { rules: { amount: false, days: 0 }, cost: 0, active: true, name: '', note: null };
  expect(shown(values, blank)).toEqual([]);
});

test('a creation without a form leaves out empty values', () => {
  expect(shown({ other: 1, note: null, active: false, list: [] }, {})).toEqual(['active', 'other']);
});

test('an object becomes fields of its own, those that differ', () => {
  const of = (before: unknown, after: unknown) =>
    splitField([{ field: 'rules', before: JSON.stringify(before), after: JSON.stringify(after) }], 'rules');
  expect(of({ days: 1, amount: true }, { days: 2, amount: true })).toEqual([
    { field: 'days', before: '1', after: '2' },
  ]);
  expect(of(null, { days: 2 })).toEqual([{ field: 'days', before: undefined, after: '2' }]);
  expect(splitField(changed({ name: 'A' }), 'rules')).toEqual(changed({ name: 'A' }));
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
