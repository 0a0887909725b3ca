import { test, TestRunner } from 'vitest';

/**
 * Runs tests against mutants: a test file that cannot be loaded is a failed test. Stryker looks at the
 * results of tests only, so that a mutant that
 * throws while its module is loaded would survive.
 */
export default class MutationRunner extends TestRunner {
  override async importFile(...[filepath, source]: Parameters<TestRunner['importFile']>): Promise<unknown> {
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
}
