// npm run mutate -- PATH: see scripts/mutate.mjs.
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // What the tests of one file need is not in the sandbox's copy.
  ignorePatterns: ['/data', '/docs', '/bench', '/dist', '/.stryker', '/shared'],
  tempDirName: '.stryker/tmp',
  incremental: true,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  concurrency: 2,
  // A mutant that never ends costs this long; what waits for no store needs less.
  timeoutMS: process.env.MUTATION_STORES === 'false' ? 5_000 : 60_000,
  disableTypeChecks: false,
  // It would be rewritten by the compiler's JavaScript interface, which TypeScript 7 does not have.
  tsconfigFile: 'none',
};
