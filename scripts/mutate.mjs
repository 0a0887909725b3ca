// npm run mutate -- PATH [PATH …]: mutation tests of the sources under PATH (a folder, a file, or lines as in
// FILE:10-60). Prints the mutants that no test detects. Takes minutes per file; if no test has changed, unchanged code
// is not tested again.
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { buildGateway, digest, install, root, run } from './prepare.mjs';

const PAGE_TESTS = ['tests/unit/collector/{hosts,matchable,page-patterns,wildcard}.test.ts'];
/** Tests of each machine: a mutant in code that runs when a module is loaded runs all of them. */
const machineTests = (names, tests) =>
  Object.fromEntries(
    names.map(name => [
      `machines/${name}.ts`,
      [...(tests ?? [name]).map(test => `tests/machines/${test}.test.ts`), 'tests/laws/machines.test.ts'],
    ]),
  );
const MACHINE_TESTS = {
  ...machineTests(['cause', 'failure'], ['uncaught-error']),
  ...machineTests(['conflict', 'draft'], ['editor']),
  ...machineTests(['signed-in-data', 'language', 'startup'], ['console']),
};
for (const name of [
  'appearance',
  'banner',
  'bulk-change',
  'confirm',
  'console',
  'cooldown',
  'cv-approval',
  'debounce',
  'decision-hold',
  'download',
  'editor',
  'feed',
  'importing',
  'list',
  'network',
  'new-rows',
  'palette',
  'pending-tasks',
  'query',
  'recomputing',
  'session',
  'sync-runs',
  'uncaught-error',
])
  Object.assign(MACHINE_TESTS, machineTests([name]));
/** Files of the collector with a test of the same name. */
const COLLECTOR_TESTS = [
  'batch',
  'claim-registry',
  'contact',
  'counts',
  'frames',
  'journal',
  'load-position',
  'loader',
  'recorded-conversions',
  'rejected-rows',
  'repeats',
  'tracking-index',
  'unknown-ids',
];
/**
 * Tests of files that need neither a server nor a store: such a file takes one or two minutes, its folder takes hours.
 */
