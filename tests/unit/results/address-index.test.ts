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
