import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createAddressIndex } from '../../../server/results/address-index.ts';

const DAY = 86_400_000;
const moment = fc.oneof(
  fc.integer({ min: -3 * DAY, max: 40 * DAY }),
  fc.integer({ min: -2, max: 9 }).chain(day => fc.constantFrom(day * DAY - 1, day * DAY, day * DAY + 1)),
);
const aspId = fc.integer({ min: 1, max: 2 });
const ip = fc.constantFrom('::ffff:192.0.2.1', '2001:db8::1');
const id = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(Number.POSITIVE_INFINITY));
const entry = fc.record({ aspId, ip, id, ts: moment });
const question = fc.record({ aspId, ip, lastId: id, ts: moment, days: fc.constantFrom(1, 2, 7, 30) });

it('the address index answers like a search over all results, to the millisecond at both ends of the window', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 30 }),
      fc.array(question, { maxLength: 20 }),
      (entries, questions) => {
        const index = createAddressIndex(entries);
        for (const question of questions) {
          const naive = entries.some(
            one =>
              one.aspId === question.aspId &&
              one.ip === question.ip &&
              one.id <= question.lastId &&
              Math.abs(one.ts - question.ts) < question.days * DAY,
          );
          expect(index.has(question.aspId, question.ip, question.ts, question.days, question.lastId)).toBe(
            naive,
          );
        }
      },
    ),
    { numRuns: 300 },
  );
});

it('the address index finds one of several results of a day, whichever of them the window includes', () => {
  const results = [
    { aspId: 1, ip: '::1', id: 1, ts: 5 * DAY + 1 },
    { aspId: 1, ip: '::1', id: 2, ts: 5 * DAY + 3 },
  ];
  for (const entries of [results, results.toReversed()]) {
    const index = createAddressIndex(entries);
    const has = (ts: number, lastId?: number) => index.has(1, '::1', ts, 1, lastId);
    // The window excludes both its ends: it begins or ends within the day.
    expect([has(6 * DAY + 1), has(6 * DAY + 2), has(6 * DAY + 3)]).toEqual([true, true, false]);
    expect([has(4 * DAY + 1), has(4 * DAY + 2), has(4 * DAY + 4)]).toEqual([false, true, true]);
    expect([has(6 * DAY + 2, 1), has(4 * DAY + 2, 1), has(5 * DAY, 1), has(5 * DAY, 0)]).toEqual([
      false,
      true,
      true,
      false,
    ]);
  }
  expect(createAddressIndex().has(1, '::1', 5 * DAY, 30)).toBe(false);
});
