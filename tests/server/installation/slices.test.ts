import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { firstIdAt } from '../../../server/platform/ids.ts';
import { removeMovedRows } from '../../../server/slices/moves/remove-moved-rows.ts';
import { PLACEMENT } from '../../../server/slices/placements.ts';
import { createSlices, type Slice } from '../../../server/slices/slices.ts';
import { connectColumnar } from '../../../server/store/clickhouse/connect.ts';
import { partitionSlice, productMove } from '../../../server/store/postgres/schema/index.ts';
import { PARTITIONS } from '../../../server/store/postgres/slices/placements.ts';
import { operatorCommand } from '../../support/child.ts';
import { isLong, limit } from '../../support/long.ts';
import { type Program, startProgram } from '../../support/program.ts';
import { openRelay, type Relay } from '../../support/relay.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** Two databases of one engine, each behind a port of its own, are the two slices. */
const RUN = randomUUID().replaceAll('-', '');
const DATABASES = { default: `slice_a_${RUN}`, east: `slice_b_${RUN}` } as const;
const PASSWORD = /Password:\s*(\S+)/;
const CHROME =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** The time for which a slice is away under load, at least. In `npm test` it takes as long as a start. */
const SLICE_OUTAGE_MS = isLong ? 60_000 : 0;
const DATABASE_OUTAGE_MS = 30_000;

/** The time between two looks at reports, which take a tenth of a second of processor time. */
const FIGURES_APART_MS = 500;

/** The product that moves: its contacts before, and its clicks a second meanwhile. */
const MOVED_CONTACTS = 1_000_000;
const CLICKS_PER_SECOND = 300;

interface Answer {
  readonly id: number;
  readonly access: string;
  readonly total: number;
  readonly totals: Readonly<Record<string, number>>;
}
interface Shop {
  readonly product: number;
  readonly redirect: number;
  clicks: number;
  orders: number;
}

