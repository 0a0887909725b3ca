// npm run mutate -- PATH: see scripts/mutate.mjs.
export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // The sandbox has no copy of these folders.
  ignorePatterns: ['/data', '/docs', '/bench', '/dist', '/.stryker', '/shared'],
  tempDirName: '.stryker/tmp',
  incremental: true,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  concurrency: 2,
  // Time limit of a mutant that does not end. Tests without stores need less.
  timeoutMS: process.env.MUTATION_STORES === 'false' ? 5_000 : 60_000,
  disableTypeChecks: false,
  // Stryker rewrites a tsconfig through the JavaScript API of the compiler, which TypeScript 7 lacks.
  tsconfigFile: 'none',
};
