import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Lists } from '../../machines/startup.ts';
import { entities } from '../../server/entities/entities.ts';
import type { Entity } from '../../server/records/entity.ts';
import type { Constraint } from '../../src/resources/constraints.ts';
import type { AnyDraft, AnyField } from '../../src/screens/record/fields.ts';
import { missingOf } from '../../src/screens/record/required-fields.ts';
import { resources } from '../support/descriptors.ts';

/**
 * The server's rules decide which fields depend on others. The console marks them before sending, and both
 * must find the same missing fields.
 */
const rulesOf = (name: string) =>
  (entities as readonly Entity[]).find(entity => entity.name === name)?.writing?.rules;
const ruled = resources.filter(({ name, form }) => form !== undefined && rulesOf(name) !== undefined);

const NO_LISTS = {} as Lists;
const TEXTS = ['', ' ', 'é', 'https://例え.example/'] as const;

/** Values that the form of one field may hold, empty ones included. */
const valueOf = (blank: unknown, { enum: words, nullable, items }: Constraint): fc.Arbitrary<unknown> => {
  if (words !== undefined && !Array.isArray(blank)) return fc.constantFrom(...words);
  if (typeof blank === 'boolean') return fc.boolean();
  if (typeof blank === 'string') return fc.constantFrom(...TEXTS);
  if (Array.isArray(blank))
    return fc.constantFrom(
      [],
      items?.fields === undefined
        ? ['127.0.0.1']
        : [{ title: '一', url: 'https://shop.example/', rate: 100 }],
    );
  if (typeof blank === 'object' && blank !== null)
    return fc.constantFrom(
      blank,
      Object.fromEntries(Object.keys(blank).map((key, at) => [key, at === 0 ? 'a_key' : ''])),
    );
  return nullable === true ? fc.constantFrom(null, 1) : fc.constant(blank);
};

const isMissing = (fault: unknown): boolean =>
  ['required', 'choose_one'].includes(
    typeof fault === 'string' ? fault : (fault as { readonly code: string }).code,
  );
const missingFields = (
  faults: Readonly<Record<string, readonly unknown[] | undefined>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(faults).flatMap(([field, found = []]) =>
      found
        .filter(isMissing)
        .map(fault => [field, typeof fault === 'string' ? fault : (fault as { readonly code: string }).code]),
    ),
  );

describe('the fields required because of other fields', () => {
  test('exist in several forms', () => expect(ruled.length).toBeGreaterThan(6));

  test.each(ruled)('are the same in the form of $name and on the server', ({ name, form }) => {
    const { blank, fields, constraints } = form!;
    const drafts = fc.record(
      Object.fromEntries(
        Object.entries(blank).map(([field, value]) => [
          field,
          valueOf(value, (constraints as Record<string, Constraint>)[field] ?? {}),
        ]),
      ),
    );
    fc.assert(
      fc.property(drafts, draft => {
        expect(missingFields(missingOf(fields as readonly AnyField[], draft as AnyDraft, NO_LISTS))).toEqual(
          missingFields(rulesOf(name)!(draft, { ip: '127.0.0.1' }, {})),
        );
      }),
      { numRuns: 200 },
    );
  });
});
