import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { Pool } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connectColumnar } from '../../../server/store/clickhouse/connect.ts';
import type { Columnar } from '../../../server/store/clickhouse/engine/columnar.ts';
import { createPool } from '../../../server/store/postgres/engine/connect.ts';
import { hasOwnSchema } from '../../../server/store/postgres/engine/migrate.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { createRandom } from '../../support/generated-values.ts';
import { isLong } from '../../support/long.ts';
import { maintain } from '../../support/maintain.ts';
import { buildEarlierVersion, hasCommit } from '../../support/several-programs/earlier-version.ts';
import {
  expectedResults,
  expectNaiveReports,
  modelReports,
  readStoredResults,
  untilReported,
  visitDays,
} from '../../support/several-programs/expected-reports.ts';
import { type Answer, Programs } from '../../support/several-programs/programs.ts';
import { createShop, type NetworkShop } from '../../support/several-programs/shop.ts';
import { expectConserved } from '../../support/several-programs/stored-events.ts';
import { Visitors } from '../../support/several-programs/visitors.ts';

/** A commit with an earlier schema of PostgreSQL. Once versions are released, it is that of the last release. */
const EARLIER_VERSION = process.env['EARLIER_VERSION'] ?? '20c856c8d0889faca7171f29b0e5762e92bd23b9';
const hasEarlierVersion = await hasCommit(EARLIER_VERSION);
if (isLong && !hasEarlierVersion)
  process.stderr.write(`The rolling upgrade is not tried: this clone lacks the commit ${EARLIER_VERSION}.\n`);

/** Draws what visitors do, and the processes that are killed. */
const SEED = Number(process.env['FAULT_SEED'] ?? randomInt(2 ** 31));
/** Kills while both versions run. */
const KILLS = 10;
/** Visitors at a time, and the time between two visits: seldom, since a naive fold takes the square of their number. */
const [PLACES, VISITS_APART_MS] = [3, 1_500];
/** The time for which the processes run before the next step of the upgrade. */
const STEP_MS = 2_000;
const READS_APART_MS = 500;
/** It takes 20 s, and minutes on a busy machine. */
const BUILT_WITHIN_MS = 600_000;

const ROLES = {
  api: 'api',
  jobs: 'jobs',
  deriver: 'deriver',
  'collector-a': 'collector',
  'collector-b': 'collector',
} as const;
/** The processes of this version that run beside those of the earlier one. */
const ADDED = {
  'new-deriver': 'deriver',
  'new-jobs': 'jobs',
  'new-api': 'api',
  'new-collector': 'collector',
} as const;
const COLLECTORS = ['collector-a', 'collector-b', 'new-collector'] as const;
const APIS = ['api', 'new-api'] as const;

