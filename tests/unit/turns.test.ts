import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurns } from '../../server/downloads/turns.ts';
import { Failure } from '../../server/http/failures.ts';
import { createLane } from '../../server/imports/lane.ts';

/** What one program does of a kind at once, whoever asks for it: more is refused with a reason, and nothing is ever lost of its room. */
const codeOf = (error: unknown): unknown => (error instanceof Failure ? error.code : error);
const refusal = (work: () => unknown): unknown => {
  try {
    work();
    return null;
  } catch (error) {
    return codeOf(error);
  }
};

describe('files that are written at once', () => {
  it('are two of one user and eight of all, each refused for its own reason', () => {
    const turns = createTurns();
    const back = [1, 1, 2, 2, 3, 3, 4].map(user => turns.take(user));
    expect([refusal(() => turns.take(1)), refusal(() => back.push(turns.take(5))), refusal(() => turns.take(5)), refusal(() => turns.take(1))]).toEqual(['too_many_downloads', null, 'overloaded', 'too_many_downloads']);
    back[0]!();
    expect(refusal(() => turns.take(1))).toBeNull();
  });

  it('leave their room once, however often a turn is given back and in whatever order', () => {
    const steps = fc.array(fc.record({ user: fc.integer({ min: 1, max: 5 }), back: fc.nat(20) }), { maxLength: 60 });
    fc.assert(fc.property(steps, asked => {
      const turns = createTurns();
      const held: { readonly user: number; readonly give: () => void; given: boolean }[] = [];
      const open = () => held.filter(({ given }) => !given);
      for (const { user, back } of asked) {
        const own = open().filter(one => one.user === user).length;
        const expected = own >= 2 ? 'too_many_downloads' : open().length >= 8 ? 'overloaded' : null;
        expect(refusal(() => held.push({ user, give: turns.take(user), given: false }))).toBe(expected);
        const one = held[back];
        if (one !== undefined) {
          one.give();
          one.given = true;
        }
      }
    }));
  });
});

describe('files that are read in', () => {
  it('are two at once, sixteen wait in their order, the next is refused, and whatever became of one the next begins', async () => {
    const lane = createLane();
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const work = (one: number) => lane(() => new Promise<number>((done, failed) => {
      begun.push(one);
      ends.push(() => (one % 2 === 0 ? done(one) : failed(new Error(String(one)))));
    })).catch((error: unknown) => codeOf(error));
    const all = Array.from({ length: 19 }, (_, one) => work(one));
    expect(await all[18]).toBe('overloaded');
    expect(begun).toEqual([0, 1]);
    for (let one = 0; one < 18; one++) {
      ends[one]!();
      await all[one];
      await Promise.resolve();
      expect(begun.length).toBe(Math.min(18, one + 3));
    }
    expect(begun).toEqual(Array.from({ length: 18 }, (_, one) => one));
    expect(await lane(() => Promise.resolve('free'))).toBe('free');
  });
});
