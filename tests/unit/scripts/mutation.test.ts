import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly location: Readonly<Record<'start' | 'end', { readonly line: number; readonly column: number }>>;
  readonly mutatorName: string;
  readonly replacement: string;
}

const script = (name: string) => import(new URL(`../../../scripts/${name}.mjs`, import.meta.url).href);
const { drawMutants, intervalOf, strykerPlugins } = (await script('mutation-sample')) as {
  readonly drawMutants: (mutants: readonly Mutant[], size: number, seed: string) => readonly string[];
  readonly intervalOf: (hits: number, size: number) => readonly [number, number];
  readonly strykerPlugins: readonly {
    readonly name: string;
    readonly kind: string;
    readonly value: unknown;
  }[];
};
const { MACHINE_TESTS, PURE_TESTS, TESTS } = (await script('mutation-tests')) as Readonly<
  Record<'MACHINE_TESTS' | 'PURE_TESTS' | 'TESTS', Readonly<Record<string, readonly string[]>>>
>;

/** Mutants of one file, two on each line: a condition that is always true, and one that is always false. */
const mutantsOf = (fileName: string, size: number, firstId = 0): readonly Mutant[] =>
  Array.from({ length: size }, (_, at) => {
    const line = Math.floor(at / 2);
    return {
      id: String(firstId + at),
      fileName,
      location: { start: { line, column: 4 }, end: { line, column: 9 } },
      mutatorName: 'ConditionalExpression',
      replacement: String(at % 2 === 0),
    };
  });

describe('a sample of mutants', () => {
  const mutants = mutantsOf('server/a.ts', 1_000);

  it('has the size that was asked for, each mutant once, and all where there are no more', () => {
    expect(new Set(drawMutants(mutants, 40, '1')).size).toBe(40);
    expect(drawMutants(mutants, 2_000, '1').toSorted()).toEqual(mutants.map(({ id }) => id).toSorted());
  });

  it('is the same for the same seed, in any order of the mutants, and another one for another seed', () => {
    const drawn = drawMutants(mutants, 40, '1');
    expect(drawMutants(mutants.toReversed(), 40, '1')).toEqual(drawn);
    expect(drawMutants(mutants, 40, '2').filter(id => drawn.includes(id)).length).toBeLessThan(10);
  });

  it('begins with the smaller sample of the same seed', () => {
    expect(drawMutants(mutants, 40, '1').slice(0, 15)).toEqual(drawMutants(mutants, 15, '1'));
  });

  it('draws from all places alike', () => {
    const counts = [0, 0, 0, 0];
    for (let seed = 0; seed < 40; seed++)
      for (const id of drawMutants(mutants, 40, String(seed))) counts[Math.floor(Number(id) / 250)]! += 1;
    // 400 expected; the standard deviation is about 17.
    for (const count of counts) expect(Math.abs(count - 400)).toBeLessThan(85);
  });

  it('draws the same mutants of a file when another file comes before it', () => {
    const other = mutantsOf('server/0.ts', 1_000);
    const placed = new Map(mutantsOf('server/a.ts', 1_000, 1_000).map(mutant => [mutant.id, mutant]));
    const drawn = drawMutants([...other, ...placed.values()], 100, '1').filter(id => placed.has(id));
    expect(drawn.length).toBeGreaterThan(20);
    expect(drawn.map(id => String(Number(id) - 1_000))).toEqual(drawMutants(mutants, drawn.length, '1'));
  });
});

it.each([
  // Brown, Cai, DasGupta 2001: the interval stays within 0 and 1 and has a width for no failure at all.
  [0, 10, 0, 0.2775],
  [10, 10, 0.7225, 1],
  [34, 40, 0.7093, 0.9294],
  [1, 2, 0.0945, 0.9055],
])('%d of %d lie between %d and %d with a confidence of 95 %%', (hits, size, low, high) => {
  const [from, to] = intervalOf(hits, size);
  expect(from).toBeCloseTo(low, 4);
  expect(to).toBeCloseTo(high, 4);
});

it('descriptions of the API are no mutants, what stands beside them is', () => {
  const { value } = strykerPlugins.find(({ kind }) => kind === 'Ignore')!;
  const { shouldIgnore } = value as { readonly shouldIgnore: (path: unknown) => string | undefined };
  const property = (name: string) => ({ node: { type: 'ObjectProperty', key: { name } } });
  expect(shouldIgnore(property('description'))).toBe('text for people');
  expect(shouldIgnore(property('minimum'))).toBeUndefined();
  expect(shouldIgnore({ node: { type: 'StringLiteral' } })).toBeUndefined();
});

describe('tests of mutants', () => {
  it('are assigned to every machine', () => {
    const files = readdirSync('machines').filter(file => file.endsWith('.ts'));
    expect(Object.keys(MACHINE_TESTS).toSorted()).toEqual(files.map(file => `machines/${file}`).toSorted());
  });

  it('exist, and so do the files that they are assigned to', () => {
    const named = Object.values(TESTS)
      .flat()
      .filter(pattern => !/[*!]/.test(pattern))
      .flatMap(pattern => {
        const [, before, choices, after] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? [];
        return choices === undefined
          ? [pattern]
          : choices.split(',').map(choice => `${before}${choice}${after}`);
      });
    const missing = [...new Set([...named, ...Object.keys(PURE_TESTS)])].filter(file => !existsSync(file));
    expect(missing).toEqual([]);
  });
});
