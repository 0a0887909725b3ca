import { execFile } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectColumnar } from '../../../server/store/clickhouse/connect.ts';
import type { Columnar } from '../../../server/store/clickhouse/engine/columnar.ts';
import { partitionSlice } from '../../../server/store/postgres/schema/index.ts';
import { PARTITIONS } from '../../../server/store/postgres/slices/placements.ts';
import { operatorCommand } from '../../support/child.ts';
import { createRandom } from '../../support/generated-values.ts';
import { isLong, limit } from '../../support/long.ts';
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
import { expectConserved } from '../../support/several-programs/stored-events.ts';
import { Visitors } from '../../support/several-programs/visitors.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/** Kills under load, each of a process that is drawn. */
const ROUNDS = isLong ? 100 : 10;
const OUTAGES_MS = [
  ['postgres', isLong ? 30_000 : 2_000],
  ['clickhouse', isLong ? 60_000 : 2_000],
] as const;
/** The silence of a network, and of a process. */
const PAUSE_MS = isLong ? 60_000 : 3_000;
/** The time for which the disk of a collector is full. */
const DISK_FULL_MS = isLong ? 60_000 : 2_000;
const SECOND = 1_000;
const HOUR_MS = 3_600_000;
/** Visitors at a time, and the time between two visits. The long form lasts longer, so its visitors come seldom. */
const [PLACES, VISITS_APART_MS] = isLong ? [4, 500] : [4, 100];
/** Draws the processes that are killed and what visitors do. */
const SEED = Number(process.env['FAULT_SEED'] ?? randomInt(2 ** 31));

const DATABASE = `several_${randomUUID().replaceAll('-', '')}`;
/** In the long form the product is on a slice beside the default one. */
const DATABASES = [DATABASE, `${DATABASE}_default`] as const;

