import { defineConfig } from 'vitest/config';

/** The tests that mutants are held against; scripts/mutate.mjs names them. */
export default defineConfig({
  test: {
    server: { deps: { external: [/\/\.mesh\//] } },
    include: process.env['MUTATION_TESTS']?.split('\n') ?? [],
    globalSetup: ['tests/support/stores.ts'],
    setupFiles: ['tests/support/properties.ts'],
    testTimeout: 60_000, hookTimeout: 120_000, teardownTimeout: 120_000, expect: { poll: { timeout: 30_000 } },
  },
});
