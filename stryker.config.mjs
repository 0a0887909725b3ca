// npm run mutate -- PATH: see scripts/mutate.mjs.
const needsStores = process.env.MUTATION_STORES === 'true';
const isSample = process.env.MUTATION_SAMPLE !== undefined;

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', './scripts/mutation-sample.mjs'],
  ignorers: ['texts'],
  checkers: isSample ? ['sample'] : [],
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // The sandbox has no copy of these folders.
  ignorePatterns: ['/data', '/docs', '/bench', '/dist', '/.stryker', '/shared'],
  tempDirName: '.stryker/tmp',
  // A mutant that was not drawn has no result that another run could use.
  incremental: !isSample,
  reporters: ['clear-text', 'progress-append-only', ...(isSample ? ['sample'] : [])],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  concurrency: 2,
  // Time limit of a mutant that does not end. On a busy machine, a restart of the tests after one takes many seconds.
  timeoutMS: needsStores ? 60_000 : 20_000,
  dryRunTimeoutMinutes: 30,
  disableTypeChecks: false,
  // Stryker rewrites a tsconfig through the JavaScript API of the compiler, which TypeScript 7 lacks.
  tsconfigFile: 'none',
};
