import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectColumnar } from '../../../server/store/clickhouse/connect.ts';
import type { Columnar } from '../../../server/store/clickhouse/engine/columnar.ts';
import {
  startClickHouse,
  type EmbeddedClickHouse,
} from '../../../server/store/clickhouse/engine/supervisor.ts';
import { partitionSlice } from '../../../server/store/postgres/schema/index.ts';
import { PARTITIONS } from '../../../server/store/postgres/slices/placements.ts';
import { operatorCommand } from '../../support/child.ts';
import { createRandom } from '../../support/generated-values.ts';
import { isLong, limit } from '../../support/long.ts';
import { ownFolder } from '../../support/own-folder.ts';
import { startCollectorProcesses } from '../../support/several-programs/collector-processes.ts';
import {
  expectedResults,
  expectNaiveReports,
  modelReports,
  readStoredResults,
  untilReported,
  visitDays,
} from '../../support/several-programs/expected-reports.ts';
import { Programs } from '../../support/several-programs/programs.ts';
import { createShop, type NetworkShop } from '../../support/several-programs/shop.ts';
import {
  copyRows,
  expectConserved,
  type StoredEvents,
} from '../../support/several-programs/stored-events.ts';
import { Visitors } from '../../support/several-programs/visitors.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** Kills under load, each of a process that is drawn. */
const ROUNDS = isLong ? 100 : 4;
const OUTAGES_MS = [
  ['postgres', 30_000],
  ['clickhouse', 60_000],
] as const;
/** The silence of a network, and of a process. */
const PAUSE_MS = 60_000;
/** The time for which the disk of a collector is full. */
const DISK_FULL_MS = isLong ? 60_000 : 500;
const SECOND = 1_000;
const HOUR_MS = 3_600_000;
/** Visitors at a time, and the time between two visits. The long form lasts longer, so its visitors come seldom. */
const [PLACES, VISITS_APART_MS] = isLong ? [4, 500] : [4, 100];
/** Draws the processes that are killed and what visitors do. */
const SEED = Number(process.env['FAULT_SEED'] ?? randomInt(2 ** 31));

const DATABASE = `several_${randomUUID().replaceAll('-', '')}`;
/** Kills of the ClickHouse server of a slice, and the longest time between two. */
const ENGINE_KILLS = 10;
const ENGINE_KILLS_APART_MS = 3_000;
/** In the long form products with odd ids are on the slice `east`, a ClickHouse of its own. */
const isOnEast = (id: number): boolean => isLong && id % 2 === 1;

const ROLES = {
  api: 'api',
  jobs: 'worker',
  deriver: 'deriver',
  'collector-a': 'collector',
  'collector-b': 'collector',
} as const;
const COLLECTORS = ['collector-a', 'collector-b'] as const;
/** A product with its visitors, and the store of its slice, in which no other product is. */
interface Traffic {
  readonly shop: NetworkShop;
  readonly visitors: Visitors;
  readonly columnar: Columnar;
}

/** The clocks of the collectors differ. */
const CLOCK_OFFSETS_MS: Readonly<Record<string, number>> = { 'collector-a': 5 * SECOND };

