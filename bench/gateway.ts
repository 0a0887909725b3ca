import { oneSlice } from '../server/slices/slices.ts';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import pino from 'pino';
import { createApp } from '../server/app.ts';
import { systemClock } from '../server/platform/clock.ts';
import { createIds } from '../server/platform/ids.ts';
import type { Dependencies, ProductDependencies } from '../server/dependencies.ts';
import { openSecrets } from '../server/platform/secrets.ts';
import { readSettings } from '../server/platform/settings.ts';
import { openDatabase } from '../server/store/postgres/engine/connect.ts';
import { ad, product } from '../server/store/postgres/schema/index.ts';
import { compressAnswers } from '../server/http/compression.ts';
import { mountGateway } from '../mesh/host.ts';
import { signIn, storeAdministrator } from './administrator.ts';
import type { Load } from './gateway-client.ts';
import { median, type Row } from './table.ts';
import { ownFolder } from '../tests/support/own-folder.ts';

/**
 * Overhead of GraphQL over REST: CPU time of the server per request for a list of 100 rows with 20 fields, requested by
 * another process, alternating with the same list by REST. Measured with the complete server, and with rows in memory,
 * where REST only serializes them.
 */
const ROUNDS = 15;
const TIMES = 150;

const FIELDS = [
  'id',
  'name',
  'label',
  'status',
  'product_id',
  'ad_post_url',
  'ad_description',
  'ad_category_name',
  'asp_name',
  'agency_name',
  'period_from',
  'period_to',
  'redirect_url',
  'direct_link',
  'lpo_flag',
  'performance_cv_flag',
  'click_cost',
  'cv_cost',
  'created_at',
  'updated_at',
] as const;
const QUERY = `query Ads($page: Int, $page_size: Int) { page: ads(page: $page, page_size: $page_size) { count page page_size results { ${FIELDS.join(' ')} } } }`;

interface Cost {
  readonly graphql: number;
  readonly rest: number;
  readonly ratio: number;
}

/** CPU time of this process per request in ms; medians of the rounds. */
const measure = async (app: FastifyInstance, headers: Readonly<Record<string, string>>): Promise<Cost> => {
  const base = await app.listen({ port: 0, host: '127.0.0.1' });
  const client: ChildProcess = fork(new URL('./gateway-client.ts', import.meta.url), {
    execArgv: ['--import', 'tsx'],
    stdio: 'inherit',
  });
  const cost = async (load: Omit<Load, 'times'>): Promise<number> => {
    const before = process.cpuUsage();
    client.send({ ...load, times: TIMES } satisfies Load);
    const controller = new AbortController();
    const [message] = (await Promise.race([
      once(client, 'message', controller),
      once(client, 'exit', controller),
    ])) as [unknown];
    controller.abort();
    if (message !== 'done') throw new Error('the benchmark client failed');
    const { user: own, system } = process.cpuUsage(before);
    return (own + system) / 1000 / TIMES;
  };
  const rest = { url: `${base}/api/v1/ads/?page=1&page_size=100`, init: { headers } };
  const graphql = {
    url: `${base}/graphql`,
    init: {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ query: QUERY, variables: { page: 1, page_size: 100 } }),
    },
  };
  const costs: Cost[] = [];
  for (let round = -2; round < ROUNDS; round++) {
    const [ours, reference] = [await cost(graphql), await cost(rest)];
    if (round >= 0) costs.push({ graphql: ours, rest: reference, ratio: ours / reference }); // two warm-up rounds
  }
  client.disconnect();
  await app.close();
  return {
    graphql: median(costs.map(c => c.graphql)),
    rest: median(costs.map(c => c.rest)),
    ratio: median(costs.map(c => c.ratio)),
  };
};

const row = (name: string, { graphql, rest, ratio }: Cost, goal: string): Row => ({
  name,
  ours: `${graphql.toFixed(2)} ms CPU`,
  reference: `${rest.toFixed(2)} ms CPU (REST)`,
  ratio: ratio.toFixed(2),
  goal,
});

/** Measures the complete server over the embedded PostgreSQL, with a company of 100 ads. */
const wholeServer = async (): Promise<Cost> => {
  const log = pino({ level: 'silent' });
  const dataDir = await mkdtemp(join(tmpdir(), 'touchpath-bench-'));
  await chmod(dataDir, 0o755); // as root, PostgreSQL runs as another user, which needs access
  const settings = readSettings({ DATA_DIR: dataDir, SEED: 'none' });
  const { db, close } = await openDatabase(settings, ownFolder(dataDir), log);
  try {
    const companyId = await storeAdministrator(db);
    const [shop] = await db
      .insert(product)
      .values({ companyId, name: '商品 é', domain: 'shop.example', url: 'https://shop.example/' })
      .returning();
    await db.insert(ad).values(
      Array.from({ length: 100 }, (_, n) => ({
        companyId,
        productId: shop?.id ?? 0,
        name: `広告é ${n}`,
        adPostUrl: `https://media.example/${n}`,
        adDescription: `description of the ad number ${n}`,
        redirectUrl: `https://shop.example/lp?ad=${n}`,
        clickCost: n + 0.5,
      })),
    );
    const columnar = new Proxy(
      {},
      {
        get: () => {
          throw new Error('a list of ads must not read events');
        },
      },
    ) as ProductDependencies['columnar'];
    const parts: Dependencies = {
      settings,
      secrets: await openSecrets(settings.secretsFile),
      db,
      slices: oneSlice(columnar),
      clock: systemClock,
      ids: createIds(systemClock),
      log,
    };
    const app = await createApp({ parts, collector: null });
    return await measure(app, await signIn(app));
  } finally {
    await close();
    await rm(dataDir, { recursive: true, force: true });
  }
};

/** Measures the same list from memory, serialized by a schema of exactly these fields. */
const fromMemory = async (): Promise<Cost> => {
  const results = Array.from(
    { length: 100 },
    (_, n) =>
      ({
        id: n,
        name: `広告é ${n}`,
        label: `${n} 広告é`,
        status: true,
        product_id: 1,
        ad_post_url: `https://media.example/${n}`,
        ad_description: `description of the ad number ${n}`,
        ad_category_name: '分類',
        asp_name: 'Réseau',
        agency_name: '代理店',
        period_from: '2026-01-01',
        period_to: '2026-12-31',
        redirect_url: `https://shop.example/lp?ad=${n}`,
        direct_link: false,
        lpo_flag: true,
        performance_cv_flag: true,
        click_cost: n + 0.5,
        cv_cost: 100,
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
      }) satisfies Record<(typeof FIELDS)[number], unknown>,
  );
  const properties = Object.fromEntries(
    Object.entries(results[0] ?? {}).map(([name, value]) => [name, { type: typeof value }]),
  );
  const number = { type: 'number' };
  const page = {
    type: 'object',
    properties: {
      count: number,
      page: number,
      page_size: number,
      results: { type: 'array', items: { type: 'object', properties } },
    },
  };
  const app = Fastify();
  app.get('/api/v1/ads/', { schema: { response: { 200: page } } }, () =>
    Promise.resolve({ count: 100, page: 1, page_size: 100, results }),
  );
  await mountGateway(app, { introspection: false, log: app.log, compress: compressAnswers });
  return measure(app, {});
};

export const benchGateway = async (): Promise<Row[]> => [
  row('GraphQL, list of 100 rows × 20 fields', await wholeServer(), '≤ 2.5'),
  row('  the same, REST answers from memory', await fromMemory(), '–'),
];
