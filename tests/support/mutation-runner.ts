import { inject, test, TestRunner, type RunnerTestCase, type RunnerTestSuite } from 'vitest';

/** How often each mutant was reached, by its id. */
type Hits = Record<string, number>;
interface Coverage {
  readonly static: Hits;
  readonly perTest: Record<string, Hits>;
}

declare module 'vitest' {
  // What Stryker's runner provides.
  export interface ProvidedContext {
    globalNamespace: string;
    mode: 'dry-run' | 'mutant';
    activeMutant: string;
  }
  export interface TaskMeta {
    mutantCoverage?: Coverage;
  }
}

const needsStores = process.env['MUTATION_STORES'] === 'true';

const firstTestOf = (suite: RunnerTestSuite): RunnerTestCase | undefined =>
  suite.tasks
    .map(task => (task.type === 'test' ? task : firstTestOf(task)))
    .find(found => found !== undefined);

/** The id that Stryker gives to a test. */
const idOf = (first: RunnerTestCase): string => {
  const names = [first.name];
  for (let { suite } = first; suite !== undefined; { suite } = suite) names.unshift(suite.name);
  return `${first.file.filepath}#${names.join(' ').trim()}`;
};

/**
 * Runs tests against mutants and counts a test file that cannot be loaded as a failed test. Stryker reads
 * only the results of tests, so a mutant that throws while its module loads would survive.
 *
 * Tests with stores are run by the file, for two reasons. The tests of a file follow each other, so a selection of them
 * would fail without a fault. And what `beforeAll` reaches (the app, its world) would count as static, for which
 * Stryker starts new stores and runs the tests of all files.
 */
export default class MutationRunner extends TestRunner {
  constructor(...[config]: ConstructorParameters<typeof TestRunner>) {
    super(needsStores ? { ...config, testNamePattern: undefined } : config);
  }

  override async importFile(...[filepath, source]: Parameters<TestRunner['importFile']>): Promise<unknown> {
    if (needsStores && source === 'collect' && inject('mode') === 'mutant') {
      const state = (globalThis as unknown as Record<string, { activeMutant?: string }>)[
        inject('globalNamespace')
      ];
      if (state !== undefined) state.activeMutant = inject('activeMutant');
    }
    try {
      return await super.importFile(filepath, source);
    } catch (error) {
      if (source !== 'collect') throw error;
      test('the test file can be loaded', () => {
        throw error;
      });
      return undefined;
    }
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    const coverage = suite.meta.mutantCoverage;
    const first = firstTestOf(suite);
    if (!needsStores || coverage === undefined || first === undefined) return;
    const hits: Hits = {};
    for (const part of [coverage.static, ...Object.values(coverage.perTest)])
      for (const [mutant, count] of Object.entries(part)) hits[mutant] = (hits[mutant] ?? 0) + count;
    suite.meta.mutantCoverage = { static: {}, perTest: { [idOf(first)]: hits } };
  }
}
