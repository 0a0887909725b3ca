import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { importsOf, sourcesOf, type Import } from '../support/sources.ts';

interface Layer {
  /** Folders or files that the layer may import besides its own. */
  readonly knows: readonly string[];
  readonly packages: readonly string[];
}

const DOCUMENTS = '@graphql-typed-document-node/core';
const SERVER = ['node:', 'fastify', '@fastify/type-provider-typebox', 'typebox', 'pino'];

/** Folders and files of the server, by their names in it. */
const below = (names: string): readonly string[] => names.split(' ').map(name => `server/${name}`);

/** Allowed imports by layer. Everything else is forbidden; the most specific path applies. */
const LAYERS: Readonly<Record<string, Layer>> = {
  machines: { knows: [], packages: ['xstate'] },
  graphql: { knows: [], packages: [DOCUMENTS] },
  'src/messages': { knows: [], packages: [] },
  'src/resources': { knows: ['graphql', 'machines'], packages: [DOCUMENTS] },
  'src/analyses': { knows: ['graphql', 'machines', 'src/resources'], packages: [DOCUMENTS] },
  'src/gateway': {
    knows: ['graphql', 'machines', 'src/resources'],
    packages: ['urql', '@urql/exchange-auth', DOCUMENTS, 'xstate'],
  },
  // Components import the types of descriptors, and no machine or gateway.
  'src/components': {
    knows: ['src/resources'],
    packages: [
      'react',
      'react-dom',
      'primereact',
      'react-intl',
      'echarts',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
    ],
  },
  'src/console': {
    knows: ['graphql', 'machines', 'src/gateway', 'src/messages', 'src/console/stately.ts'],
    packages: ['react', 'react-intl', 'xstate', '@xstate/react', '@tanstack/react-router'],
  },
  // Loaded by `npm run dev` only, never by the delivered console.
  'src/console/stately.ts': { knows: ['src/console', 'machines'], packages: ['@statelyai/inspect'] },
  'src/screens': {
    knows: ['graphql', 'machines', 'src/resources', 'src/analyses', 'src/components', 'src/console'],
    packages: ['react', '@xstate/react', 'xstate', 'react-intl', '@tanstack/react-router', DOCUMENTS],
  },
  'src/layout': {
    knows: ['machines', 'src/analyses', 'src/console', 'src/components', 'src/screens', 'src/styles'],
    packages: [
      'react',
      'cmdk',
      'tinykeys',
      'primeflex',
      'primereact',
      'primelocale',
      'react-intl',
      '@xstate/react',
      'xstate',
      '@tanstack/react-router',
    ],
  },
  'src/routes': {
    knows: ['src/resources', 'src/analyses', 'src/screens', 'src/layout', 'src/console', 'src/messages'],
    packages: ['@tanstack/react-router', 'react', 'xstate'],
  },
  'src/main.tsx': {
    knows: ['src', 'machines'],
    packages: ['react', 'react-dom', 'react-intl', '@xstate/react', '@tanstack/react-router'],
  },

  mesh: {
    knows: ['server/http/failures.ts'],
    packages: [
      'node:',
      'fastify',
      'graphql',
      '@envelop/disable-introspection',
      '@envelop/graphql-jit',
      '@graphql-mesh/runtime',
      '@graphql-mesh/http',
      '@graphql-tools/utils',
      '@fastify/swagger',
      '@escape.tech/graphql-armor-max-aliases',
      '@escape.tech/graphql-armor-max-depth',
      '@escape.tech/graphql-armor-max-tokens',
    ],
  },

  // The composition root, which imports every folder.
  server: { knows: ['mesh', 'server'], packages: SERVER },
  // The server's folders, from the lowest to the highest.
  'server/platform': { knows: [], packages: ['node:', 'fastify', 'ipaddr.js', 'pino'] },
  'server/platform/thread-source.ts': { knows: [], packages: ['node:', 'esbuild'] },
  'server/attribution': { knows: [], packages: ['node:', 'ipaddr.js'] },
  'server/http': {
    knows: below('platform'),
    packages: [
      ...SERVER,
      '@fastify/ajv-compiler',
      '@fastify/fast-json-stringify-compiler',
      '@fastify/jwt',
      '@fastify/swagger',
      '@fastify/swagger-ui',
      '@fastify/static',
      '@fastify/rate-limit',
    ],
  },
  'server/wording': { knows: [], packages: SERVER },
  // Only these two folders contain SQL. Of http they import types of requests: conditions, pages, viewers.
  'server/store': { knows: [], packages: ['node:'] },
  'server/store/postgres': {
    knows: [
      'server/platform',
      'server/store/unavailable.ts',
      ...['failures', 'filters', 'idempotency', 'paging', 'spans', 'visibility'].map(
        name => `server/http/${name}.ts`,
      ),
    ],
    packages: ['node:', 'pg', 'drizzle-orm', 'pino'],
  },
  'server/store/clickhouse': {
    knows: [
      'server/platform',
      'server/store/unavailable.ts',
      'server/attribution/measurement-rules.ts',
      ...['failures', 'filters', 'spans'].map(name => `server/http/${name}.ts`),
    ],
    packages: ['node:', '@clickhouse/client', 'chdb', 'p-limit', 'pino'],
  },
  'server/dependencies.ts': { knows: below('platform store/clickhouse store/postgres'), packages: SERVER },
  'server/collector': {
    knows: below('dependencies.ts platform store/clickhouse store/postgres store/unavailable.ts'),
    packages: [...SERVER, 'css-selector-parser', 'isbot', 'ua-parser-js', 'esbuild'],
  },
  'server/mail': {
    knows: below('dependencies.ts platform store/postgres'),
    packages: [...SERVER, 'nodemailer'],
  },
  'server/downloads': {
    knows: below('http platform wording'),
    packages: [...SERVER, 'csv-stringify', 'hucre'],
  },
  'server/records': { knows: below('dependencies.ts downloads http store/postgres'), packages: SERVER },
  'server/rollups': {
    knows: below('attribution dependencies.ts platform store/clickhouse store/postgres'),
    packages: SERVER,
  },
  'server/event-logs': {
    knows: below(
      'attribution dependencies.ts downloads http platform store/clickhouse store/postgres wording',
    ),
    packages: SERVER,
  },
  'server/results': {
    knows: below(
      'attribution collector dependencies.ts downloads event-logs http platform records store/clickhouse store/postgres wording',
    ),
    packages: [...SERVER, 'undici'],
  },
  'server/clicks': {
    knows: below('collector dependencies.ts http records store/postgres'),
    packages: SERVER,
  },
  'server/cv-settings': {
    knows: below('collector dependencies.ts http platform records store/clickhouse store/postgres'),
    packages: SERVER,
  },
  'server/accounts': {
    knows: below('dependencies.ts http mail platform records store/postgres wording'),
    packages: [...SERVER, '@node-rs/argon2'],
  },
  'server/reports': {
    knows: below(
      'attribution dependencies.ts downloads event-logs http platform results rollups store/clickhouse store/postgres wording',
    ),
    packages: SERVER,
  },
  'server/scheduled-reports': {
    knows: below('attribution dependencies.ts downloads http mail platform reports store/postgres wording'),
    packages: SERVER,
  },
  'server/entities': {
    knows: below(
      'attribution collector dependencies.ts downloads http platform records reports results scheduled-reports store/postgres wording',
    ),
    packages: SERVER,
  },
  'server/imports': {
    knows: below('dependencies.ts entities http platform records store/postgres wording'),
    packages: [...SERVER, 'csv-parse', 'hucre', 'p-limit'],
  },
  'server/sync': {
    knows: below('collector dependencies.ts http imports platform results store/postgres'),
    packages: [...SERVER, 'undici'],
  },
  'server/trace': {
    knows: below(
      'collector dependencies.ts event-logs http platform results store/clickhouse store/postgres',
    ),
    packages: SERVER,
  },
  'server/views': { knows: below('dependencies.ts http records store/postgres'), packages: SERVER },
  'server/installation': {
    knows: below('collector dependencies.ts http platform records store/clickhouse store/postgres'),
    packages: SERVER,
  },
  'server/error-reports': { knows: below('dependencies.ts http platform store/postgres'), packages: SERVER },
  'server/health': {
    knows: below('collector dependencies.ts http platform rollups store/postgres'),
    packages: [...SERVER, 'prom-client'],
  },
  'server/seed': {
    knows: below('accounts collector dependencies.ts http platform results store/clickhouse store/postgres'),
    packages: SERVER,
  },
  'server/companies': {
    knows: below('accounts dependencies.ts http records seed store/clickhouse store/postgres wording'),
    packages: SERVER,
  },
  // Scripts that present the machines to people.
  'scripts/machines.ts': { knows: ['machines'], packages: ['node:'] },
  'scripts/paths.ts': { knows: ['machines'], packages: ['node:'] },
  'scripts/replay-ui.ts': { knows: ['machines'], packages: ['node:'] },
  'scripts/serve.mjs': { knows: ['dist/server'], packages: [] },
  scripts: {
    knows: ['server', 'mesh', 'scripts'],
    packages: ['node:', 'pino', 'fastify', 'graphql', 'playwright-core', 'esbuild', 'vite', 'tsx'],
  },
};