describe.runIf(isLong && hasEarlierVersion)(
  'an earlier version and this one, on the same stores, while all processes are upgraded under traffic',
  { timeout: 600_000 },
  () => {
    const database = `upgraded_${randomUUID().replaceAll('-', '')}`;
    let folder: string;
    let earlier: string;
    let programs: Programs;
    let columnar: Columnar;
    let pool: Pool;
    let shop: NetworkShop;
    let visitors: Visitors;
    const running = new Set<string>();

    const start = async (name: string) => {
      await programs.start(name);
      running.add(name);
    };

    beforeAll(async () => {
      process.stderr.write(`FAULT_SEED=${SEED}\n`);
      const { postgres, clickhouse } = inject('stores');
      folder = await mkdtemp(join(tmpdir(), 'touchpath-upgrade-'));
      earlier = join(folder, 'earlier');
      await maintain(postgres, `CREATE DATABASE ${database}`);
      pool = createPool({ ...postgres, database, max: 2 }, pino({ level: 'silent' }));
      columnar = connectColumnar({ socket: clickhouse }, database);
      programs = new Programs(
        folder,
        { postgres, clickhouse },
        { postgres: database, clickhouse: database, slice: null },
      );
      for (const [name, role] of Object.entries(ROLES)) {
        await programs.add(name, role);
        programs.setVersion(name, earlier);
      }
      await buildEarlierVersion(EARLIER_VERSION, earlier);
    }, BUILT_WITHIN_MS);
    afterAll(async () => {
      const { postgres, clickhouse } = inject('stores');
      await programs.close();
      await columnar.close();
      await pool.end();
      const server = connectColumnar({ socket: clickhouse }, 'default');
      await server.command({ query: `DROP DATABASE IF EXISTS ${database}` });
      await server.close();
      await maintain(postgres, `DROP DATABASE ${database} WITH (FORCE)`);
      await rm(folder, { recursive: true, force: true });
    });

    const periodOf = () => {
      const { from, to } = visitDays();
      return `product_id=${shop.product}&from=${from}&to=${to}`;
    };

    /** Reads reports at all processes with the API until it is ended. @returns the number of reads, and wrong figures */
    const readReports = async (isOn: () => boolean) => {
      const wrong: object[] = [];
      let reads = 0;
      while (isOn()) {
        for (const name of APIS.filter(one => running.has(one))) {
          const url = programs.urlOf(name);
          const answer = programs.call(name, 'GET', `analyses/ad_summaries/?${periodOf()}&axis=1`);
          const text = await answer.catch((error: unknown) => {
            // A process that is stopped ends the answers that take longer than two seconds.
            if (running.has(name) && programs.urlOf(name) === url) throw error;
            return null;
          });
          if (text === null) continue;
          const { clicks = 0, cv = 0 } = (JSON.parse(text) as Answer).totals;
          const sent = visitors.visits.reduce((sum, { contacts }) => sum + contacts.length, 0);
          // A click is stored before its visitor reads the answer.
          const maxClicks = sent + visitors.unknownClicks + PLACES;
          if (clicks > maxClicks || cv > maxClicks) wrong.push({ name, clicks, cv, sent });
          reads += 1;
        }
        await sleep(READS_APART_MS);
      }
      return { reads, wrong };
    };

    /** Visitors come and reports are read while `work` runs. What was acknowledged is conserved afterwards. */
    const underTraffic = async (work: () => Promise<void>): Promise<void> => {
      let isOn = true;
      visitors.start(PLACES, VISITS_APART_MS);
      const reading = readReports(() => isOn);
      // A failure is thrown where it is awaited.
      reading.catch(() => undefined);
      try {
        await work();
      } finally {
        isOn = false;
        await visitors.stop();
      }
      const { reads, wrong } = await reading;
      expect([reads > 0, wrong]).toEqual([true, []]);
      await expectConserved(columnar, visitors);
      expect(visitors.refusals).toEqual([]);
    };

    /** Expects the reports and results of processes to be those of a naive fold over the stored events. */
    const expectReports = async (names: readonly string[]) => {
      const stored = await expectConserved(columnar, visitors);
      for (const name of names) {
        await untilReported(programs, name, stored, shop);
        const answers: string[] = [];
        for (const path of modelReports(periodOf())) answers.push(await programs.call(name, 'GET', path));
        expectNaiveReports(answers, stored, shop);
      }
      expect(await readStoredResults({ db: drizzle(pool, { schema }) })).toEqual(
        expectedResults(stored, shop.links),
      );
    };

    test('the earlier version runs in all roles', async () => {
      await start('api');
      programs.shared['SECRETS_FILE'] = join(programs.folderOf('api'), 'secrets.json');
      await Promise.all(
        Object.keys(ROLES)
          .filter(name => name !== 'api')
          .map(start),
      );
      expect(await hasOwnSchema(pool)).toBe(false);
      await programs.signIn('api');
      shop = await createShop(programs, 'api');
      visitors = new Visitors(
        shop,
        () => COLLECTORS.filter(name => running.has(name)).map(name => programs.urlOf(name)),
        SEED,
      );
      await underTraffic(() => sleep(3 * STEP_MS));
      await expectReports(['api']);
    });

    test('processes of this version migrate the stores under traffic and share the work with those of the earlier one', async () => {
      const random = createRandom(SEED);
      await underTraffic(async () => {
        for (const [name, role] of Object.entries(ADDED)) {
          await programs.add(name, role);
          await start(name);
          await sleep(STEP_MS);
        }
        expect(await hasOwnSchema(pool)).toBe(true);
        // Each version takes over what the other one did, and the earlier one starts on the stores of this one.
        const victims = [...running].filter(name => !APIS.some(api => api === name));
        for (let kill = 0; kill < KILLS; kill += 1) {
          const victim = random.pick(victims);
          await programs.program(victim).kill();
          await sleep(random.below(STEP_MS));
          await programs.start(victim);
        }
        for (const name of COLLECTORS) {
          const acknowledged = () => visitors.acknowledged.get(programs.urlOf(name)) ?? 0;
          const before = acknowledged();
          await expect.poll(acknowledged).toBeGreaterThan(before + 5);
        }
      });
      await expectReports(APIS);
    });

    test('the processes of the earlier version are replaced one by one, and nothing is lost or counted twice', async () => {
      const replace = async (name: string, end: 'stop' | 'kill') => {
        const program = programs.program(name);
        running.delete(name);
        if (end === 'stop') expect([name, await program.stop()]).toEqual([name, 0]);
        else await program.kill();
        programs.setVersion(name);
        await start(name);
        await sleep(STEP_MS);
      };
      await underTraffic(async () => {
        // This version loads the journal that the earlier one leaves.
        await replace('collector-a', 'kill');
        for (const name of ['collector-b', 'jobs', 'deriver', 'api']) await replace(name, 'stop');
      });
      await expectReports(APIS);
    });
  },
);