describe(
  'two collectors, two derivers, a process for jobs and one for the API, on the same stores',
  {
    timeout: limit(240_000),
  },
  () => {
    let parts: TestParts;
    let folder: string;
    let programs: Programs;
    /** The ClickHouse of the slice `east`, in the long form. */
    let east: EmbeddedClickHouse | undefined;
    /** In the long form a product on each slice, otherwise one. */
    const traffic: Traffic[] = [];
    /** Addresses of the collectors, which a test may replace. */
    let collectors = () => COLLECTORS.map(name => programs.urlOf(name));

    beforeAll(async () => {
      parts = await createTestParts();
      folder = await mkdtemp(join(tmpdir(), 'touchpath-several-'));
      const postgres = new URL(parts.settings.databaseUrl ?? '').pathname.slice(1);
      if (isLong) east = await startClickHouse(ownFolder(join(folder, 'east')), pino({ level: 'silent' }));
      programs = new Programs(
        folder,
        { ...inject('stores'), ...(east !== undefined && { slice: east.socket }) },
        { postgres, clickhouse: DATABASE, slice: isLong ? DATABASE : null },
      );
      for (const [name, role] of Object.entries(ROLES))
        await programs.add(name, role, CLOCK_OFFSETS_MS[name]);
      if (!isLong) return;
      await programs.add('second-worker', 'worker');
      const partitions = Array.from({ length: PARTITIONS }, (_, partition) => partition);
      await parts.db
        .insert(partitionSlice)
        .values(partitions.filter(isOnEast).map(partition => ({ partition, slice: 'east' })));
    });
    afterAll(async () => {
      await programs.close();
      for (const { columnar } of traffic) await columnar.close();
      const server = connectColumnar({ socket: inject('stores').clickhouse }, 'default');
      await server.command({ query: `DROP DATABASE IF EXISTS ${DATABASE}` });
      await server.close();
      await east?.stop();
      await rm(folder, { recursive: true, force: true });
      await parts.close();
    });

    const refusals = () => traffic.flatMap(({ visitors }) => visitors.refusals);
    const orders = () => traffic.map(({ visitors }) => visitors.orders);
    const totalOrders = () => orders().reduce((sum, count) => sum + count, 0);
    const acknowledgedBy = (url: string) =>
      traffic.reduce((sum, { visitors }) => sum + (visitors.acknowledged.get(url) ?? 0), 0);
    /** Adds a product and its visitors, which `underLoad` lets come. */
    const addTraffic = async (): Promise<void> => {
      const shop = await createShop(programs, 'api');
      const socket = isOnEast(shop.product) ? east?.socket : undefined;
      traffic.push({
        shop,
        visitors: new Visitors(shop, () => collectors(), SEED + traffic.length),
        columnar: connectColumnar({ socket: socket ?? inject('stores').clickhouse }, DATABASE),
      });
    };

    /** Visitors of each product come while `work` runs, and everything that they caused is conserved afterwards. */
    const underLoad = async (work: () => Promise<void>): Promise<void> => {
      const before = orders();
      for (const { visitors } of traffic) visitors.start(PLACES, VISITS_APART_MS);
      try {
        await expect
          .poll(() => orders().map((count, n) => count - (before[n] ?? 0) > 5), { timeout: 60_000 })
          .toEqual(traffic.map(() => true));
        await work();
      } finally {
        await Promise.all(traffic.map(({ visitors }) => visitors.stop()));
      }
      for (const { columnar, visitors } of traffic) await expectConserved(columnar, visitors);
      expect(refusals()).toEqual([]);
    };

    test(`each process answers for its roles only${isLong ? ', and a collector with other keys is refused' : ''}`, async () => {
      process.stderr.write(`FAULT_SEED=${SEED}\n`);
      await programs.start('api');
      // In npm test, collector-group.test.ts refuses one in this process.
      if (isLong)
        await expect(programs.start('collector-a')).rejects.toThrow(
          /collector-a\/secrets\.json differs from the keys of/,
        );
      programs.shared['SECRETS_FILE'] = join(programs.folderOf('api'), 'secrets.json');
      await Promise.all(programs.names.filter(name => name !== 'api').map(name => programs.start(name)));
      const status = async (name: string, path: string) =>
        (await fetch(`${programs.urlOf(name)}${path}`)).status;
      expect(
        await Promise.all(
          ['/', '/api/v1/auth/signin/', '/readyz', '/r/none'].map(path => status('api', path)),
        ),
      ).toEqual([200, 404, 200, 404]);
      expect(
        await Promise.all(
          ['/', '/api/v1/products/', '/graphql', '/readyz'].map(path => status('collector-a', path)),
        ),
      ).toEqual([404, 404, 404, 200]);
      const partsOf = async (name: string): Promise<readonly string[]> => {
        const ready = (await (await fetch(`${programs.urlOf(name)}/readyz`)).json()) as { parts: object };
        return Object.keys(ready.parts).toSorted();
      };
      const collecting = ['clickhouse', 'journal', 'loader', 'postgresql', 'settings'];
      expect(await partsOf('collector-b')).toEqual(collecting);
      expect(await partsOf('deriver')).toEqual(['derivation', ...collecting].toSorted());
      expect(await partsOf('jobs')).toEqual(['derivation', 'jobs', ...collecting].toSorted());

      await programs.signIn('api');
      for (let n = 0; n < (isLong ? 2 : 1); n += 1) await addTraffic();
      expect(traffic.map(({ shop }) => isOnEast(shop.product))).toEqual(isLong ? [true, false] : [false]);
    });

    test.runIf(isLong)(
      'a collector without a number that starts while PostgreSQL is unavailable ends with the code of a fault, and then has its own',
      async () => {
        await programs.add('late', 'collector');
        await programs.start('late');
        const identityFile = join(programs.folderOf('late'), 'journal/collector.json');
        expect(await programs.program('late').stop()).toBe(0);
        // As of a version whose folders had no numbers.
        await rm(identityFile);
        const [network] = programs.networks('postgres', 'late');
        await network?.reach(false);
        await programs.start('late');
        await network?.reach(true);
        expect(await programs.program('late').ended).toBe(70);
        expect(programs.program('late').output()).toContain('Another program has the collector number 0');
        await programs.start('late');
        const { number } = JSON.parse(await readFile(identityFile, 'utf8')) as { readonly number: number };
        expect(number).toBeGreaterThan(0);
        expect(await programs.program('late').stop()).toBe(0);
      },
    );

    test('no event is lost or counted twice when any process is killed under load', async () => {
      const random = createRandom(SEED);
      const victims = programs.names.filter(name => name !== 'late');
      const starts = new Map<string, Promise<void>>();
      await underLoad(async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const victim = random.pick(victims);
          const delays = [random.below(SECOND / 2), random.below(SECOND / 2)];
          await starts.get(victim);
          await sleep(delays[0]);
          await programs.program(victim).kill();
          // The next one dies while this one starts.
          starts.set(
            victim,
            sleep(delays[1]).then(() => programs.start(victim)),
          );
        }
        await Promise.all(starts.values());
      });
    });

    // In npm test, slices.test.ts has a store away under two collectors, and store-unavailable.test.ts both stores.
    test.runIf(isLong)('no event is lost or counted twice while a store is away', async () => {
      await underLoad(async () => {
        for (const [store, outageMs] of OUTAGES_MS) {
          const before = totalOrders();
          await programs.disconnect(store, outageMs);
          // The collectors answer meanwhile, also where they log their first error, whose stack trace needs the source map.
          expect(totalOrders() - before).toBeGreaterThan(5);
        }
      });
    });

    test.runIf(isLong)(
      'no event is lost or counted twice when the ClickHouse server of a slice is killed under load',
      async () => {
        const random = createRandom(SEED);
        const serverId = () => east?.pid() ?? 0;
        await underLoad(async () => {
          for (let kill = 0; kill < ENGINE_KILLS; kill += 1) {
            await sleep(random.below(ENGINE_KILLS_APART_MS));
            const [killed, before] = [serverId(), totalOrders()];
            process.kill(killed, 'SIGKILL');
            // It is started again at once, and loads its data.
            await expect
              .poll(() => serverId() !== killed && serverId() !== 0, { timeout: 30_000 })
              .toBe(true);
            await expect.poll(totalOrders, { timeout: 30_000 }).toBeGreaterThan(before);
          }
        });
      },
    );

    test.runIf(isLong)('no event is lost or counted twice when a network or a process pauses', async () => {
      const acknowledged = (name: string) => acknowledgedBy(programs.urlOf(name));
      await underLoad(async () => {
        const before = acknowledged('collector-a');
        await Promise.all([
          programs.pauseNetwork('collector-a', PAUSE_MS),
          programs.freeze('deriver', PAUSE_MS),
          // What it accepts waits for its network.
          sleep(PAUSE_MS / 2).then(async () => {
            const metrics = await (await fetch(`${programs.urlOf('collector-a')}/metrics`)).text();
            expect(metrics).toMatch(/^touchpath_journal_backlog_bytes\{slice="[a-z]+"\} [1-9]/m);
          }),
        ]);
        expect(acknowledged('collector-a') - before).toBeGreaterThan(5);
        const frozen = programs.freeze('collector-b', PAUSE_MS);
        // Answers under way arrive.
        await sleep(100);
        const silent = acknowledged('collector-b');
        await frozen;
        expect(acknowledged('collector-b')).toBe(silent);
      });
    });

    test('a collector whose disk is full refuses everything, and the other one loses nothing and counts nothing twice', async () => {
      const acknowledged = (name: string) => acknowledgedBy(programs.urlOf(name));
      const full = programs.urlOf('collector-a');
      await underLoad(async () => {
        await programs.fillDisk('collector-a', true);
        // Answers under way arrive.
        await sleep(100);
        const before = COLLECTORS.map(acknowledged);
        await sleep(DISK_FULL_MS);
        await expect.poll(() => acknowledged('collector-b')).toBeGreaterThan((before[1] ?? 0) + 5);
        await expect.poll(() => refusals().length).toBeGreaterThan(5);
        expect(acknowledged('collector-a')).toBe(before[0]);
        for (const path of ['/readyz', '/readyz/collector'])
          expect((await fetch(full + path)).status, path).toBe(503);
        await programs.fillDisk('collector-a', false);
        const freed = COLLECTORS.map(acknowledged);
        await expect
          .poll(() => COLLECTORS.map(acknowledged).every((now, n) => now > (freed[n] ?? 0) + 5), {
            timeout: 30_000,
          })
          .toBe(true);
        await expect.poll(async () => (await fetch(`${full}/readyz/collector`)).status).toBe(200);
        const refused = traffic.flatMap(({ visitors }) => visitors.refusals.splice(0));
        expect(refused).toEqual(refused.map(() => ({ url: full, status: 503 })));
      });
    });

    // In npm test, installation-life.test.ts sets the clock back, and the clocks of the collectors above differ.
    test.runIf(isLong)(
      'no event is lost, counted twice or out of order when a clock is set back',
      async () => {
        await underLoad(async () => {
          await programs.setClock('collector-b', -2 * HOUR_MS);
          await sleep(2 * SECOND);
        });
      },
    );

    test.runIf(isLong)(
      'of two processes of COLLECTOR_PROCESSES the killed one is started again alone',
      async () => {
        await programs.add('pair', 'collector');
        const pair = await startCollectorProcesses({
          ...programs.environmentOf('pair'),
          DATA_DIR: programs.folderOf('pair'),
        });
        const others = collectors;
        try {
          await pair.untilAnswering();
          collectors = () => [...pair.urls];
          await underLoad(async () => {
            const before = await pair.processIds();
            const [, victim] = before;
            if (victim === undefined) throw new Error('the second process is not found');
            process.kill(victim, 'SIGKILL');
            await expect.poll(() => pair.isAnswering(pair.urls[1])).toBe(false);
            await pair.untilAnswering();
            const after = await pair.processIds();
            expect([after[0], after[1] === victim, after[1] === undefined]).toEqual([
              before[0],
              false,
              false,
            ]);
            expect(pair.output().match(/is restarted/g)).toHaveLength(1);
            // Each takes visits again.
            for (const url of pair.urls) {
              const acknowledged = () => acknowledgedBy(url);
              const least = acknowledged() + 3;
              await expect.poll(acknowledged).toBeGreaterThan(least);
            }
          });
        } finally {
          collectors = others;
          expect(await pair.stop()).toBe(0);
        }
      },
    );

    /** Reports by several axes, models and rules, and the logs. */
    const pathsOf = (period: string) => [
      ...modelReports(period),
      `analyses/attributions/?${period}&axis=0&axes=device,ad&model=3`,
      `analyses/attributions/?${period}&axis=0&axes=hour&evaluation=2`,
      `analyses/effects/?${period}&axis=1`,
      `analyses/models/?${period}&axis=1`,
      `analyses/paths/?${period}&axis=1`,
      `analyses/cv_info/?${period}`,
      `analyses/time_series/?${period}&step=day`,
      `logs/interactions/?${period}&limit=500`,
      `logs/conversions/?${period}&limit=500`,
    ];
    const readAnswers = async (name: string, period: string) => {
      const answers: [string, string][] = [];
      for (const path of pathsOf(period)) answers.push([path, await programs.call(name, 'GET', path)]);
      return answers;
    };

    /** Copies the events to stores without results and rollups, of which a single process makes its own. */
    const startSingle = async () => {
      expect(new Set(await programs.stop())).toEqual(new Set([0]));
      await parts.db.transaction(async tx => {
        // The ledger refuses deletions otherwise.
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(sql`truncate result, bookmark, late_conversion, judged_conversion, result_change, result_sum,
        result_cost_change, partition_slice, product_slice, slice_watermark cascade`);
      });
      for (const { columnar } of traffic)
        for (const table of ['contact', 'access', 'conversion', 'impression'])
          await copyRows(columnar, parts.columnar, table);
      const { COLUMNAR_DATABASE: clickhouse = '' } = await parts.environment();
      await programs.add('single', 'all', 0, { clickhouse, slice: null });
      await programs.start('single');
    };

    test('reports and results are those of a naive fold over the same events, and in the long form of a single process', async () => {
      const { from, to } = visitDays();
      const periodOf = ({ product }: NetworkShop) => `product_id=${product}&from=${from}&to=${to}`;
      const read = async (name: string) => {
        const answers: (readonly [string, string])[][] = [];
        for (const { shop, stored } of found) {
          await untilReported(programs, name, stored, shop);
          answers.push(await readAnswers(name, periodOf(shop)));
        }
        return answers;
      };
      const found: { readonly shop: NetworkShop; readonly stored: StoredEvents }[] = [];
      for (const { shop, columnar, visitors } of traffic)
        found.push({ shop, stored: await expectConserved(columnar, visitors) });
      await programs.signIn('api');
      const answers = await read('api');
      const results = await readStoredResults(parts);
      expect(results).toEqual(
        found
          .flatMap(({ shop, stored }) => expectedResults(stored, shop.links))
          .toSorted((a, b) => Number(BigInt(a.conversion) - BigInt(b.conversion))),
      );
      for (const [n, { shop, stored }] of found.entries())
        expectNaiveReports(
          (answers[n] ?? []).map(([, text]) => text),
          stored,
          shop,
        );

      // An operator sees all; nobody waits for those that accept no events.
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [await operatorCommand('collectors'), 'list'],
        { env: { ...process.env, ...programs.environmentOf('api'), DATA_DIR: join(folder, 'operator') } },
      );
      expect(
        stdout.match(/^\d {2}\S+ {2}loaded up to \S+(?:, into east up to \S+)?, last report \S+$/gm),
      ).toHaveLength(2);
      // The program that started late has had two numbers, and the pair has two folders.
      const second = programs.names.filter(name => name === 'late' || name === 'pair');
      expect(stdout.match(/^\d {2}\S+ {2}no events to load, last report \S+$/gm)).toHaveLength(
        programs.names.length - COLLECTORS.length + second.length,
      );

      if (!isLong) return;
      await startSingle();
      await programs.signIn('single');
      expect(await read('single')).toEqual(answers);
      expect(await readStoredResults(parts)).toEqual(results);
    });
  },
);
