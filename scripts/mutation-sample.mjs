// Plugins of Stryker for `npm run mutate -- --sample SIZE --seed SEED PATH`: a checker that lets only the drawn mutants
// through to the tests, a reporter of their score, and an ignorer of texts for people. A range of lines cannot select
// one of several mutants of an expression; a checker is asked about each mutant.
import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/** What identifies a mutant in every run of the same sources; its id depends on the files that are mutated with it. */
const keyOf = ({ fileName, location: { start, end }, mutatorName, replacement }) =>
  [relative('', fileName), start.line, start.column, end.line, end.column, mutatorName, replacement].join(
    '\0',
  );

/**
 * Draws mutants without replacement. The order is that of a hash with the seed, so a larger sample of the same seed
 * contains the smaller one, and a change of other files does not change which of a file's mutants come first.
 *
 * @param mutants of all files
 * @returns the ids of `size` mutants, or of all if there are fewer
 */
export const drawMutants = (mutants, size, seed) =>
  mutants
    .map(mutant => ({
      id: mutant.id,
      rank: createHash('sha256')
        .update(`${seed}\0${keyOf(mutant)}`)
        .digest('hex'),
    }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ id }) => id);

/**
 * Wilson's interval for a share.
 *
 * @param hits how many of `size` drawn have the property
 * @returns its bounds from 0 to 1, with a confidence of 95 %
 */
export const intervalOf = (hits, size) => {
  const z = 1.959_964;
  const middle = hits + z ** 2 / 2;
  const half = z * Math.sqrt((hits * (size - hits)) / size + z ** 2 / 4);
  return [middle - half, middle + half].map(bound => bound / (size + z ** 2));
};

const percent = share => `${(100 * share).toFixed(1)} %`;

const checker = {
  init: async () => {},
  // One group, because the draw needs all mutants.
  group: async mutants => [mutants.map(({ id }) => id)],
  check: async mutants => {
    const drawn = new Set(
      drawMutants(mutants, Number(process.env.MUTATION_SAMPLE), process.env.MUTATION_SEED),
    );
    const answerOf = id =>
      drawn.has(id) ? { status: 'passed' } : { status: 'compileError', reason: 'not drawn' };
    return Object.fromEntries(mutants.map(({ id }) => [id, answerOf(id)]));
  },
};

const reporter = {
  onMutationTestReportReady: ({ files }) => {
    const mutants = Object.values(files).flatMap(file => file.mutants);
    const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
    const killed = count('Killed', 'Timeout');
    const size = killed + count('Survived', 'NoCoverage');
    const [low, high] = intervalOf(killed, size).map(percent);
    process.stdout.write(
      `Sample of ${size} of ${mutants.length - count('Ignored')} mutants, seed ${process.env.MUTATION_SEED}: ` +
        `${killed} killed, ${percent(killed / size)} (95 %: ${low} to ${high}), ` +
        `${count('Timeout')} by the time limit, ${count('RuntimeError')} without a result.\n`,
    );
  },
};

/** Descriptions of the API: a mutant of a text for people is no fault that a test should know. */
const ignorer = {
  shouldIgnore: ({ node: { type, key } }) =>
    type === 'ObjectProperty' && ['description', 'summary'].includes(key.name)
      ? 'text for people'
      : undefined,
};

export const strykerPlugins = [
  { kind: 'Checker', name: 'sample', value: checker },
  { kind: 'Reporter', name: 'sample', value: reporter },
  { kind: 'Ignore', name: 'texts', value: ignorer },
];
