import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removalEffects, rowEffects, integerWeights } from '../../../server/reports/models/markov.ts';
import { triangles } from '../../../server/reports/models/triangular-matrices.ts';

const [BEGUN, CONVERTED] = [-5, -4];
interface Journey {
  readonly rows: readonly number[];
  readonly converted: boolean;
}

/** The transitions of journeys, as the store counts them. */
const passages = (journeys: readonly Journey[]) =>
  journeys.flatMap(({ rows, converted }) => {
    const steps = [BEGUN, ...rows, ...(converted ? [CONVERTED] : [])];
    return steps.slice(1).map((to, index) => ({ from: steps[index] ?? BEGUN, to: [to], times: [1] }));
  });
const chainOf = (journeys: readonly Journey[]) =>
  removalEffects(passages(journeys), { begun: BEGUN, converted: CONVERTED });

/** How often each row is followed by each other row. */
const countExits = (journeys: readonly Journey[]) => {
  const counts = new Map<number, Map<number | 'lost', number>>();
  for (const { rows, converted } of journeys) {
    const steps = [BEGUN, ...rows, converted ? CONVERTED : ('lost' as const)];
    for (const [index, to] of steps.slice(1).entries()) {
      const from = counts.get(Number(steps[index])) ?? new Map<number | 'lost', number>();
      counts.set(Number(steps[index]), from.set(to, (from.get(to) ?? 0) + 1));
    }
  }
  return counts;
};

/**
 * The probability of a conversion, computed step by step until almost no journey is left. A journey that
 * reaches `removed` is lost.
 */
const walked = (journeys: readonly Journey[], removed: number | null): number => {
  const counts = countExits(journeys);
  let there = new Map([[BEGUN, 1]]);
  let converted = 0;
  for (let step = 0; step < 20_000 && there.size > 0; step += 1) {
    const next = new Map<number, number>();
    for (const [row, part] of there) {
      const exits = counts.get(row) ?? new Map();
      const all = [...exits.values()].reduce((a, b) => a + b, 0);
      for (const [to, times] of exits) {
        const moved = (part * times) / all;
        if (to === CONVERTED) converted += moved;
        else if (to !== 'lost' && to !== removed && moved > 1e-15) next.set(to, (next.get(to) ?? 0) + moved);
      }
    }
    there = next;
  }
  return converted;
};

/** The inversion of the chain without triangles, row by row. */
const turned = (q: readonly (readonly number[])[]) => {
  const matrix = q.map((row, i) => row.map((value, j) => (i === j ? 1 : 0) - value));
  const [lower, upper] = [0, 1].map(() => q.map((row, i) => row.map((_, j) => Number(i === j)))) as [
    number[][],
    number[][],
  ];
  const take = (to: number[], row: readonly number[], factor: number, from: number) =>
    row.forEach((value, j) => {
      if (j >= from) to[j] = (to[j] ?? 0) + factor * value;
    });
  for (const [i, row] of matrix.entries()) {
    for (const [k, other] of matrix.slice(0, i).entries()) {
      const factor = -(row[k] ?? 0) / (other[k] ?? 0);
      take(row, other, factor, k + 1);
      take(lower[i] ?? [], lower[k] ?? [], factor, 0);
    }
  }
  for (const [i, row] of [...matrix.entries()].toReversed()) {
    const own = upper[i] ?? [];
    own[i] = 1 / (row[i] ?? 0);
    for (let k = i + 1; k < matrix.length; k += 1)
      take(own, upper[k] ?? [], -(row[k] ?? 0) / (row[i] ?? 0), 0);
  }
  return { lower, upper };
};