/**
 * The functions that decide what is counted. They and all their imports only compute: no clock, file, network
 * or store.
 */
const PURE = [
  'server/attribution/models.ts',
  'server/attribution/metrics.ts',
  'server/collector/steps.ts',
  'server/reports/models/markov.ts',
  'server/reports/models/shapley.ts',
  'server/reports/analyses/landing-pages/proportions.ts',
  'server/reports/analyses/allocation/budget-allocation.ts',
  'server/reports/analyses/allocation/marginal-response.ts',
];
const PURE_PACKAGES = new Set(['isbot', 'ua-parser-js', 'node:crypto', 'node:net']);

const layerOf = (path: string): string | undefined =>
  Object.keys(LAYERS)
    .filter(name => path === name || path.startsWith(`${name}/`))
    .sort((a, b) => a.length - b.length)
    .at(-1);
const isWithin = (path: string, names: readonly string[]) =>
  names.some(name => path === name || path.startsWith(`${name}/`));
const DATA = /\.(?:css|json|sql|svg)$/;

const files = sourcesOf(['machines', 'graphql', 'mesh', 'server', 'scripts', 'src']);
const imports = files.flatMap(importsOf);

describe('the layers of the program', () => {
  test('contain every source file', () => {
    expect(files.filter(file => layerOf(file) === undefined)).toEqual([]);
  });

  test('import lower layers only', () => {
    const trespasses = imports.filter(({ file, of, own }) => {
      const from = layerOf(file);
      if (from === undefined) return false;
      const layer = LAYERS[from]!;
      if (!own) return !layer.packages.includes(of.startsWith('node:') ? 'node:' : of);
      return (
        layerOf(of) !== from &&
        !isWithin(of, layer.knows) &&
        !(DATA.test(of) && isWithin(of, ['src/styles', 'src/messages', 'node_modules']))
      );
    });
    expect(trespasses.map(({ file, of }) => `${file} must not import ${of}`)).toEqual([]);
  });

  test('separate the server from the console: they share committed snapshots of the contract and no code', () => {
    const ofConsole = ['src', 'machines', 'scripts/machines.ts', 'scripts/paths.ts', 'scripts/replay-ui.ts'];
    const sides = (path: string) => {
      if (isWithin(path, ofConsole)) return 'console';
      return isWithin(path, ['server', 'mesh', 'scripts']) ? 'server' : 'both';
    };
    const crossing = imports.filter(
      ({ file, of, own }) =>
        own && sides(of) !== 'both' && sides(file) !== 'both' && sides(file) !== sides(of),
    );
    expect(crossing).toEqual([]);
  });

  test('have no import cycle between folders of the server', () => {
    const knownTo = new Map<string, Set<string>>();
    for (const { file, of, own } of imports) {
      const [from, to] = [layerOf(file), own ? layerOf(of) : undefined];
      if (from?.startsWith('server/') !== true || to?.startsWith('server/') !== true || from === to) continue;
      knownTo.set(from, (knownTo.get(from) ?? new Set()).add(to));
    }
    const isReached = (from: string, wanted: string, seen = new Set<string>()): boolean =>
      [...(knownTo.get(from) ?? [])].some(next => {
        if (next === wanted) return true;
        if (seen.has(next)) return false;
        seen.add(next);
        return isReached(next, wanted, seen);
      });
    expect(knownTo.size).toBeGreaterThan(20);
    expect([...knownTo.keys()].filter(folder => isReached(folder, folder))).toEqual([]);
  });

  test('allow urql in the gateway only', () => {
    expect(imports.filter(({ file, of }) => /urql/.test(of) && !file.startsWith('src/gateway/'))).toEqual([]);
  });

  test.each(PURE.filter(file => files.includes(file)))(
    'keep %s pure: nothing that it imports accesses the outside',
    file => {
      expect(
        reached(file).filter(({ of, own }) =>
          own ? isWithin(of, ['server/store', 'server/http', 'src', 'mesh']) : !PURE_PACKAGES.has(of),
        ),
      ).toEqual([]);
    },
  );
});

