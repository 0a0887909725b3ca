// The tests that mutants are held against: see scripts/mutate.mjs.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const PAGE_TESTS = ['tests/unit/collector/{hosts,matchable,page-patterns,wildcard}.test.ts'];
/** Machines whose tests have another name. */
const OTHER_MACHINE_TESTS = {
  'board-items': 'report-board',
  cause: 'uncaught-error',
  conflict: 'editor',
  decision: 'cv-approval',
  'decision-run': 'cv-approval',
  draft: 'editor',
  failure: 'uncaught-error',
  index: 'paths',
  language: 'console',
  port: 'console',
  'signed-in-data': 'console',
  startup: 'console',
};
/** Tests of each machine: a mutant in code that runs when a module is loaded runs all of them. */
export const MACHINE_TESTS = Object.fromEntries(
  readdirSync(join(root, 'machines'))
    .filter(file => file.endsWith('.ts'))
    .map(file => {
      const name = file.slice(0, -'.ts'.length);
      const test = `tests/machines/${OTHER_MACHINE_TESTS[name] ?? name}.test.ts`;
      return [`machines/${file}`, [test, 'tests/laws/machines.test.ts']];
    }),
);
/** Files of the collector with a test of the same name. */
const COLLECTOR_TESTS = [
  'address-secrets',
  'batch',
  'careful-load',
  'claim-registry',
  'contact',
  'counts',
  'damaged-lines',
  'double-clicks',
  'frames',
  'journal',
  'load-position',
  'loader',
  'recent-reports',
  'recorded-events',
  'rejected-rows',
  'repeats',
  'rows-of-slice',
  'shared-journal',
  'tracking-index',
  'tracking-plans',
  'unknown-ids',
  'visitors',
];
/**
 * Tests of files that need neither a server nor a store: such a file takes one or two minutes, its folder takes hours.
 */