describe('the Markov chain', () => {
  it('gives the removal effects of a published example', async () => {
    // S. Bryl', "Marketing Multi-Channel Attribution model with R (part 1)", analyzecore.com (2016): C1 > C2
    // > C3 buys, C1 and C2 > C3 do not.
    // Begin leads to C1 in 2 of 3 and to C2 in 1 of 3, C1 to C2 in 1 of 2, C2 to C3 always, C3 to the
    // conversion in 1 of 2: 1/3. Without C1 1/6 is left, without C2 or C3 nothing.
    const { rows, effects, conversion } = await chainOf([
      { rows: [1, 2, 3], converted: true },
      { rows: [1], converted: false },
      { rows: [2, 3], converted: false },
    ]);
    expect(rows).toEqual([1, 2, 3]);
    expect(conversion).toBeCloseTo(1 / 3, 12);
    for (const [index, effect] of [0.5, 1, 1].entries()) expect(effects[index]).toBeCloseTo(effect, 12);
  });

  it('ignores repeats, and gives rows on no converting journey no effect', async () => {
    const { rows, effects } = await chainOf([
      { rows: [1, 1, 1, 2], converted: true },
      { rows: [1, 3, 3], converted: false },
    ]);
    const once = await chainOf([
      { rows: [1, 2], converted: true },
      { rows: [1, 3], converted: false },
    ]);
    expect(rows).toEqual([1, 2, 3]);
    for (const [index, effect] of once.effects.entries()) expect(effects[index]).toBeCloseTo(effect, 12);
    expect(effects[2]).toBe(0);
    expect(await chainOf([])).toEqual({ rows: [], effects: [], conversion: 0 });
    expect(await chainOf([{ rows: [7], converted: false }])).toEqual({
      rows: [7],
      effects: [0],
      conversion: 0,
    });
  });

  it('computes by one inversion the same effects as walking the chain without each row', async () => {
    const journeys = fc.array(
      fc.record({
        rows: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 6 }),
        converted: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(journeys, async all => {
        const { rows, effects, conversion } = await chainOf(all);
        const conversionRate = walked(all, null);
        expect(conversion).toBeCloseTo(conversionRate, 8);
        for (const [index, row] of rows.entries())
          expect(effects[index]).toBeCloseTo(
            conversionRate === 0 ? 0 : 1 - walked(all, row) / conversionRate,
            7,
          );
      }),
      { numRuns: 60 },
    );
  });

  it('inverts its triangles bit for bit as a row-by-row inversion does', async () => {
    const rows = fc.integer({ min: 1, max: 40 }).chain(size =>
      fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: size, maxLength: size }), {
        minLength: size,
        maxLength: size,
      }),
    );
    await fc.assert(
      fc.asyncProperty(rows, async all => {
        const q = all.map(row => row.map(value => value / (1 + row.reduce((a, b) => a + b, 0))));
        const { lower, upper } = await triangles(q.map(row => Float64Array.from(row)));
        expect([lower, upper].map(half => half.map(row => [...row]))).toEqual(Object.values(turned(q)));
      }),
      { numRuns: 20 },
    );
  });

  it('merges the least visited rows into one state above the limit of states', async () => {
    const journeys = [
      { rows: [1, 2], converted: true },
      { rows: [1, 3, 4], converted: true },
      { rows: [1, 2, 3], converted: false },
    ];
    const of = (maxStates: number) =>
      rowEffects(passages(journeys), { begun: BEGUN, converted: CONVERTED }, maxStates);
    const [four, unbounded] = [await of(4), await chainOf(journeys)];
    expect(four.states).toBe(4);
    expect([...four.effects]).toEqual(unbounded.rows.map((row, index) => [row, unbounded.effects[index]]));
    const { effects, states } = await of(3);
    // Rows 3 (visited twice) and 4 (once) are merged.
    const merged = await chainOf(
      journeys.map(one => ({ ...one, rows: one.rows.map(row => (row === 4 ? 3 : row)) })),
    );
    expect([states, [...effects.keys()].toSorted((a, b) => a - b)]).toEqual([3, [1, 2, 3, 4]]);
    expect(effects.get(1)).toBeCloseTo(merged.effects[0] ?? 0, 12);
    expect(effects.get(3)).toBeCloseTo(((merged.effects[2] ?? 0) * 2) / 3, 12);
    expect(effects.get(4)).toBeCloseTo((merged.effects[2] ?? 0) / 3, 12);
  });

  it('weighs in whole numbers of the same proportion', () => {
    expect(integerWeights([])).toEqual([]);
    expect(integerWeights([0, 0])).toEqual([0n, 0n]);
    expect(integerWeights([0.25, 1, 0.5])).toEqual([2n ** 50n, 2n ** 52n, 2n ** 51n]);
  });
});
