import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { within } from '../../support/properties.ts';

const LEAST = 2 ** 20;
const numbers = fc.integer({ min: LEAST, max: 2 ** 30 });

/** Checks a property whose examples take a tenth of the time each. */
const check = (predicate: (n: number) => void) => {
  let now = 0;
  const property = fc.asyncProperty(numbers, async n => {
    now += 10;
    await Promise.resolve();
    predicate(n);
  });
  return fc.check(property, {
    seed: 1,
    unbiased: true,
    plugins: [
      within(
        () => ({ ms: 100, name: 'it' }),
        () => now,
      ),
    ],
  });
};

describe('a property', () => {
  it('that takes long to shrink ends in time with its counterexample', async () => {
    let tried = 0;
    const { failed, counterexample, counterexamplePath } = await check(n => {
      tried += 1;
      expect(n).toBe(LEAST);
    });
    expect({ tried, failed, counterexample, counterexamplePath }).toEqual({
      tried: 5,
      failed: true,
      counterexample: [expect.any(Number)],
      counterexamplePath: expect.stringMatching(/^\d/),
    });
  });

  it('with an example that does not end reports the example', async () => {
    const { failed, counterexample, errorInstance } = await fc.check(
      fc.asyncProperty(numbers, () => new Promise<void>(() => undefined)),
      { plugins: [within(() => ({ ms: 10, name: 'it' }))] },
    );
    expect({ failed, counterexample, errorInstance }).toEqual({
      failed: true,
      counterexample: [expect.any(Number)],
      errorInstance: new Error('This example did not end within 0.9 of 10 ms.'),
    });
  });

  it('tries fewer examples on a slow machine', async () => {
    const { failed, numRuns } = await check(() => undefined);
    expect({ failed, numRuns }).toEqual({ failed: false, numRuns: 5 });
  });

  it('in this project has the time limit of its test', () => {
    let before = 0;
    fc.check(
      fc.property(numbers, () => undefined),
      {
        plugins: [
          index => {
            before = index;
            return {};
          },
        ],
      },
    );
    expect(before).toBe(1);
  });
});