const PURE_TESTS = {
  ...Object.fromEntries(
    COLLECTOR_TESTS.map(name => [`server/collector/${name}.ts`, [`tests/unit/collector/${name}.test.ts`]]),
  ),
  'server/collector/careful-load.ts': ['tests/unit/collector/{careful-load,journal-recovery}.test.ts'],
  'server/collector/tag-request-limit.ts': ['tests/unit/collector/tag-request-limit.test.ts'],
  'server/collector/rows.ts': ['tests/unit/collector/text.test.ts'],
  'server/collector/text.ts': ['tests/unit/collector/text.test.ts'],
  'server/collector/tracking-groups.ts': ['tests/unit/collector/tracking-index.test.ts'],
  ...Object.fromEntries(
    ['hosts', 'landing', 'matchable', 'pages', 'wildcard'].map(name => [
      `server/collector/${name}.ts`,
      PAGE_TESTS,
    ]),
  ),
  'server/collector/steps.ts': ['tests/unit/collector/{conversion-values,steps}.test.ts'],
  'server/collector/tokens.ts': ['tests/unit/collector/click-tokens.test.ts'],
  'server/attribution/excluded.ts': ['tests/unit/attribution/models.test.ts'],
  'server/attribution/models.ts': ['tests/unit/attribution/models.test.ts'],
  'server/results/lifecycle.ts': ['tests/unit/results/lifecycle.test.ts'],
  'server/results/macros.ts': ['tests/unit/results/macros.test.ts'],
  ...Object.fromEntries(
    ['error-handler', 'failures', 'security-headers'].map(name => [
      `server/http/${name}.ts`,
      ['tests/unit/http/failures.test.ts'],
    ]),
  ),
  'server/http/filters.ts': ['tests/unit/http/{filters,where}.test.ts'],
  'server/http/formats.ts': ['tests/server/http/formats.test.ts'],
  'server/platform/allowed-addresses.ts': ['tests/unit/http/allowed-addresses.test.ts'],
  ...Object.fromEntries(
    ['passwords', 'tokens', 'login-throttle'].map(name => [
      `server/accounts/${name}.ts`,
      ['tests/unit/http/allowed-addresses.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    ['queries/conditions', 'queries/row-numbers', 'engine/parse-integer'].map(name => [
      `server/store/clickhouse/${name}.ts`,
      ['tests/unit/store/report-conditions.test.ts'],
    ]),
  ),
  'server/store/clickhouse/rollups/calendar.ts': ['tests/unit/store/calendar.test.ts'],
  'server/store/clickhouse/logs/event-conditions.ts': ['tests/unit/store/event-conditions.test.ts'],
  'server/store/clickhouse/engine/guard.ts': ['tests/unit/store/guard.test.ts'],
  ...MACHINE_TESTS,
  // The charts are compared with docs/, which the sandbox lacks.
  machines: ['tests/machines/!(charts).test.ts', 'tests/laws/machine*.test.ts'],
};

/**
 * Tests that cover a folder, by the longest matching path: all tests that import a source would be most of the suite.
 * Tests that run the program in a separate process are excluded, because mutants exist only in the test's process.
 */
const TESTS = {
  ...PURE_TESTS,
  'server/collector': [
    'tests/server/collector/!(kill|conversion-claims-kill).test.ts',
    'tests/unit/collector/*.test.ts',
  ],
  'server/attribution': [
    'tests/server/reports/{attribution-property,credit,freshness}.test.ts',
    'tests/unit/attribution/*.test.ts',
  ],
  'server/rollups': ['tests/server/reports/{attribution-property,credit,freshness}.test.ts'],
  'server/results': ['tests/server/results/!(approval-walks|kill).test.ts', 'tests/unit/results/*.test.ts'],
  'server/accounts': [
    'tests/server/accounts/!(company-commands|permission-table).test.ts',
    'tests/unit/platform/secrets.test.ts',
  ],
  'server/http': [
    'tests/server/http/{requests,formats}.test.ts',
    'tests/server/entities/{entity-lists,entity-fields,idempotency}.test.ts',
    'tests/server/accounts/tampering.test.ts',
  ],
  'server/store/clickhouse': [
    'tests/server/reports/{attribution-property,reports,analyses,credit,freshness}.test.ts',
    'tests/server/event-logs/event-logs.test.ts',
    'tests/server/installation/stores-clickhouse.test.ts',
    'tests/server/collector/loading.test.ts',
    'tests/unit/store/guard.test.ts',
  ],
};

const paths = process.argv.slice(2).map(path => relative(root, resolve(path)));
const withoutLines = path => path.replace(/:\d+-\d+$/, '');
const scopeOf = path =>
  Object.keys(TESTS)
    .filter(scope => withoutLines(path) === scope || path.startsWith(`${scope}/`))
    .toSorted((a, b) => b.length - a.length)[0];
const unknown = paths.filter(
  path => !existsSync(join(root, withoutLines(path))) || scopeOf(path) === undefined,
);
if (paths.length === 0 || unknown.length > 0) {
  process.stderr.write(
    `${unknown.length > 0 ? `No tests are assigned to: ${unknown.join(', ')}.\n` : ''}npm run mutate -- PATH, with PATH in ${Object.keys(TESTS).join(', ')}.\n`,
  );
  process.exit(2);
}

install();
buildGateway();
const mutate = paths.map(path =>
  statSync(join(root, withoutLines(path))).isDirectory() ? `${path}/**/*.ts` : path,
);
const tests = [...new Set(paths.flatMap(path => TESTS[scopeOf(path)]))];
const needsStores = paths.some(path => PURE_TESTS[scopeOf(path)] === undefined);
// For code that runs when a module is loaded, Stryker keeps "survived" when tests change: after a change of tests the
// whole run is repeated.
const record = createHash('sha256')
  .update(paths.join())
  .update(digest(['tests']))
  .digest('hex')
  .slice(0, 12);
process.exitCode = run(
  process.execPath,
  [
    'node_modules/@stryker-mutator/core/bin/stryker.js',
    'run',
    '--mutate',
    mutate.join(),
    '--incrementalFile',
    `.stryker/${record}.json`,
  ],
  { mayFail: true, env: { MUTATION_TESTS: tests.join('\n'), MUTATION_STORES: String(needsStores) } },
);