const ROLES = {
  api: 'api',
  jobs: 'worker',
  deriver: 'deriver',
  'collector-a': 'collector',
  'collector-b': 'collector',
} as const;
const COLLECTORS = ['collector-a', 'collector-b'] as const;
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
    let columnar: Columnar;
    let shop: NetworkShop;
    let visitors: Visitors;
    /** Addresses of the collectors, which a test may replace. */
    let collectors = () => COLLECTORS.map(name => programs.urlOf(name));

    beforeAll(async () => {
      parts = await createTestParts();
      folder = await mkdtemp(join(tmpdir(), 'touchpath-several-'));
      const postgres = new URL(parts.settings.databaseUrl ?? '').pathname.slice(1);
      programs = new Programs(folder, inject('stores'), {
        postgres,
        clickhouse: isLong ? `${DATABASE}_default` : DATABASE,
        slice: isLong ? DATABASE : null,
      });
      for (const [name, role] of Object.entries(ROLES))
        await programs.add(name, role, CLOCK_OFFSETS_MS[name]);
      if (isLong) await programs.add('second-worker', 'worker');
      columnar = connectColumnar({ socket: inject('stores').clickhouse }, DATABASE);
      if (!isLong) return;
      await parts.db
        .insert(partitionSlice)
        .values(Array.from({ length: PARTITIONS }, (_, partition) => ({ partition, slice: 'east' })));
    });
    afterAll(async () => {
      await programs.close();
      await columnar.close();
      const server = connectColumnar({ socket: inject('stores').clickhouse }, 'default');
      for (const name of DATABASES) await server.command({ query: `DROP DATABASE IF EXISTS ${name}` });
      await server.close();
      await rm(folder, { recursive: true, force: true });
      await parts.close();
    });

    /** Visitors come while `work` runs, and everything that they caused is conserved afterwards. */
    const underLoad = async (work: () => Promise<void>): Promise<void> => {
      const before = visitors.orders;
      visitors.start(PLACES, VISITS_APART_MS);
      try {
        await expect.poll(() => visitors.orders - before, { timeout: 60_000 }).toBeGreaterThan(5);
        await work();
      } finally {
        await visitors.stop();
      }
      await expectConserved(columnar, visitors);
      expect(visitors.refusals).toEqual([]);
    };

    test('each process answers for its roles only, and a collector with other keys is refused', async () => {
      process.stderr.write(`FAULT_SEED=${SEED}\n`);
      await programs.start('api');
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
      shop = await createShop(programs, 'api');
      visitors = new Visitors(shop, () => collectors(), SEED);
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

    test('no event is lost or counted twice while a store is away', async () => {
      await underLoad(async () => {
        for (const [store, outageMs] of OUTAGES_MS) {
          const before = visitors.orders;
          await programs.disconnect(store, outageMs);
          // The collectors answer meanwhile, also where they log their first error, whose stack trace needs the source map.
          expect(visitors.orders - before).toBeGreaterThan(isLong ? 5 : 0);
        }
      });
    });

    test('no event is lost or counted twice when a network or a process pauses', async () => {
      const acknowledgedBy = (name: string) => visitors.acknowledged.get(programs.urlOf(name)) ?? 0;
      await underLoad(async () => {
        const before = acknowledgedBy('collector-a');
        await Promise.all([
          programs.pauseNetwork('collector-a', PAUSE_MS),
          programs.freeze('deriver', PAUSE_MS),
          // What it accepts waits for its network.
          sleep(PAUSE_MS / 2).then(async () => {
            const metrics = await (await fetch(`${programs.urlOf('collector-a')}/metrics`)).text();
            expect(metrics).toMatch(/^touchpath_journal_backlog_bytes\{slice="[a-z]+"\} [1-9]/m);
          }),
        ]);
        expect(acknowledgedBy('collector-a') - before).toBeGreaterThan(5);
        const frozen = programs.freeze('collector-b', PAUSE_MS);
        // Answers under way arrive.
        await sleep(100);
        const silent = acknowledgedBy('collector-b');
        await frozen;
        expect(acknowledgedBy('collector-b')).toBe(silent);
      });
    });

    test('a collector whose disk is full refuses everything, and the other one loses nothing and counts nothing twice', async () => {
      const acknowledgedBy = (name: string) => visitors.acknowledged.get(programs.urlOf(name)) ?? 0;
      const full = programs.urlOf('collector-a');
      await underLoad(async () => {
        await programs.fillDisk('collector-a', true);
        // Answers under way arrive.
        await sleep(100);
        const before = COLLECTORS.map(acknowledgedBy);
        await sleep(DISK_FULL_MS);
        await expect.poll(() => acknowledgedBy('collector-b')).toBeGreaterThan((before[1] ?? 0) + 5);
        expect(acknowledgedBy('collector-a')).toBe(before[0]);
        expect((await fetch(`${full}/readyz`)).status).toBe(503);
        await programs.fillDisk('collector-a', false);
        const freed = COLLECTORS.map(acknowledgedBy);
        await expect
          .poll(() => COLLECTORS.map(acknowledgedBy).every((now, n) => now > (freed[n] ?? 0) + 5), {
            timeout: 30_000,
          })
          .toBe(true);
        const refusals = visitors.refusals.splice(0);
        expect(refusals.length).toBeGreaterThan(5);
        expect(refusals).toEqual(refusals.map(() => ({ url: full, status: 503 })));
      });
    });

    test('no event is lost, counted twice or out of order when a clock is set back', async () => {
      await underLoad(async () => {
        await programs.setClock('collector-b', -2 * HOUR_MS);
        await sleep(2 * SECOND);
      });
    });

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
              const acknowledged = () => visitors.acknowledged.get(url) ?? 0;
              const least = acknowledged() + 3;
              await expect.poll(acknowledged, { timeout: 10_000 }).toBeGreaterThan(least);
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
      for (const table of ['contact', 'access', 'conversion', 'impression'])
        await parts.columnar.command({ query: `INSERT INTO ${table} SELECT * FROM ${DATABASE}.${table}` });
      const { COLUMNAR_DATABASE: clickhouse = '' } = await parts.environment();
      await programs.add('single', 'all', 0, { clickhouse, slice: null });
      await programs.start('single');
    };

    test('reports and results are those of a single process and of a naive fold over the same events', async () => {
      const stored = await expectConserved(columnar, visitors);
      const { from, to } = visitDays();
      const period = `product_id=${shop.product}&from=${from}&to=${to}`;
      await programs.signIn('api');
      await untilReported(programs, 'api', stored, shop);
      const answers = await readAnswers('api', period);
      const results = await readStoredResults(parts);
      expect(results).toEqual(expectedResults(stored, shop.links));
      expectNaiveReports(
        answers.map(([, text]) => text),
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

      await startSingle();
      await programs.signIn('single');
      await untilReported(programs, 'single', stored, shop);
      expect(await readStoredResults(parts)).toEqual(results);
      expect(await readAnswers('single', period)).toEqual(answers);
    });
  },
);
