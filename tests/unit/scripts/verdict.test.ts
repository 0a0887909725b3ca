import fc from 'fast-check';
import { expect, it } from 'vitest';

const { shortOf } = (await import(new URL('../../../scripts/verdict.mjs', import.meta.url).href)) as {
  readonly shortOf: (text: string) => string;
};

/** The failure message of a property that is always false, for this example. */
const messageOf = (more: {
  readonly seed: number;
  readonly path?: string;
  readonly endOnFailure?: boolean;
}): string => {
  let message = '';
  try {
    fc.assert(
      fc.property(fc.array(fc.nat(), { minLength: 200, maxLength: 200 }), () => false),
      more,
    );
  } catch (error) {
    message = (error as Error).message;
  }
  return message;
};

it('the verdict of a failed property contains its seed and path after any number of shrinks', () => {
  const excerpt = shortOf(`\u001B[31m${messageOf({ seed: -7 })}\u001B[39m`);
  const [, seed, path] = /\{ seed: (-?\d+), path: "([\d:]+)", endOnFailure: true \}/.exec(excerpt) ?? [];
  expect(path?.length).toBeGreaterThan(300);
  const again = messageOf({ seed: Number(seed), path: path ?? '', endOnFailure: true });
  expect(again).toContain(`Counterexample: [[${Array.from({ length: 200 }, () => 0).join()}]]`);
  // All other long lines are cut.
  expect(excerpt.split('\n').filter(line => line.length > 300).length).toBe(1);
});