describe('products on two ClickHouse servers', { timeout: limit(240_000) }, () => {
  let parts: TestParts;
  let folder: string;
  let relays: { readonly postgres: Relay; readonly default: Relay; readonly east: Relay };
  let shared: Record<string, string>;
  let rest: Program;
  let second: Program;
  let token = '';
  let moving: Shop | null = null;

  const call = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${rest.url}/api/v1/${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as Answer;
  };
  const makeShop = async (name: string): Promise<Shop> => {
    const { id: product } = await call('POST', 'products/', {
      name,
      domain: 'shop.example',
      url: 'https://shop.example/',
      tracking_term: 30,
    });
    const owned = { product_id: product, redirect_url: 'https://shop.example/' };
    const network = await call('POST', 'asps/', {
      product_id: product,
      asp_name: 'network',
      result_flag: 1,
      webhook_url: 'https://network.invalid/?click={xclid}',
    });
    const ad = await call('POST', 'ads/', { ...owned, name: 'ad', asp: network.id });
    const { id: redirect } = await call('POST', 'redirects/', {
      ...owned,
      ad_id: ad.id,
      redirect_flag: true,
    });
    return { product, redirect, clicks: 0, orders: 0 };
  };
  /** Clicks and buys once, at either collector. */
  const visit = async (shop: Shop, { url }: Program) => {
    const headers = { 'user-agent': CHROME };
    // Counted first: a report may show the click before its answer is read here.
    shop.clicks += 1;
    const clicked = await fetch(`${url}/r/${shop.redirect}`, { redirect: 'manual', headers });
    const click = new URL(clicked.headers.get('location') ?? '').searchParams.get('xclid');
    const bought = await fetch(`${url}/e`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/plain', origin: 'https://shop.example' },
      body: JSON.stringify({
        p: shop.product,
        t: 'cv',
        u: 'https://shop.example/',
        x: click,
        a: { p_resid: `order-${shop.product}-${(shop.orders += 1)}` },
      }),
    });
    expect(bought.status).toBeLessThan(300);
  };
  /** Clicks without buying. @throws a click was refused */
  const click = async (shop: Shop, { url }: Program) => {
    shop.clicks += 1;
    const { status } = await fetch(`${url}/r/${shop.redirect}`, {
      redirect: 'manual',
      headers: { 'user-agent': CHROME },
    });
    if (status !== 302) throw new Error(`a click was answered with ${status}`);
  };
  /** Clicks at a rate, at both collectors, until it is ended. @returns the rate that was reached */
  const clickUntil = async (shop: Shop, isOn: () => boolean) => {
    const [begun, before] = [performance.now(), shop.clicks];
    const clicks: Promise<void>[] = [];
    while (isOn()) {
      const due = ((performance.now() - begun) * CLICKS_PER_SECOND) / 1000;
      while (clicks.length < due) clicks.push(click(shop, clicks.length % 2 === 0 ? rest : second));
      await sleep(10);
    }
    await Promise.all(clicks);
    return ((shop.clicks - before) / (performance.now() - begun)) * 1000;
  };
  /** Stores contacts of ten days ago. */
  const addEarlierContacts = async (shop: Shop) => {
    const at = Date.now() - 10 * 86_400_000;
    const columnar = connectColumnar({ socket: inject('stores').clickhouse }, DATABASES.default);
    await columnar.command({
      query: `INSERT INTO contact (product_id, visitor_id, ts, interaction_id, ad_id, ip)
        SELECT {product:UInt32}, number + 1, fromUnixTimestamp64Milli({at:Int64}, 'UTC'), {first:UInt64} + number, 1, toIPv6('::ffff:203.0.113.9') FROM numbers({contacts:UInt32})`,
      query_params: {
        product: shop.product,
        at,
        first: firstIdAt(at).toString(),
        contacts: MOVED_CONTACTS,
      },
    });
    await columnar.close();
  };
  const visitAll = async (shops: readonly Shop[], times: number) => {
    for (let at = 0; at < times; at += 1)
      for (const shop of shops) await visit(shop, at % 2 === 0 ? rest : second);
  };
  /** Visits each shop once a fifth of a second. */
  const visitUntil = async (shops: readonly Shop[], untilMs: number) => {
    while (performance.now() < untilMs) {
      await visitAll(shops, 1);
      await sleep(200);
    }
  };
  const rowsOf = async (slice: keyof typeof DATABASES, product: number) => {
    const columnar = connectColumnar({ socket: inject('stores').clickhouse }, DATABASES[slice]);
    const answer = await columnar.query({
      query: `SELECT toString((SELECT count() FROM contact WHERE product_id = {product:UInt32})) AS contacts,
        toString((SELECT count() FROM conversion WHERE product_id = {product:UInt32} AND cv_type = 1)) AS conversions`,
      query_params: { product },
      format: 'JSONEachRow',
    });
    const [row] = await answer.json<{ contacts: string; conversions: string }>();
    await columnar.close();
    return [Number(row?.contacts), Number(row?.conversions)];
  };
  /** What the console shows of a shop, of its visits today and yesterday in Tokyo. */
  const figuresOf = async ({ product }: Shop) => {
    const [today, yesterday] = [9, -15].map(hours =>
      new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10),
    );
    const period = `product_id=${product}&from=${yesterday}&to=${today}`;
    const { totals } = await call('GET', `analyses/ad_summaries/?${period}&axis=1`);
    const { total: contacts } = await call('GET', `logs/interactions/?${period}&limit=1`);
    const { total: results } = await call('GET', `logs/results/?${period}&limit=1`);
    return { clicks: totals['clicks'], cv: totals['cv'], contacts, results };
  };
  const expected = ({ clicks, orders }: Shop) => ({ clicks, cv: orders, contacts: clicks, results: orders });
  const settled = async (shop: Shop) => {
    await expect
      .poll(() => figuresOf(shop), { timeout: 40_000, interval: FIGURES_APART_MS })
      .toEqual(expected(shop));
  };

  /** A process that does not know the slice stops when it comes into use, and does not start again. */
  const expectUnawareStopped = async (bringIntoUse: () => Promise<void>) => {
    const unaware = { ...shared, ROLE: 'api', CLICKHOUSE_SLICES: '' };
    const running = await startProgram(join(folder, 'unaware'), unaware);
    await bringIntoUse();
    const unknown = /CLICKHOUSE_SLICES does not name the slice east, which is in use/;
    expect(await running.ended).toBe(70);
    expect(running.output()).toMatch(unknown);
    await expect(startProgram(join(folder, 'unaware'), unaware)).rejects.toThrow(unknown);
  };

  beforeAll(async () => {
    parts = await createTestParts();
    folder = await mkdtemp(join(tmpdir(), 'touchpath-slices-'));
    const { postgres, clickhouse } = inject('stores');
    relays = {
      postgres: await openRelay(join(postgres.host, '.s.PGSQL.5432')),
      default: await openRelay(clickhouse),
      east: await openRelay(clickhouse),
    };
    const database = new URL(parts.settings.databaseUrl ?? '').pathname;
    shared = {
      SEED: 'none',
      LOG_LEVEL: 'warn',
      DATABASE_URL: `postgresql://${postgres.user}@127.0.0.1:${relays.postgres.port}${database}`,
      CLICKHOUSE_URL: `http://127.0.0.1:${relays.default.port}/${DATABASES.default}`,
      CLICKHOUSE_SLICES: `east=http://127.0.0.1:${relays.east.port}/${DATABASES.east}`,
      SECRETS_FILE: join(folder, 'secrets.json'),
    };
    rest = await startProgram(join(folder, 'rest'), shared);
    second = await startProgram(join(folder, 'second'), { ...shared, ROLE: 'collector' });
    const password = PASSWORD.exec(await readFile(join(folder, 'rest/first-sign-in.txt'), 'utf8'))?.[1];
    const body = { company_id: 'touchpath', email: 'admin@touchpath.example', password };
    token = (await call('POST', 'auth/signin/', body)).access;
  });
  afterAll(async () => {
    for (const program of [rest, second]) await program.stop();
    for (const relay of Object.values(relays)) await relay.close();
    const client = connectColumnar({ socket: inject('stores').clickhouse }, 'default');
    for (const name of Object.values(DATABASES))
      await client.command({ query: `DROP DATABASE IF EXISTS ${name}` });
    await client.close();
    await rm(folder, { recursive: true, force: true });
    await parts.close();
  });

  test('each event is on the slice of its product, and one that is away delays no product of another', async () => {
    const west = await makeShop('west');
    await visitAll([west], 2);
    await settled(west);
    const placeOnEast = async () => {
      await parts.db
        .insert(partitionSlice)
        .values(Array.from({ length: PARTITIONS }, (_, partition) => ({ partition, slice: 'east' })));
    };
    // In npm test, product-moves.test.ts holds that a process without the slice stops, and that its start is refused.
    await (isLong ? expectUnawareStopped(placeOnEast) : placeOnEast());
    const east = await makeShop('east');
    await visitAll([west, east], 4);
    await settled(east);
    await settled(west);

    const awayMs = performance.now();
    await relays.east.reach(false);
    await visitAll([west, east], 4);
    await second.kill();
    second = await startProgram(join(folder, 'second'), { ...shared, ROLE: 'collector' });
    await visitAll([west, east], 2);
    await visitUntil([west, east], awayMs + SLICE_OUTAGE_MS);
    await settled(west);
    await relays.east.reach(true);
    await settled(east);

    if (isLong) {
      await relays.default.reach(false);
      await visitAll([west, east], 2);
      await settled(east);
      await relays.default.reach(true);
      await settled(west);
      await relays.postgres.reach(false);
      await visitUntil([west, east], performance.now() + DATABASE_OUTAGE_MS);
      await relays.postgres.reach(true);
      await settled(west);
      await rest.kill();
      rest = await startProgram(join(folder, 'rest'), shared);
      await settled(east);
    }
    expect(await rowsOf('default', west.product)).toEqual([west.clicks, west.orders]);
    expect(await rowsOf('east', east.product)).toEqual([east.clicks, east.orders]);
    expect([await rowsOf('east', west.product), await rowsOf('default', east.product)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    const listed = await promisify(execFile)(
      process.execPath,
      [await operatorCommand('collectors'), 'list'],
      {
        env: { ...process.env, ...shared, DATA_DIR: join(folder, 'operator') },
      },
    );
    const at = String.raw`\d{4}-[\d-]+T[\d:.]+Z`;
    const loads = String.raw`\d  \S+  loaded up to ${at}, into east up to ${at}, last report ${at}\n`;
    // The third one is that of the program without the slice.
    const unaware = isLong ? String.raw`2  \S+  no events to load, last report ${at}\n` : '';
    expect(listed.stdout).toMatch(new RegExp(String.raw`^(?:${loads}){2}${unaware}$`));
    moving = west;
  });

  // It waits for the notices of a move; product-moves.test.ts tries the steps of one, and product-move-kills.test.ts
  // its interruptions.
  test.runIf(isLong)(
    'a product moves under traffic: no event is lost or counted twice, and reports are never wrong',
    async () => {
      const shop = moving!;
      const command = await operatorCommand('slices');
      const environment = { ...process.env, ...shared, DATA_DIR: join(folder, 'operator') };
      const args = [command, 'move-product', String(shop.product), '--to', 'east'];
      await addEarlierContacts(shop);
      let isOn = true;
      const visits = (async () => {
        while (isOn) await visitAll([shop], 2);
      })();
      const clicks = clickUntil(shop, () => isOn);
      let reads = 0;
      const wrong: object[] = [];
      const reader = (async () => {
        while (isOn) {
          const { clicks = 0, cv = 0 } = await figuresOf(shop);
          // The contacts of a batch are loaded before its conversions.
          if (clicks > shop.clicks || cv > clicks) wrong.push({ clicks, cv, sent: shop.clicks });
          reads += 1;
          await sleep(200);
        }
      })();
      const interrupted = execFile(process.execPath, args, { env: environment });
      await expect.poll(() => parts.db.select().from(productMove)).toHaveLength(1);
      interrupted.kill('SIGKILL');
      const begun = performance.now();
      const { stdout } = await promisify(execFile)(process.execPath, args, { env: environment });
      const tookMs = performance.now() - begun;
      expect(stdout).toContain(`Product ${shop.product} is on east.`);
      await sleep(2 * PLACEMENT.maxAgeMs);
      isOn = false;
      const [rate] = await Promise.all([clicks, visits, reader]);
      expect([reads > 10, wrong]).toEqual([true, []]);
      await settled(shop);
      expect(await rowsOf('east', shop.product)).toEqual([MOVED_CONTACTS + shop.clicks, shop.orders]);
      process.stderr.write(
        `${MOVED_CONTACTS} contacts moved in ${(tookMs / 1000).toFixed(1)} s under ${rate.toFixed(0)} clicks/s, ${reads} looks at reports\n`,
      );

      const run = async (...words: string[]) =>
        (await promisify(execFile)(process.execPath, [command, ...words], { env: environment })).stdout;
      expect(await run('list')).toBe(
        'default  0 products, 0 of 1024 partitions\neast  2 products, 1024 of 1024 partitions\n',
      );
      expect(await run('move-partition', '0-3', '--to', 'east')).toBe(
        `Product 1 is on east already.\nProduct 2 is on east already.\nNew products of partition 0-3 are placed on east.\n`,
      );
      const clients = Object.entries(DATABASES).map(([name, database]) => ({
        name,
        columnar: connectColumnar({ socket: inject('stores').clickhouse }, database),
      })) as [Slice, Slice];
      const slices = createSlices(clients, parts.db);
      await expect
        .poll(
          async () => {
            await removeMovedRows({ ...parts, slices }, 2 * PLACEMENT.noticeMs + 5_000);
            return parts.db.select().from(productMove);
          },
          { timeout: 60_000, interval: 1_000 },
        )
        .toEqual([]);
      await visitAll([shop], 2);
      await settled(shop);
      expect(await rowsOf('default', shop.product)).toEqual([0, 0]);
      expect(await rowsOf('east', shop.product)).toEqual([MOVED_CONTACTS + shop.clicks, shop.orders]);
      for (const { columnar } of clients) await columnar.close();
    },
  );

  // In npm test, product-moves.test.ts holds what the command does, and npm-scripts.test.ts that it starts.
  test.runIf(isLong)(
    'the command for partitions moves what it can, lists what it cannot, and fails',
    async () => {
      const refused = await makeShop('refused');
      const moved = await makeShop('moved');
      await visitAll([moved], 2);
      await settled(moved);
      const now = firstIdAt(Date.now()).toString();
      const move = { source: 'east', target: 'default', bothFrom: now } as const;
      await parts.db.insert(productMove).values([
        { ...move, productId: refused.product, stage: 'cancelled', bothUntil: now, endedAt: new Date() },
        { ...move, productId: moved.product, stage: 'copying' },
      ]);
      const command = await operatorCommand('slices');
      const env = { ...process.env, ...shared, DATA_DIR: join(folder, 'operator') };
      const run = (...words: string[]) =>
        promisify(execFile)(process.execPath, [command, ...words], { env }).then(
          ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
          ({ code, stdout, stderr }: Readonly<Record<'code' | 'stdout' | 'stderr', unknown>>) => ({
            code,
            stdout,
            stderr,
          }),
        );
      const numbers = `${refused.product}-${moved.product}`;
      expect((await run('list')).stdout).toContain(
        `The move of product ${moved.product} from east to default was interrupted: continue with npm run move-product -- ${moved.product} --to default`,
      );
      expect(await run('move-partition', numbers, '--to', 'default')).toEqual({
        code: 1,
        stdout: expect.stringMatching(
          new RegExp(
            String.raw`^Product ${refused.product} stays: .*\n(?:.*\n)*Product ${moved.product} is on default\..*\nNew products of partition ${numbers} are placed on default\.\n$`,
          ),
        ),
        stderr: expect.stringContaining(
          `1 product was not moved to default:\n  product ${refused.product}: Product ${refused.product} moved a short time ago`,
        ),
      });
      expect((await run('list')).stdout).not.toMatch(/move/);
      await settled(moved);
      expect(await rowsOf('default', moved.product)).toEqual([moved.clicks, moved.orders]);
    },
  );
});
