import {
  inject,
  test,
  TestRunner,
  type RunnerTestCase,
  type RunnerTestSuite,
  type VitestTestRunner,
} from 'vitest';
import { getCurrentSuite } from 'vitest/suite';

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

/** Stryker's state of a thread, which mutated code reads and writes. */
interface State {
  activeMutant?: string;
  mutantCoverage?: Coverage;
}

const stateOfThread = (): State | undefined =>
  (globalThis as unknown as Record<string, State>)[inject('globalNamespace')];

/** Empties the maps themselves, because mutated modules keep references to them. */
const forgetCoverage = ({ mutantCoverage: coverage }: State): void => {
  for (const map of coverage === undefined ? [] : [coverage.static, coverage.perTest])
    for (const key of Object.keys(map)) delete map[key];
};

const addTo = (hits: Hits, more: Hits): void => {
  for (const [mutant, count] of Object.entries(more)) hits[mutant] = (hits[mutant] ?? 0) + count;
};

const testsOf = (suite: Pick<RunnerTestSuite, 'tasks'>): RunnerTestCase[] =>
  suite.tasks.flatMap(task => (task.type === 'test' ? [task] : testsOf(task)));

/** The id that Stryker gives to a test. */
const idOf = ({ name, file, ...task }: RunnerTestCase): string => {
  const names = [name];
  for (let { suite } = task; suite !== undefined; { suite } = suite) names.unshift(suite.name);
  return `${file.filepath}#${names.join(' ').trim()}`;
};

/** Has a test that fails where the function of a suite throws, which happens after the file is loaded. */
const reportUncollected = (): void => {
  const file = getCurrentSuite();
  for (const suite of file.tasks) {
    if (suite.type !== 'collector') continue;
    const { collect } = suite;
    suite.collect = async one => {
      try {
        return await collect(one);
      } catch (error) {
        file.test('the functions of suites can be run', () => {
          throw error;
        });
        return suite.suite!;
      }
    };
  }
};

/**
 * Runs tests against mutants, with two differences to Stryker's own way.
 *
 * A test file that cannot be loaded counts as a failed test, and so do a suite whose function throws and the tests of
 * a suite whose `beforeAll` fails. Stryker reads only the results of tests, so a mutant that throws there would survive.
 *
 * What a file reaches counts as reached by each of its tests, and a file is run as a whole. Tests with stores
 * follow each other, so a selection of them would fail without a fault. What runs while a module is loaded or in
 * `beforeAll` would count as static: for each such mutant Stryker starts a new process, with new stores.
 * The files of a run share their modules, so what runs while a module is loaded counts for all later files, too.
 */
export default class MutationRunner extends TestRunner {
  /** What was reached while modules were loaded. */
  readonly #loaded: Hits = {};

  constructor(...[config]: ConstructorParameters<typeof TestRunner>) {
    super({ ...config, testNamePattern: undefined });
  }

  override async importFile(...[filepath, source]: Parameters<TestRunner['importFile']>): Promise<unknown> {
    const state = source === 'collect' ? stateOfThread() : undefined;
    if (state !== undefined && inject('mode') === 'mutant') state.activeMutant = inject('activeMutant');
    if (state !== undefined) forgetCoverage(state);
    try {
      const loaded = await super.importFile(filepath, source);
      addTo(this.#loaded, state?.mutantCoverage?.static ?? {});
      if (source === 'collect') reportUncollected();
      return loaded;
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
    await this.#failUnrun(suite);
    const coverage = suite.meta.mutantCoverage;
    if (!('filepath' in suite) || coverage === undefined) return;
    const hits: Hits = { ...this.#loaded };
    for (const part of [coverage.static, ...Object.values(coverage.perTest)]) addTo(hits, part);
    const perTest = Object.fromEntries(testsOf(suite).map(test => [idOf(test), hits]));
    suite.meta.mutantCoverage = { static: {}, perTest };
  }

  /** Reports the tests that a failed hook kept from running as failed: Vitest marks them as skipped. */
  async #failUnrun({ result, ...suite }: RunnerTestSuite): Promise<void> {
    if (result?.state !== 'fail' || (result.errors ?? []).length === 0) return;
    const unrun = testsOf(suite).filter(one => one.result?.state === 'skip');
    // Vitest may not have sent these results yet, so they are changed in place.
    for (const one of unrun) Object.assign(one.result!, { state: 'fail', errors: result.errors });
    // Vitest adds the method to the runner after its construction.
    await (this as VitestTestRunner).onTaskUpdate?.(
      unrun.map(one => [one.id, one.result, one.meta]),
      [],
    );
  }
}