describe('the effects of the program', () => {
  const ENVIRONMENT_READERS: Readonly<Record<string, string>> = {
    'server/main.ts': 'reads the settings',
    'server/store/clickhouse/engine/supervisor.ts': 'hands its child process the PATH and nothing else',
  };

  test('read the environment in server/main.ts and the scripts only', () => {
    const readers = files.filter(
      file =>
        !file.startsWith('scripts/') &&
        !(file in ENVIRONMENT_READERS) &&
        /\bprocess\.env\b/.test(withoutComments(file)),
    );
    expect(readers).toEqual([]);
  });

  test('contain SQL under server/store only', () => {
    const speakers = files.filter(
      file => !file.startsWith('server/store/') && SQL.test(withoutComments(file)),
    );
    expect(speakers).toEqual([]);
  });

  test('print nothing to the console: the server writes to its log, the browser shows messages', () => {
    const printers = files.filter(
      file =>
        /^(?:src|machines|mesh|server)\//.test(file) &&
        /\bconsole\.(?:log|debug|info|warn)\(/.test(withoutComments(file)),
    );
    expect(printers).toEqual([]);
  });
});

/** All imports of a file, direct and indirect, without imports of types. */
function reached(file: string, seen = new Set<string>()): Import[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const here = importsOf(file).filter(({ typesOnly }) => !typesOnly);
  return [...here, ...here.flatMap(({ of, own }) => (own ? reached(of, seen) : []))];
}

const SQL =
  /['"`]\s*(?:SELECT\s.+\sFROM\s|INSERT\s+INTO\s|UPDATE\s+\w+\s+SET\s|DELETE\s+FROM\s|CREATE\s+TABLE\s)/is;

function withoutComments(file: string): string {
  return readFileSync(file, 'utf8').replace(/\/\*[^]*?\*\/|(?<![:'"`])\/\/.*$/gm, '');
}
