/** Folders, files and packages that a part of the program may import. */
export interface Layer {
  /** Folders or files that the layer may import besides its own. */
  readonly knows: readonly string[];
  readonly packages: readonly string[];
}

const DOCUMENTS = '@graphql-typed-document-node/core';
const SERVER = ['node:', 'fastify', '@fastify/type-provider-typebox', 'typebox', 'pino'];

/** Folders and files of the server, by their names in it. */
const below = (names: string): readonly string[] => names.split(' ').map(name => `server/${name}`);

/**
 * Allowed imports by layer. Everything else is forbidden; the most specific path applies. A name that ends in `/*`
 * stands for the files of a folder without its folders, so that a new folder needs a line of its own.
 */
export const LAYERS: Readonly<Record<string, Layer>> = {
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
      'uqr',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
    ],
  },
  'src/console': {
    knows: ['graphql', 'machines', 'src/gateway', 'src/messages', 'src/console/inspector.ts'],
    packages: [
      'react',
      'react-intl',
      'xstate',
      '@simplewebauthn/browser',
      '@xstate/react',
      '@tanstack/react-router',
    ],
  },
  // Loaded by `npm run dev` only, never by the delivered console.
  'src/console/inspector.ts': { knows: ['src/console', 'machines'], packages: ['@statelyai/inspect'] },
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
      // The guides of docs/help, as vite.config.ts parses them.
      'virtual:guides',
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
  'server/*': { knows: ['mesh', 'server'], packages: SERVER },
  // The server's folders, from the lowest to the highest.
  'server/platform': {
    knows: below('platform/tracing.ts'),
    packages: ['node:', 'fastify', 'ipaddr.js', 'pino'],
  },
  'server/platform/tracing.ts': { knows: [], packages: ['node:', '@opentelemetry/api'] },
  'server/platform/outcomes.ts': { knows: [], packages: ['node:', 'prom-client'] },
  'server/platform/trace-export.ts': {
    knows: below('platform'),
    packages: [
      'node:',
      'pino',
      '@opentelemetry/api',
      '@opentelemetry/context-async-hooks',
      '@opentelemetry/core',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
      '@opentelemetry/semantic-conventions',
    ],
  },
  'server/platform/thread-source.ts': { knows: [], packages: ['node:', 'esbuild'] },
  'server/attribution': { knows: below('platform/event-address.ts'), packages: ['node:', 'ipaddr.js'] },
  'server/http': {
    knows: [...below('platform'), 'server/wording'],
    packages: [
      ...SERVER,
      '@fastify/compress',
      '@fastify/ajv-compiler',
      '@fastify/fast-json-stringify-compiler',
      'fast-jwt',
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
    packages: ['node:', 'pg', 'pg-copy-streams', 'drizzle-orm', 'pino'],
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
  // Which store a product is on.
  'server/slices': {
    knows: below('platform store/clickhouse store/postgres store/unavailable.ts'),
    packages: ['node:', 'pino'],
  },
  'server/slices/moves': {
    knows: below('companies/operator.ts dependencies.ts platform slices store/clickhouse store/postgres'),
    packages: ['node:'],
  },
  'server/dependencies.ts': {
    knows: below('platform slices/slices.ts store/clickhouse store/postgres'),
    packages: SERVER,
  },
  'server/collector': {
    knows: below(
      'attribution/excluded.ts dependencies.ts platform slices store/clickhouse store/postgres store/unavailable.ts wording',
    ),
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
  'server/records': {
    knows: below('dependencies.ts downloads http store/postgres wording'),
    packages: SERVER,
  },
  'server/rollups': {
    knows: below('attribution dependencies.ts platform slices store/clickhouse store/postgres'),
    packages: [...SERVER, 'p-limit'],
  },
  'server/event-logs': {
    knows: below(
      'attribution dependencies.ts downloads http platform slices store/clickhouse store/postgres wording',
    ),
    packages: SERVER,
  },
  'server/results': {
    knows: below(
      'attribution collector dependencies.ts downloads event-logs http platform records slices store/clickhouse store/postgres wording',
    ),
    packages: [...SERVER, 'undici'],
  },
  'server/clicks': {
    knows: below('collector dependencies.ts http records store/postgres'),
    packages: SERVER,
  },
  'server/cv-settings': {
    knows: below('collector dependencies.ts http platform records slices store/clickhouse store/postgres'),
    packages: SERVER,
  },
  'server/accounts': {
    knows: below('dependencies.ts http mail platform records store/postgres wording'),
    packages: [
      ...SERVER,
      '@node-rs/argon2',
      '@simplewebauthn/server',
      '@zxcvbn-ts/core',
      '@zxcvbn-ts/language-common',
      'otpauth',
      'ua-parser-js',
    ],
  },
  'server/usage': { knows: below('dependencies.ts http platform store/postgres'), packages: SERVER },
  'server/audit-stream': {
    knows: below('dependencies.ts platform store/postgres'),
    packages: SERVER,
  },
  'server/api-keys': {
    knows: below('accounts dependencies.ts http platform records store/postgres'),
    packages: SERVER,
  },
  'server/single-sign-on': {
    knows: below('accounts dependencies.ts entities http platform results store/postgres'),
    packages: [...SERVER, 'openid-client', 'undici'],
  },
  'server/scim': {
    knows: below('accounts dependencies.ts entities http records single-sign-on store/postgres'),
    packages: SERVER,
  },
  'server/reports': {
    knows: below(
      'attribution dependencies.ts downloads event-logs http platform results rollups slices store/clickhouse store/postgres wording usage',
    ),
    packages: SERVER,
  },
  'server/scheduled-reports': {
    knows: below(
      'attribution boards dependencies.ts downloads http mail platform reports store/postgres wording',
    ),
    packages: SERVER,
  },
  'server/entities': {
    knows: below(
      'attribution collector dependencies.ts downloads http platform records reports results scheduled-reports slices store/postgres wording',
    ),
    packages: SERVER,
  },
  'server/imports': {
    knows: below('dependencies.ts entities http platform records store/postgres wording usage'),
    packages: [...SERVER, 'csv-parse', 'hucre', 'p-limit'],
  },
  'server/sync': {
    knows: below('collector dependencies.ts http imports platform results store/postgres usage'),
    packages: [...SERVER, 'undici'],
  },
  'server/privacy': {
    knows: below(
      'attribution collector dependencies.ts event-logs http platform records results slices store/clickhouse store/postgres store/unavailable.ts',
    ),
    packages: SERVER,
  },
  'server/trace': {
    knows: below(
      'collector dependencies.ts event-logs http platform results slices store/clickhouse store/postgres',
    ),
    packages: SERVER,
  },
  'server/day-notes': {
    knows: below('dependencies.ts entities http records store/postgres'),
    packages: SERVER,
  },
  'server/views': {
    knows: below('attribution dependencies.ts http records store/postgres'),
    packages: SERVER,
  },
  // Of accounts only the tokens of links.
  'server/boards': {
    knows: below(
      'accounts/tokens.ts attribution dependencies.ts http platform records reports slices store/postgres wording',
    ),
    packages: SERVER,
  },
  'server/installation': {
    knows: below('collector dependencies.ts http platform records slices store/clickhouse store/postgres'),
    packages: SERVER,
  },
  'server/setup': {
    knows: below(
      'clicks collector cv-settings dependencies.ts http installation records seed slices store/clickhouse store/postgres',
    ),
    packages: SERVER,
  },
  'server/error-reports': { knows: below('dependencies.ts http platform store/postgres'), packages: SERVER },
  'server/health': {
    knows: below(
      'backup/store-move.ts collector dependencies.ts http platform rollups slices store/clickhouse store/postgres',
    ),
    packages: [...SERVER, 'prom-client', '@opentelemetry/api'],
  },
  'server/seed': {
    knows: below(
      'accounts collector dependencies.ts http platform results slices store/clickhouse store/postgres',
    ),
    packages: SERVER,
  },
  'server/companies': {
    knows: below('accounts dependencies.ts http records seed slices store/clickhouse store/postgres wording'),
    packages: SERVER,
  },
  'server/backup': {
    knows: below('collector dependencies.ts platform store/clickhouse store/postgres'),
    packages: SERVER,
  },
  // Scripts that present the machines to people.
  'scripts/machines.ts': { knows: ['machines'], packages: ['node:'] },
  'scripts/paths.ts': { knows: ['machines'], packages: ['node:'] },
  'scripts/replay-ui.ts': { knows: ['machines'], packages: ['node:'] },
  // Also a part of the build of the console.
  'scripts/parse-guide.ts': { knows: ['machines'], packages: [] },
  // Writes the declarations of reports that the server reads of shared boards.
  'scripts/early-pages.ts': {
    knows: ['machines', 'scripts/chunks.ts', 'src/messages'],
    packages: ['node:', 'vite'],
  },
  'scripts/board-reports.ts': { knows: ['src/analyses'], packages: ['node:'] },
  'scripts/serve.mjs': { knows: ['dist/server'], packages: [] },
  scripts: {
    knows: ['server', 'mesh', 'scripts'],
    packages: [
      'node:',
      'pino',
      'fastify',
      'graphql',
      'playwright-core',
      'esbuild',
      'vite',
      'tsx',
      '@jridgewell/sourcemap-codec',
    ],
  },
};

const codes = (names: readonly string[]): string =>
  names.length === 0 ? '–' : names.map(name => `\`${name}\``).join(', ');

/** The page of the layers in the documents. */
export const layerTable = (): string =>
  `# Layers

Who may import whom, by folder or file: the table that \`tests/laws/layers.test.ts\` enforces. It is generated: change \`tests/support/layers.ts\` and run \`npx vitest run tests/laws/layers.test.ts -u\`.
The most specific line applies, a folder may import itself, and what is not listed is refused. \`node:\` stands for the modules of Node.js.

| folder or file | may import | packages |
|---|---|---|
${Object.entries(LAYERS)
  .map(([name, { knows, packages }]) => `| \`${name}\` | ${codes(knows)} | ${codes(packages)} |`)
  .join('\n')}
`;
