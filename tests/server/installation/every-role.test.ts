import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectColumnar } from '../../../server/store/clickhouse/connect.ts';
import { isLong } from '../../support/long.ts';
import { ensureNginx, startNginx, writeNginxConfig } from '../../support/nginx.ts';
import { freePort, startProgram, type Program } from '../../support/program.ts';
import { openRelay, type Relay } from '../../support/relay.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { LOCALHOST_TLS } from '../../support/tls-localhost.ts';

/** Every role as a process of its own, and nginx with the file of `deploy/` in front of them. */
const DATABASE = `roles_${randomUUID().replaceAll('-', '')}`;
const PASSWORD = /Password:\s*(\S+)/;
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const ROLES = {
  api: 'api',
  'collector-1': 'collector',
  'collector-2': 'collector',
  jobs: 'jobs',
  deriver: 'deriver',
} as const;
type Name = keyof typeof ROLES;
/** Addresses of visitors, which nginx divides among the collectors. */
const VISITORS = Array.from({ length: 12 }, (_, n) => `127.0.0.${n + 1}`);

interface Answered {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

const nginx = isLong ? ensureNginx() : null;
const TIMEOUT_MS = 300_000;

describe.runIf(nginx !== null)(
  'each role in a process of its own, behind nginx',
  { timeout: TIMEOUT_MS },
  () => {
    let parts: TestParts;
    let folder: string;
    let shared: Record<string, string>;
    let port: number;
    let relays: Relay[] = [];
    let stopNginx: (() => Promise<void>) | undefined;
    const ports = new Map<Name, string>();
    const programs = new Map<Name, Program>();
    const start = async (name: Name): Promise<void> => {
      const environment = { ...shared, ROLE: ROLES[name], PORT: ports.get(name) ?? '' };
      programs.set(name, await startProgram(join(folder, name), environment));
    };

    /** Sends a request to nginx from an address of this machine. */
    const send = (
      path: string,
      {
        method = 'GET',
        from = '127.0.0.1',
        headers = {},
        body = '',
      }: {
        readonly method?: string;
        readonly from?: string;
        readonly headers?: Readonly<Record<string, string>>;
        readonly body?: string;
      } = {},
    ): Promise<Answered> =>
      new Promise((done, failed) => {
        const sent = request(
          `https://localhost:${port}${path}`,
          {
            method,
            ca: LOCALHOST_TLS.cert,
            family: 4,
            localAddress: from,
            headers: { 'user-agent': CHROME, ...headers },
          },
          answer => {
            let text = '';
            answer.setEncoding('utf8');
            answer.on('data', (chunk: string) => {
              text += chunk;
            });
            answer.on('end', () =>
              done({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '', text }),
            );
          },
        );
        sent.once('error', failed);
        sent.end(body);
      });
    let token = '';
    const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
      const { status, text } = await send(`/api/v1/${path}`, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== '' && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (status >= 400) throw new Error(`${method} ${path}: ${status} ${text}`);
      return JSON.parse(text) as Body;
    };

    beforeAll(async () => {
      parts = await createTestParts();
      folder = await mkdtemp(join(tmpdir(), 'touchpath-roles-'));
      for (const name of Object.keys(ROLES) as Name[]) ports.set(name, String(await freePort()));
      port = await freePort();
      const { postgres, clickhouse } = inject('stores');
      relays = [await openRelay(join(postgres.host, '.s.PGSQL.5432')), await openRelay(clickhouse)];
      const database = new URL(parts.settings.databaseUrl ?? '').pathname;
      shared = {
        SEED: 'none',
        LOG_LEVEL: 'warn',
        PUBLIC_URL: `https://localhost:${port}`,
        TRUST_PROXY: '1',
        DATABASE_URL: `postgresql://${postgres.user}@127.0.0.1:${relays[0]?.port}${database}`,
        CLICKHOUSE_URL: `http://127.0.0.1:${relays[1]?.port}/${DATABASE}`,
        SECRETS_FILE: join(folder, 'api/secrets.json'),
      };
    }, TIMEOUT_MS);
    afterAll(async () => {
      await stopNginx?.();
      for (const program of programs.values()) await program.stop();
      for (const relay of relays) await relay.close();
      const client = connectColumnar({ socket: inject('stores').clickhouse }, 'default');
      await client.command({ query: `DROP DATABASE IF EXISTS ${DATABASE}` });
      await client.close();
      await rm(folder, { recursive: true, force: true });
      await parts.close();
    }, TIMEOUT_MS);

    test('a visit, its conversion and the reports go through it, and clicks go on without a collector', async () => {
      for (const name of Object.keys(ROLES) as Name[]) await start(name);
      const services = Object.fromEntries(
        (['collector-1', 'collector-2'] as const).map(name => [
          `${name}:3000`,
          `127.0.0.1:${ports.get(name)}`,
        ]),
      );
      const config = await writeNginxConfig(join(folder, 'nginx'), 'nginx.several.conf', {
        ports: { http: await freePort(), https: port },
        services: { ...services, 'touchpath:3000': `127.0.0.1:${ports.get('api')}` },
      });
      stopNginx = await startNginx(nginx ?? '', config, join(folder, 'nginx'));

      const page = await send('/');
      expect([page.status, page.text]).toEqual([200, expect.stringMatching(/<script[^>]+src="\/?assets\//)]);
      const password =
        PASSWORD.exec(await readFile(join(folder, 'api/first-sign-in.txt'), 'utf8'))?.[1] ?? '';
      const account = { company_id: 'touchpath', email: 'admin@touchpath.example', password };
      token = (await call<{ access: string }>('POST', 'auth/signin/', account)).access;
      const product = await call<{ id: number; conversion_key: string }>('POST', 'products/', {
        name: 'shop',
        domain: 'shop.example',
        url: 'https://shop.example/',
        tracking_term: 30,
      });
      const owned = { product_id: product.id, redirect_url: 'https://shop.example/' };
      const network = await call<{ id: number }>('POST', 'asps/', {
        product_id: product.id,
        asp_name: 'network',
        result_flag: 1,
        webhook_url: 'https://network.invalid/?click={xclid}',
      });
      const ad = await call<{ id: number }>('POST', 'ads/', { ...owned, name: 'ad', asp: network.id });
      const link = await call<{ id: number }>('POST', 'redirects/', {
        ...owned,
        ad_id: ad.id,
        redirect_flag: true,
      });

      let clicks = 0;
      let orders = 0;
      const click = async (from: string): Promise<string> => {
        const { status, location } = await send(`/r/${link.id}`, { from });
        expect([from, status]).toEqual([from, 302]);
        clicks += 1;
        return new URL(location).searchParams.get('xclid') ?? '';
      };
      const visit = async (from: string): Promise<void> => {
        const xclid = await click(from);
        const view = { p: product.id, t: 'view', u: 'https://shop.example/', x: xclid };
        const headers = { 'content-type': 'text/plain', origin: 'https://shop.example' };
        const viewed = await send('/e', { method: 'POST', from, headers, body: JSON.stringify(view) });
        expect(viewed.status).toBeLessThan(300);
        const order = {
          product: product.id,
          key: product.conversion_key,
          xclid,
          p_resid: `order-${(orders += 1)}`,
        };
        const bought = await send('/cv', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(order),
        });
        expect([bought.status, bought.text]).toEqual([200, expect.stringContaining('conversion_id')]);
      };
      // Redirects are known to collectors within a second.
      await expect.poll(async () => (await send(`/r/${link.id}`, { from: '127.0.0.99' })).status).toBe(302);
      clicks += 1;
      for (const from of VISITORS) await visit(from);
      // One collector after the other: each address has lost its own once.
      for (const name of ['collector-1', 'collector-2'] as const) {
        await programs.get(name)?.kill();
        for (const from of VISITORS) await click(from);
        await start(name);
      }

      const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
      const yesterday = new Date(Date.now() - 15 * 3_600_000).toISOString().slice(0, 10);
      const period = `product_id=${product.id}&from=${yesterday}&to=${today}`;
      await expect
        .poll(
          async () => {
            const report = await call<{ totals: Readonly<Record<string, number>> }>(
              'GET',
              `analyses/ad_summaries/?${period}&axis=1`,
            );
            const count = async (log: string) =>
              (await call<{ total: number }>('GET', `logs/${log}/?${period}&limit=1`)).total;
            return {
              cv: report.totals['cv'],
              clicks: report.totals['clicks'],
              accesses: await count('accesses'),
              results: await count('results'),
            };
          },
          { timeout: 90_000, interval: 500 },
        )
        .toEqual({ cv: orders, clicks, accesses: orders, results: orders });
    });
  },
);