export const PURE_TESTS = {
  ...Object.fromEntries(
    COLLECTOR_TESTS.map(name => [`server/collector/${name}.ts`, [`tests/unit/collector/${name}.test.ts`]]),
  ),
  ...Object.fromEntries(
    ['collector-group', 'notices', 'recent-clicks', 'slice-loaders'].map(name => [
      `server/collector/${name}.ts`,
      [`tests/isolated/${name}.test.ts`],
    ]),
  ),
  ...Object.fromEntries(
    ['batch-loader', 'batch-messages', 'load-progress', 'load-step'].map(name => [
      `server/collector/${name}.ts`,
      ['tests/unit/collector/{loader,load-position,journal-recovery}.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    ['group-queue', 'journal-probe', 'segments', 'segment-writer'].map(name => [
      `server/collector/${name}.ts`,
      ['tests/unit/collector/journal.test.ts'],
    ]),
  ),
  'server/api-keys/key-callers.ts': ['tests/isolated/key-callers.test.ts'],
  'server/collector/conversion-access.ts': ['tests/unit/collector/tracking-plans.test.ts'],
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
  'server/collector/conversion-values.ts': ['tests/unit/collector/conversion-values.test.ts'],
  ...Object.fromEntries(
    ['click-steps', 'page-steps', 'steps'].map(name => [
      `server/collector/${name}.ts`,
      ['tests/unit/collector/steps.test.ts'],
    ]),
  ),
  'server/collector/tokens.ts': ['tests/unit/collector/click-tokens.test.ts'],
  ...Object.fromEntries(
    ['backpressure', 'download-limit'].map(name => [
      `server/downloads/${name}.ts`,
      [`tests/server/downloads/${name}.test.ts`],
    ]),
  ),
  ...Object.fromEntries(
    ['names', 'values'].map(name => [`server/imports/${name}.ts`, ['tests/unit/imports/values.test.ts']]),
  ),
  'server/rollups/freshness.ts': ['tests/unit/store/freshness-policy.test.ts'],
  'server/rollups/report-demand.ts': ['tests/unit/store/report-demand.test.ts'],
  'server/rollups/schedule.ts': ['tests/unit/store/derivation-schedule.test.ts'],
  'server/attribution/excluded.ts': ['tests/unit/attribution/models.test.ts'],
  'server/attribution/models.ts': ['tests/unit/attribution/models.test.ts'],
  ...Object.fromEntries(
    ['counted', 'metrics', 'rules'].map(name => [
      `server/attribution/${name}.ts`,
      ['tests/unit/attribution/metrics.test.ts'],
    ]),
  ),
  'server/attribution/largest-remainder.ts': ['tests/unit/attribution/largest-remainder.test.ts'],
  ...Object.fromEntries(
    ['derive', 'evaluate'].map(name => [
      `server/results/${name}.ts`,
      ['tests/server/results/derive.test.ts'],
    ]),
  ),
  'server/results/address-index.ts': ['tests/unit/results/address-index.test.ts'],
  'server/results/exceeded-limits.ts': ['tests/unit/results/exceeded-limits.test.ts'],
  'server/results/egress.ts': ['tests/server/results/egress.test.ts'],
  'server/results/lifecycle.ts': ['tests/unit/results/lifecycle.test.ts'],
  'server/results/log-parameters.ts': ['tests/unit/results/log-parameters.test.ts'],
  'server/results/macros.ts': ['tests/unit/results/macros.test.ts'],
  'server/results/mask.ts': ['tests/unit/results/mask.test.ts'],
  'server/results/refusals.ts': ['tests/unit/results/refusals.test.ts'],
  'server/results/sorting.ts': ['tests/unit/results/log-parameters.test.ts'],
  ...Object.fromEntries(
    ['error-handler', 'failures', 'security-headers'].map(name => [
      `server/http/${name}.ts`,
      ['tests/unit/http/failures.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    [
      'abort-on-disconnect',
      'access',
      'api-key',
      'auth',
      'client',
      'compilers',
      'paging',
      'query',
      'rates',
      'schemas',
      'spans',
      'storable',
      'validation',
      'visitor-identifiers',
    ].map(name => [`server/http/${name}.ts`, [`tests/unit/http/${name}.test.ts`]]),
  ),
  ...Object.fromEntries(
    ['budget-allocation', 'marginal-response'].map(name => [
      `server/reports/analyses/allocation/${name}.ts`,
      ['tests/unit/attribution/allocation.test.ts'],
    ]),
  ),
  'server/reports/models/shapley.ts': ['tests/unit/attribution/shapley.test.ts'],
  ...Object.fromEntries(
    ['filters', 'sorting'].map(name => [
      `server/reports/analyses/cv-info/${name}.ts`,
      ['tests/unit/reports/cv-info-filters.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    ['filter', 'group-patch', 'operations', 'user-document', 'user-patch'].map(name => [
      `server/scim/${name}.ts`,
      ['tests/unit/scim/*.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    ['claims', 'sign-in-cookie'].map(name => [
      `server/single-sign-on/${name}.ts`,
      ['tests/unit/single-sign-on/claims.test.ts'],
    ]),
  ),
  'server/http/where.ts': ['tests/unit/http/{paging,where}.test.ts'],
  'server/http/filters.ts': ['tests/unit/http/{filters,where}.test.ts'],
  'server/http/idempotency.ts': ['tests/unit/http/query.test.ts'],
  'server/http/shared.ts': ['tests/unit/http/schemas.test.ts'],
  'server/http/visibility.ts': ['tests/unit/http/access.test.ts'],
  'server/http/console.ts': ['tests/server/http/console.test.ts'],
  'server/http/early-page.ts': ['tests/server/http/early-page.test.ts'],
  'server/http/formats.ts': ['tests/server/http/formats.test.ts'],
  'server/platform/allowed-addresses.ts': ['tests/unit/http/allowed-addresses.test.ts'],
  'server/platform/event-address.ts': ['tests/unit/platform/event-address.test.ts'],
  'server/platform/fair-queue.ts': ['tests/unit/store/fair-queue.test.ts'],
  'server/platform/outcomes.ts': ['tests/unit/platform/outcomes.test.ts'],
  ...Object.fromEntries(
    ['key-file', 'key-ring', 'secrets'].map(name => [
      `server/platform/${name}.ts`,
      ['tests/unit/platform/secrets.test.ts'],
    ]),
  ),
  'server/platform/shutdown.ts': ['tests/unit/platform/shutdown.test.ts'],
  'server/platform/sealed-secret.ts': ['tests/unit/platform/sealed-secret.test.ts'],
  'server/platform/poller.ts': ['tests/unit/platform/poller.test.ts'],
  'server/platform/tasks.ts': ['tests/unit/platform/poller.test.ts'],
  ...Object.fromEntries(
    ['device-cookie', 'one-time-codes'].map(name => [
      `server/accounts/${name}.ts`,
      ['tests/unit/accounts/one-time-codes.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    ['describe-agent', 'passkeys', 'session-cookie', 'viewers'].map(name => [
      `server/accounts/${name}.ts`,
      [`tests/unit/accounts/${name}.test.ts`],
    ]),
  ),
  ...Object.fromEntries(
    ['passwords', 'tokens', 'login-throttle'].map(name => [
      `server/accounts/${name}.ts`,
      ['tests/unit/http/allowed-addresses.test.ts'],
    ]),
  ),
  ...Object.fromEntries(
    ['queries/conditions', 'queries/row-indexes', 'engine/parse-integer'].map(name => [
      `server/store/clickhouse/${name}.ts`,
      ['tests/unit/store/report-conditions.test.ts'],
    ]),
  ),
  'server/store/clickhouse/rollups/calendar.ts': ['tests/unit/store/calendar.test.ts'],
  'server/store/clickhouse/logs/event-conditions.ts': ['tests/unit/store/event-conditions.test.ts'],
  'server/store/clickhouse/engine/one-replica.ts': ['tests/unit/store/one-replica.test.ts'],
  'server/store/clickhouse/engine/sessions.ts': ['tests/unit/store/engine-sessions.test.ts'],
  'server/store/clickhouse/engine/guard.ts': ['tests/unit/store/guard.test.ts'],
  ...MACHINE_TESTS,
  // The charts are compared with docs/, which the sandbox lacks, and the laws of sources read what is mutated.
  machines: ['tests/machines/!(charts).test.ts', 'tests/laws/machine{s,-paths,-walks}.test.ts'],
};

/** Sources for people and for tests, which decide nothing in the program: drawings and examples of the machines. */
export const UNMEASURED = ['machines/charts/**'];

/**
 * Tests that cover a folder, by the longest matching path: all tests that import a source would be most of the suite.
 * Tests that run the program in a separate process are excluded, because mutants exist only in the test's process.
 */
export const TESTS = {
  ...PURE_TESTS,
  'server/collector': [
    'tests/server/collector/!(kill|conversion-claims-kill|cv-tags-page).test.ts',
    'tests/unit/collector/*.test.ts',
  ],
  'server/attribution': ['tests/server/reports/credit.test.ts', 'tests/unit/attribution/*.test.ts'],
  'server/rollups': [
    'tests/server/reports/{attribution-property,credit,freshness,large-batches}.test.ts',
    'tests/unit/store/{derivation-schedule,fair-queue,freshness-policy,report-demand,rollups}.test.ts',
  ],
  'server/results': [
    'tests/server/results/!(approval-walks|kill|result-sums|result-lines).test.ts',
    'tests/unit/results/*.test.ts',
    'tests/contracts/openapi.test.ts',
  ],
  'server/accounts': [
    'tests/server/accounts/!(company-commands|permission-table).test.ts',
    'tests/unit/accounts/*.test.ts',
    'tests/unit/platform/secrets.test.ts',
    'tests/contracts/openapi.test.ts',
  ],
  ...Object.fromEntries(
    ['own-passkeys', 'own-second-factor', 'passkey-routes', 'second-factor-routes', 'second-step'].map(
      name => [
        `server/accounts/${name}.ts`,
        ['tests/server/accounts/{credential-mail,passkeys,second-factor}.test.ts'],
      ],
    ),
  ),
  'server/http': [
    'tests/server/http/{requests,formats}.test.ts',
    'tests/server/entities/{entity-lists,entity-fields,idempotency}.test.ts',
    'tests/server/accounts/tampering.test.ts',
    'tests/unit/http/*.test.ts',
    'tests/contracts/openapi.test.ts',
  ],
  'server/api-keys': [
    'tests/server/accounts/api-keys.test.ts',
    'tests/server/audit/access-lines.test.ts',
    'tests/isolated/key-callers.test.ts',
  ],
  'server/boards': [
    'tests/server/boards/*.test.ts',
    'tests/server/mail/board-mail.test.ts',
    'tests/contracts/board-reports.test.ts',
  ],
  'server/downloads': ['tests/server/downloads/*.test.ts', 'tests/server/mail/scheduled-reports.test.ts'],
  'server/imports': ['tests/server/imports/!(sync*).test.ts', 'tests/unit/imports/*.test.ts'],
  'server/mail': ['tests/server/mail/*.test.ts'],
  'server/scheduled-reports': ['tests/server/mail/*.test.ts'],
  'server/reports/plan': [
    'tests/server/reports/{credit,freshness}.test.ts',
    'tests/server/usage/usage-limits.test.ts',
  ],
  'server/scim': ['tests/server/accounts/scim.test.ts', 'tests/unit/scim/*.test.ts'],
  'server/store/postgres/accounts': [
    'tests/server/accounts/!(company-commands|permission-table).test.ts',
    'tests/server/mail/outbox.test.ts',
  ],
  'server/store/clickhouse/logs': [
    'tests/server/event-logs/*.test.ts',
    'tests/unit/store/event-conditions.test.ts',
  ],
  'server/store/clickhouse/events': [
    'tests/server/collector/loading.test.ts',
    'tests/server/event-logs/*.test.ts',
    'tests/server/installation/seed.test.ts',
    'tests/server/reports/{reports,attribution-property}.test.ts',
    'tests/server/setup/sample-data.test.ts',
  ],
  'server/store/clickhouse/drilldown': [
    'tests/server/reports/{analyses,attribution-property,credit}.test.ts',
  ],
  'server/store/clickhouse': [
    'tests/server/reports/{attribution-property,reports,analyses,credit,freshness}.test.ts',
    'tests/server/event-logs/event-logs.test.ts',
    'tests/server/installation/stores-clickhouse.test.ts',
    'tests/server/collector/loading.test.ts',
    'tests/unit/store/guard.test.ts',
  ],
};
