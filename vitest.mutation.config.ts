import { defineConfig } from 'vitest/config';

/** The tests that run against each mutant; scripts/mutate.mjs names them. */
export default defineConfig({
  test: {
    server: { deps: { external: [/\/\.mesh\//] } },
    include: process.env['MUTATION_TESTS']?.split('\n') ?? [],
    globalSetup: process.env['MUTATION_STORES'] === 'false' ? [] : ['tests/support/stores.ts'],
    setupFiles: ['tests/support/properties.ts'],
    runner: 'tests/support/mutation-runner.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
