import { test, TestRunner } from 'vitest';

/**
 * Runs tests against mutants and counts a test file that cannot be loaded as a failed test. Stryker reads
 * only the results of tests, so a mutant that throws while its module loads would survive.
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
