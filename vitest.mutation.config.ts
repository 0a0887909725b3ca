import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs the shortest files first: a mutant that is killed costs only the files before that. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durationOf = ({ moduleId, project }: TestSpecification): number =>
      this.ctx.cache.getFileTestResults(`${project.name}:${moduleId.slice(this.ctx.config.root.length + 1)}`)
        ?.duration ?? 0;
    return files.toSorted((a, b) => durationOf(a) - durationOf(b));
  }
}

const needsStores = process.env['MUTATION_STORES'] === 'true';

/** The tests that run against each mutant; scripts/mutate.mjs names them. */
export default defineConfig({
  test: {
    sequence: { sequencer: ShortestFirst },
    server: { deps: { external: [/\/\.mesh\//] } },
    include: process.env['MUTATION_TESTS']?.split('\n') ?? [],
    globalSetup: needsStores ? ['tests/support/stores.ts'] : [],
    setupFiles: ['tests/support/properties.ts'],
    runner: 'tests/support/mutation-runner.ts',
    // The files of a run share a thread: each would compile the mutated program anew, which takes longer than its tests.
    isolate: false,
    // Below Stryker's own limit, after which it starts a new process: that takes longer than the tests.
    testTimeout: needsStores ? 60_000 : 8_000,
    hookTimeout: 120_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
