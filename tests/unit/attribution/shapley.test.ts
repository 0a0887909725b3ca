import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UNITS } from '../../../server/attribution/models.ts';
import { shapleyDivisions } from '../../../server/reports/models/shapley.ts';

interface Conversion {
  readonly rows: readonly number[];
  readonly yen: number;
}

const membersOf = (conversions: readonly Conversion[]) =>
  conversions.flatMap(({ rows, yen }) => {
    const set = [...new Set(rows)].toSorted((a, b) => a - b);
    const of = { lasts: 1n, middles: 0n, sales: BigInt(yen) };
    return set.length === 0
      ? [{ row: -1, n: 0, i: 0, ...of }]
      : set.map((row, index) => ({ row, n: set.length, i: index + 1, ...of }));
  });

const PLAYERS = [1, 2, 3, 4];
const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));
/**
 * By the definition: what a player adds to each set of the others, weighed by the orders in which it can come
 * after them.
 */
const byDefinition = (conversions: readonly Conversion[], player: number): number => {
  const worth = (set: readonly number[]) =>
    conversions.filter(({ rows }) => rows.length > 0 && rows.every(row => set.includes(row))).length;
  const others = PLAYERS.filter(one => one !== player);
  return Array.from({ length: 2 ** others.length }, (_, mask) =>
    others.filter((__, bit) => (mask >> bit) & 1),
  ).reduce(
    (sum, set) =>
      sum +
      ((factorial(set.length) * factorial(PLAYERS.length - set.length - 1)) / factorial(PLAYERS.length)) *
        (worth([...set, player]) - worth(set)),
    0,
  );
};

const conversions = fc.array(
  fc.record({ rows: fc.array(fc.constantFrom(...PLAYERS), { maxLength: 6 }), yen: fc.nat(99_999) }),
  { maxLength: 15 },
);
const share = (all: readonly Conversion[], player: number) =>
  Number(shapleyDivisions(membersOf(all)).get(player)?.cv ?? 0n) / UNITS;

describe('the Shapley value', () => {
  it('equals its definition, to the unit of each conversion', () => {
    fc.assert(
      fc.property(conversions, all => {
        for (const player of PLAYERS)
          expect(Math.abs(share(all, player) - byDefinition(all, player))).toBeLessThanOrEqual(
            (all.length + 1) / UNITS,
          );
      }),
      { numRuns: 100 },
    );
  });

  it('is the share of a row in all its conversions, of middle conversions too', () => {
    const divisions = shapleyDivisions([
      { row: 1, n: 2, i: 1, lasts: 3n, middles: 2n, sales: 50n },
      { row: 1, n: 1, i: 1, lasts: 1n, middles: 5n, sales: 7n },
    ]);
    const [full, half] = [BigInt(UNITS), BigInt(UNITS) / 2n];
    expect([...divisions]).toEqual([
      [1, { cv: 3n * half + full, middle: 2n * half + 5n * full, sales: 50n * half + 7n * full }],
    ]);
  });

  it('distributes everything (efficiency), including yen', () => {
    fc.assert(
      fc.property(conversions, all => {
        const rows = [...shapleyDivisions(membersOf(all)).values()];
        expect(rows.reduce((sum, { cv }) => sum + cv, 0n)).toBe(BigInt(all.length) * BigInt(UNITS));
        expect(rows.reduce((sum, { sales }) => sum + sales, 0n)).toBe(
          all.reduce((sum, { yen }) => sum + BigInt(yen), 0n) * BigInt(UNITS),
        );
      }),
      { numRuns: 100 },
    );
  });

  it('gives rows on the same paths equal shares (symmetry), and a row on no path nothing (dummy)', () => {
    fc.assert(
      fc.property(conversions, all => {
        const alike = all
          .map(({ rows, yen }) => ({ yen, rows: rows.some(row => row <= 2) ? [...rows, 1, 2] : rows }))
          .map(({ rows, yen }) => ({ yen, rows: rows.filter(row => row !== 4) }));
        expect(Math.abs(share(alike, 1) - share(alike, 2))).toBeLessThanOrEqual((all.length + 1) / UNITS);
        expect(share(alike, 4)).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});
