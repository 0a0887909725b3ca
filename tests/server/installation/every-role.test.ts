import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectColumnar } from '../../../server/store/clickhouse/connect.ts';
import { childProgram } from '../../support/child.ts';
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
const COLLECTORS = ['collector-1', 'collector-2'] as const;
/** Stops and starts under load, each of one collector. */
const ROUNDS = 6;
/** Addresses of visitors, which nginx divides among the collectors. */
const VISITORS = Array.from({ length: 12 }, (_, n) => `127.0.0.${n + 1}`);

interface Answered {
  readonly status: number;
  readonly location: string;
  readonly retryAfter: string;
  readonly text: string;
}
interface Sending {
  readonly method?: string;
  /** The address of the visitor. */
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** That of a visitor whose connection stays open; omitted: a connection for this request. */
  readonly agent?: Agent;
}
/** The product of the visitors, and what was acknowledged of it. */
interface Shop {
  readonly product: number;
  readonly key: string;
  readonly ad: number;
  readonly link: number;
  clicks: number;
  views: number;
  orders: number;
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
      const preload = await childProgram('installation-life/control');
      programs.set(name, await startProgram(join(folder, name), environment, [], { preload }));
    };

    /** Starts a collector that nginx found to fail: it tries it again after a second, by a clock of seconds. */
    const startAgain = async (name: Name): Promise<void> => {
      await start(name);
      await sleep(2_000);
    };

    /** Sends a request to nginx from an address of this machine. */
    const send = (
      path: string,
      { method = 'GET', from = '127.0.0.1', headers = {}, body = '', agent }: Sending = {},
    ): Promise<Answered> =>
      new Promise((done, failed) => {
        const sent = request(
          `https://localhost:${port}${path}`,
          {
            method,
            ca: LOCALHOST_TLS.cert,
            family: 4,
            localAddress: from,
            ...(agent !== undefined && { agent }),
            headers: { 'user-agent': CHROME, ...headers },
          },
          answer => {
            let text = '';
            answer.setEncoding('utf8');
            answer.on('data', (chunk: string) => {
              text += chunk;
            });
            answer.on('end', () =>
              done({
                status: answer.statusCode ?? 0,
                location: answer.headers.location ?? '',
                retryAfter: answer.headers['retry-after'] ?? '',
                text,
              }),
            );
            answer.once('error', failed);
          },
        );
        sent.once('error', failed);
        sent.end(body);
      });
    let token = '';
    let shop: Shop;
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

    const makeShop = async (): Promise<Shop> => {
      const product = await call<{ id: number; conversion_key: string }>('POST', 'products/', {
        name: 'shop',
        domain: 'shop.example',
        url: 'https://shop.example/',
        tracking_term: 30,
        unique_result_identifiers: 2,
      });
      const owned = { product_id: product.id, redirect_url: 'https://shop.example/' };
      const network = await call<{ id: number }>('POST', 'asps/', {
        product_id: product.id,
        asp_name: 'network',
        result_flag: 1,
        webhook_url: 'https://network.invalid/?click={xclid}',
      });
      const ad = await call<{ id: number }>('POST', 'ads/', { ...owned, name: 'ad', asp: network.id });
      const redirect = { ...owned, ad_id: ad.id, redirect_flag: true };
      const link = await call<{ id: number }>('POST', 'redirects/', redirect);
      const none = { clicks: 0, views: 0, orders: 0 };
      return { product: product.id, key: product.conversion_key, ad: ad.id, link: link.id, ...none };
    };
    const sendClick = (from: string, agent?: Agent) =>
      send(`/r/${shop.link}`, { from, ...(agent !== undefined && { agent }) });
    const sendView = (from: string, xclid: string, agent?: Agent) =>
      send('/e', {
        method: 'POST',
        from,
        headers: { 'content-type': 'text/plain', origin: 'https://shop.example' },
        body: JSON.stringify({ p: shop.product, t: 'view', u: 'https://shop.example/', x: xclid }),
        ...(agent !== undefined && { agent }),
      });
    const sendOrder = (from: string, xclid: string, order: string) =>
      send('/cv', {
        method: 'POST',
        from,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ product: shop.product, key: shop.key, xclid, p_resid: order }),
      });
    const clickOf = ({ location }: Answered) => new URL(location).searchParams.get('xclid') ?? '';
    const click = async (from: string): Promise<string> => {
      const answer = await sendClick(from);
      expect([from, answer.status]).toEqual([from, 302]);
      shop.clicks += 1;
      return clickOf(answer);
    };
    const visit = async (from: string): Promise<void> => {
      const xclid = await click(from);
      const viewed = await sendView(from, xclid);
      expect([from, viewed.status]).toEqual([from, expect.toBeOneOf([200, 204])]);
      shop.views += 1;
      const bought = await sendOrder(from, xclid, `order-${shop.orders + 1}`);
      expect([bought.status, bought.text]).toEqual([200, expect.stringContaining('conversion_id')]);
      shop.orders += 1;
    };
    /** Waits until reports and logs have what was acknowledged, and nothing else. */
    const untilReported = async (): Promise<void> => {
      const [yesterday, today] = [-15, 9].map(hours =>
        new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10),
      );
      const period = `product_id=${shop.product}&from=${yesterday}&to=${today}`;
      const count = async (log: string) =>
        (await call<{ total: number }>('GET', `logs/${log}/?${period}&limit=1`)).total;
      const read = async () => {
        const { totals } = await call<{ totals: Readonly<Record<string, number>> }>(
          'GET',
          `analyses/ad_summaries/?${period}&axis=1`,
        );
        const { cv, clicks } = totals;
        return { cv, clicks, accesses: await count('accesses'), results: await count('results') };
      };
      const { clicks, views, orders } = shop;
      await expect
        .poll(read, { timeout: 90_000, interval: 500 })
        .toEqual({ cv: orders, clicks, accesses: views, results: orders });
    };

    test('a visit, its conversion and the reports go through it, and clicks go on without a collector', async () => {
      for (const name of Object.keys(ROLES) as Name[]) await start(name);
      const services = Object.fromEntries(
        COLLECTORS.map(name => [`${name}:3000`, `127.0.0.1:${ports.get(name)}`]),
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
      shop = await makeShop();
      // Redirects are known to collectors within a second.
      await expect.poll(async () => (await sendClick('127.0.0.99')).status).toBe(302);
      shop.clicks += 1;
      for (const from of VISITORS) await visit(from);
      // One collector after the other: each address has lost its own once.
      for (const name of COLLECTORS) {
        await programs.get(name)?.kill();
        for (const from of VISITORS) await click(from);
        await startAgain(name);
      }
      await untilReported();
    });

    test('what a collector with a full disk refuses is stored by the other one, and refused if both are full', async () => {
      const fill = async (name: Name, isDiskFull: boolean) => programs.get(name)?.control({ isDiskFull });
      const refusals = async (name: Name) => {
        const metrics = await (await fetch(`${programs.get(name)?.url}/metrics`)).text();
        return Number(/^touchpath_events_total\{outcome="refused_unavailable"\} (\d+)$/m.exec(metrics)?.[1]);
      };
      // For a moment after a failure a journal writes nothing.
      const free = async (name: Name) => {
        await fill(name, false);
        await sleep(500);
      };
      for (const name of COLLECTORS) {
        await fill(name, true);
        for (const from of VISITORS) await visit(from);
        for (const from of VISITORS) {
          const seen = await send(`/i/${shop.ad}.gif`, { from });
          expect([from, seen.status]).toEqual([from, 200]);
        }
        expect([name, await refusals(name)]).toEqual([name, expect.toSatisfy((count: number) => count > 3)]);
        await free(name);
      }
      const xclid = await click('127.0.0.1');
      for (const name of COLLECTORS) await fill(name, true);
      for (const from of VISITORS) {
        const answers = [
          await sendClick(from),
          await sendView(from, xclid),
          await sendOrder(from, xclid, `refused-${from}`),
        ];
        const refused = { status: 503, location: '', retryAfter: '1' };
        const text = expect.stringContaining('"code":"unavailable"');
        expect(answers).toEqual(answers.map(() => ({ ...refused, text })));
      }
      for (const name of COLLECTORS) await free(name);

      // A 503 of another cause takes no collector out either.
      await relays[0]?.reach(false);
      for (const from of VISITORS) {
        const { status, retryAfter } = await send('/r/999999', { from });
        expect([from, status, retryAfter]).toEqual([from, 503, '1']);
      }
      for (const from of VISITORS) await click(from);
      await relays[0]?.reach(true);
      for (const from of VISITORS) await visit(from);
      await untilReported();
    });

    test('a collector that stops and starts under load loses no request', async () => {
      const failures: string[] = [];
      let isOn = true;
      /** Clicks and lands, without a pause, over one connection to nginx. */
      const come = async (from: string): Promise<void> => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 });
        const note = (what: string, answer: Answered | Error, expected: readonly number[]) => {
          if (answer instanceof Error) failures.push(`${what}: ${answer.message}`);
          else if (!expected.includes(answer.status)) failures.push(`${what}: ${answer.status}`);
          else return answer;
          return null;
        };
        const sent = (answer: Promise<Answered>) => answer.catch((error: unknown) => error as Error);
        while (isOn) {
          const clicked = note('/r', await sent(sendClick(from, agent)), [302]);
          if (clicked === null) continue;
          shop.clicks += 1;
          const viewed = await sent(sendView(from, clickOf(clicked), agent));
          if (note('/e', viewed, [200, 204]) !== null) shop.views += 1;
        }
        agent.destroy();
      };
      const before = shop.clicks + shop.views;
      const begun = performance.now();
      const senders = VISITORS.map(come);
      for (let round = 0; round < ROUNDS; round += 1) {
        const name = COLLECTORS[round % 2] ?? 'collector-1';
        await sleep(500);
        expect(await programs.get(name)?.stop()).toBe(0);
        await startAgain(name);
      }
      isOn = false;
      await Promise.all(senders);
      const sent = shop.clicks + shop.views - before;
      const rate = (sent * 1_000) / (performance.now() - begun);
      process.stderr.write(`${sent} requests, ${rate.toFixed(0)} a second, ${ROUNDS} stops\n`);
      expect(failures).toEqual([]);
      await untilReported();
    });
  },
);
