import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectColumnar } from '../../../server/store/clickhouse/connect.ts';
import { partitionSlice } from '../../../server/store/postgres/schema/index.ts';
import { PARTITIONS } from '../../../server/store/postgres/slices/placements.ts';
import { operatorCommand } from '../../support/child.ts';
import { isLong, limit, runs } from '../../support/long.ts';
import { type Program, startProgram } from '../../support/program.ts';
import { openRelay, type Relay } from '../../support/relay.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** Faults under load, in the order of `FAULTS`. */
const ROUNDS = runs(2);
const DATABASE = `several_${randomUUID().replaceAll('-', '')}`;
const PASSWORD = /Password:\s*(\S+)/;
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** The fields of answers that are read here. */
interface Answer {
  readonly id: number;
  readonly access: string;
  readonly total: number;
  readonly totals: Readonly<Record<string, number>>;
  readonly rows: readonly Readonly<Record<string, number>>[];
}

type Name = 'collector-a' | 'collector-b' | 'rest' | 'deriver' | 'second-worker';
const ROLES: Readonly<Record<Name, string>> = {
  'collector-a': 'collector',
  'collector-b': 'collector',
  rest: 'api,jobs',
  deriver: 'deriver',
  'second-worker': 'worker',
};

/** Programs that are killed, and stores that cannot be reached for seconds. `npm test` takes the first two. */
const FAULTS = [
  'collector-a',
  'rest',
  'clickhouse',
  'collector-b',
  'deriver',
  'second-worker',
  'postgresql',
] as const;

