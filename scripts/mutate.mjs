// npm run mutate -- PATH [PATH …]: changes the sources under PATH bit by bit and tells which changes no test notices. Takes minutes a file; what is unchanged since the last run is not run again.
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { buildGateway, install, root, run } from './prepare.mjs';

/**
 * The tests that hold a folder, of the longest path that fits: all tests that import a source would be most of the suite. Tests that run the program in a process of its own
 * are left out: what is changed in this process is not changed there.
 */
const TESTS = {
  'server/collector': ['tests/server/{collector-{hostile,journal,loading,routes,tag,tokens,unknown},conversion-key,cv-tags,tracking}.test.ts', 'tests/unit/hosts.test.ts'],
  'server/attribution': ['tests/server/{attribution-models,attribution-property,credit,freshness}.test.ts', 'tests/unit/{allocation,markov,proportions,shapley}.test.ts'],
  'server/results': ['tests/server/{results-{api,decide,delivery,derive,egress,lifecycle,macros,maker,queue,recompute,signed,worker},result-{lines,sums}}.test.ts', 'tests/unit/verdict.test.ts'],
  'server/accounts': ['tests/server/{accounts,agencies,companies,passwords,permissions,roles,users,tampering}.test.ts', 'tests/unit/secrets.test.ts'],
  'server/http': ['tests/server/{http,formats,entity-lists,entity-fields,creations,tampering}.test.ts'],
  'server/store/clickhouse': ['tests/server/{attribution-property,reports,analyses,event-logs,credit,stores-clickhouse,freshness,collector-loading}.test.ts', 'tests/unit/guard.test.ts'],
  machines: ['tests/machines/*.test.ts', 'tests/laws/machine*.test.ts'],
};

const paths = process.argv.slice(2).map(path => relative(root, resolve(path)));
const scopeOf = path => Object.keys(TESTS).filter(scope => path === scope || path.startsWith(`${scope}/`)).toSorted((a, b) => b.length - a.length)[0];
const unknown = paths.filter(path => !existsSync(join(root, path)) || scopeOf(path) === undefined);
if (paths.length === 0 || unknown.length > 0) {
  process.stderr.write(`${unknown.length > 0 ? `Not a source that tests are named for: ${unknown.join(', ')}.\n` : ''}npm run mutate -- PATH, with PATH in ${Object.keys(TESTS).join(', ')}.\n`);
  process.exit(2);
}

install();
buildGateway();
const mutate = paths.map(path => (statSync(join(root, path)).isDirectory() ? `${path}/**/*.ts` : path));
const tests = [...new Set(paths.flatMap(path => TESTS[scopeOf(path)]))];
const record = createHash('sha256').update(paths.join()).digest('hex').slice(0, 12);
process.exitCode = run(process.execPath, ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', '--mutate', mutate.join(), '--incrementalFile', `.stryker/${record}.json`],
  { mayFail: true, env: { MUTATION_TESTS: tests.join('\n') } });