describe(
  'two collectors, a deriver and a process for the rest, on the same stores',
  { timeout: limit(240_000) },
  () => {
    let parts: TestParts;
    let folder: string;
    let relays: Relay[];
    let shared: Record<string, string>;
    const programs = new Map<Name, Program>();
    const urlOf = (name: Name) => programs.get(name)?.url ?? 'http://127.0.0.1:9';
    const start = async (name: Name, environment: Record<string, string> = {}) => {
      const program = await startProgram(join(folder, name), {
        ...shared,
        ROLE: ROLES[name],
        ...environment,
      });
      programs.set(name, program);
      return program;
    };

    let token = '';
    let password = '';
    /** What the last report was read from. */
    let source: string | null = null;
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(`${urlOf('rest')}/api/v1/${path}`, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      source = answer.headers.get('x-report-source') ?? source;
      return JSON.parse(text) as Answer;
    };
    const signIn = async () => {
      const body = { company_id: 'touchpath', email: 'admin@touchpath.example', password };
      token = '';
      token = (await call('POST', 'auth/signin/', body)).access;
    };

    beforeAll(async () => {
      parts = await createTestParts();
      folder = await mkdtemp(join(tmpdir(), 'touchpath-several-'));
      const { postgres, clickhouse } = inject('stores');
      relays = [
        await openRelay(join(postgres.host, '.s.PGSQL.5432')),
        await openRelay(clickhouse),
        await openRelay(clickhouse),
      ];
      const database = new URL(parts.settings.databaseUrl ?? '').pathname;
      shared = {
        SEED: 'none',
        LOG_LEVEL: 'warn',
        DATABASE_URL: `postgresql://${postgres.user}@127.0.0.1:${relays[0]?.port}${database}`,
        CLICKHOUSE_URL: `http://127.0.0.1:${relays[1]?.port}/${DATABASE}`,
      };
      if (!isLong) return;
      // The long form keeps the same promises for a product on a slice beside the default one.
      shared['CLICKHOUSE_SLICES'] = `east=${shared['CLICKHOUSE_URL']}`;
      shared['CLICKHOUSE_URL'] = `http://127.0.0.1:${relays[2]?.port}/${DATABASE}_default`;
      await parts.db
        .insert(partitionSlice)
        .values(Array.from({ length: PARTITIONS }, (_, partition) => ({ partition, slice: 'east' })));
    });
    afterAll(async () => {
      for (const program of programs.values()) await program.stop();
      for (const relay of relays) await relay.close();
      const client = connectColumnar({ socket: inject('stores').clickhouse }, 'default');
      for (const name of [DATABASE, `${DATABASE}_default`])
        await client.command({ query: `DROP DATABASE IF EXISTS ${name}` });
      await client.close();
      await rm(folder, { recursive: true, force: true });
      await parts.close();
    });

    test('each process answers for its roles only, and a collector with other keys is refused', async () => {
      await start('rest');
      password = PASSWORD.exec(await readFile(join(folder, 'rest/first-sign-in.txt'), 'utf8'))?.[1] ?? '';
      expect(password).not.toBe('');
      await expect(start('collector-a')).rejects.toThrow(
        /collector-a\/secrets\.json differs from the keys of/,
      );
      shared['SECRETS_FILE'] = join(folder, 'rest/secrets.json');
      for (const name of ['collector-a', 'collector-b', 'deriver'] as const) await start(name);
      const status = async (name: Name, path: string) => (await fetch(`${urlOf(name)}${path}`)).status;
      expect(
        await Promise.all(
          ['/', '/api/v1/auth/signin/', '/readyz', '/r/none'].map(path => status('rest', path)),
        ),
      ).toEqual([200, 404, 200, 404]);
      expect(
        await Promise.all(
          ['/', '/api/v1/products/', '/graphql', '/readyz'].map(path => status('collector-a', path)),
        ),
      ).toEqual([404, 404, 404, 200]);
      const ready = (await (await fetch(`${urlOf('collector-b')}/readyz`)).json()) as { parts: object };
      expect(Object.keys(ready.parts).toSorted()).toEqual([
        'clickhouse',
        'journal',
        'loader',
        'postgresql',
        'settings',
      ]);
    });

    test.runIf(isLong)(
      'a collector without a number that starts while PostgreSQL is unavailable ends with the code of a fault, and then has its own',
      async () => {
        const startLate = () => startProgram(join(folder, 'late'), { ...shared, ROLE: 'collector' });
        const identityFile = join(folder, 'late/journal/collector.json');
        expect(await (await startLate()).stop()).toBe(0);
        // As of a version whose folders had no numbers.
        await rm(identityFile);
        await relays[0]?.reach(false);
        const first = await startLate();
        await relays[0]?.reach(true);
        expect(await first.ended).toBe(70);
        expect(first.output()).toContain('Another program has the collector number 0');
        const second = await startLate();
        const { number } = JSON.parse(await readFile(identityFile, 'utf8')) as { readonly number: number };
        expect(number).toBeGreaterThan(0);
        expect(await second.stop()).toBe(0);
      },
    );

    test('no acknowledged event is lost, counted twice or credited wrongly, whichever process is killed or store is away', async () => {
      if (isLong) await start('second-worker');
      await signIn();
      const product = await call('POST', 'products/', {
        name: 'shop',
        domain: 'shop.example',
        url: 'https://shop.example/',
        tracking_term: 30,
      });
      const owned = { product_id: product.id, redirect_url: 'https://shop.example/' };
      const network = await call('POST', 'asps/', {
        product_id: product.id,
        asp_name: 'network',
        result_flag: 1,
        webhook_url: 'https://network.invalid/?click={xclid}',
      });
      const ad = await call('POST', 'ads/', { ...owned, name: 'ad', asp: network.id });
      const link = await call('POST', 'redirects/', { ...owned, ad_id: ad.id, redirect_flag: true });

      /** Sends a request to any collector, as a load balancer does: to the next one where a collector is away. */
      const send = async (path: string, init: RequestInit, retry = false): Promise<Response> => {
        const names = ['collector-a', 'collector-b'] as const;
        const order = Math.random() < 0.5 ? names : names.toReversed();
        for (let at = 0; ; at += 1) {
          const answer = await fetch(`${urlOf(order[at % 2] ?? 'collector-a')}${path}`, {
            redirect: 'manual',
            ...init,
            headers: { 'user-agent': CHROME, ...init.headers },
          }).catch(() => null);
          if (answer !== null && answer.status < 400) return answer;
          if (!retry) throw new Error('unknown');
          await sleep(20);
        }
      };
      const clicks = new Set<string>();
      const orders = new Set<string>();
      let unknownClicks = 0;
      let sent = 0;
      let isOn = true;
      const visit = async () => {
        const clicked = await send(`/r/${link.id}`, {}).catch(() => null);
        const click = new URL(clicked?.headers.get('location') ?? 'x:').searchParams.get('xclid');
        if (click === null) {
          unknownClicks += 1;
          return;
        }
        clicks.add(click);
        // The page loads. The clocks of two processes differ by less.
        await sleep(50);
        const order = `order-${(sent += 1)}`;
        const body = { p: product.id, t: 'cv', u: 'https://shop.example/', x: click, a: { p_resid: order } };
        const headers = { 'content-type': 'text/plain', origin: 'https://shop.example' };
        const converted = await send('/e', { method: 'POST', headers, body: JSON.stringify(body) }).catch(
          () => null,
        );
        if (converted !== null) orders.add(order);
      };
      const visitors = Array.from({ length: 6 }, async () => {
        while (isOn) {
          await visit();
          await sleep(25);
        }
      });
      await expect.poll(() => orders.size, { timeout: 60_000 }).toBeGreaterThan(20);
      for (let round = 0; round < ROUNDS; round += 1) {
        const fault = FAULTS[round % FAULTS.length] ?? 'rest';
        await sleep(Math.random() * 1_500);
        if (fault === 'clickhouse' || fault === 'postgresql') {
          const relay = relays[fault === 'postgresql' ? 0 : 1];
          await relay?.reach(false);
          await sleep(Math.random() * 10_000);
          await relay?.reach(true);
        } else {
          await programs.get(fault)?.kill();
          await sleep(Math.random() * 1_000);
          await start(fault);
        }
      }
      isOn = false;
      await Promise.all(visitors);

      const columnar = connectColumnar({ socket: inject('stores').clickhouse }, DATABASE);
      const rowsOf = async <Row>(query: string) =>
        (await columnar.query({ query, format: 'JSONEachRow' })).json<Row>();
      let stored: { args: string; times: string }[] = [];
      await expect
        .poll(
          async () => {
            stored = await rowsOf('SELECT args, count() AS times FROM conversion GROUP BY args');
            const found = new Set(stored.map(({ args }) => args));
            return [...orders].filter(order => !found.has(order));
          },
          { timeout: 30_000, interval: 250 },
        )
        .toEqual([]);
      expect(stored.filter(({ times }) => times !== '1')).toEqual([]);
      const [ids] = await rowsOf<{ n: string; distinct: string }>(
        'SELECT count() AS n, uniqExact(interaction_id) AS distinct FROM contact',
      );
      expect(ids?.n).toBe(ids?.distinct);
      const contacts = Number(ids?.n);
      expect(contacts).toBeGreaterThanOrEqual(clicks.size);
      expect(contacts).toBeLessThanOrEqual(clicks.size + unknownClicks);
      // By the clocks of the processes, too, each conversion followed its click.
      expect(
        await rowsOf(
          'SELECT count() AS n, max(contact.ts - conversion.ts) AS seconds FROM conversion LEFT JOIN contact USING (visitor_id) WHERE contact.ts > conversion.ts OR contact.interaction_id = 0 HAVING n > 0',
        ),
      ).toEqual([]);
      await columnar.close();

      // An operator sees all; nobody waits for those that accept no events.
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [await operatorCommand('collectors'), 'list'],
        { env: { ...process.env, ...shared, DATA_DIR: join(folder, 'operator') } },
      );
      expect(stdout.match(/^\d {2}\S+ {2}loaded up to \S+, last report \S+$/gm)).toHaveLength(2);
      // The folder of the program that started late had two numbers.
      const late = isLong ? 2 : 0;
      expect(stdout.match(/^\d {2}\S+ {2}no events to load, last report \S+$/gm)).toHaveLength(
        programs.size - 2 + late,
      );

      // Each conversion followed a click of its visitor, so each is the ad's, and has a result.
      await signIn();
      const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
      const yesterday = new Date(Date.now() - 15 * 3_600_000).toISOString().slice(0, 10);
      const period = `product_id=${product.id}&from=${yesterday}&to=${today}`;
      await expect
        .poll(
          async () => {
            const report = await call('GET', `analyses/ad_summaries/?${period}&axis=1`);
            const results = await call('GET', `logs/results/?${period}&limit=1`);
            return {
              clicks: report.totals.clicks,
              cv: report.totals.cv,
              credited: report.rows[0]?.cv,
              results: results.total,
              source,
            };
          },
          { timeout: 60_000, interval: 500 },
        )
        .toEqual({
          clicks: contacts,
          cv: stored.length,
          credited: stored.length,
          results: stored.length,
          source: 'rollups; reason=current',
        });
    });
  },
);
