import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { diagnose, type InstallationFacts, type SliceFacts } from '../../../server/health/diagnosis.ts';
import { readInstallationFacts } from '../../../server/health/installation-facts.ts';
import { DAY, MINUTE } from '../../../server/platform/time.ts';
import { createResultWorker } from '../../../server/results/result-worker.ts';
import { createDeriver } from '../../../server/rollups/deriver.ts';
import { claimMails, orderMail, postponeMail } from '../../../server/store/postgres/accounts/mails.ts';
import {
  asp,
  decision,
  mail,
  notification,
  notificationAttempt,
  result,
} from '../../../server/store/postgres/schema/index.ts';
import { registerCollector } from '../../../server/store/postgres/tracking/collectors.ts';
import { type CollectorApp, createCollectorApp } from '../../support/collector-app.ts';
import { writeEvents } from '../../support/measured.ts';

const NOW = Date.parse('2026-11-20T00:00:00Z');
const SOUND_SLICE: SliceFacts = {
  name: 'default',
  schema: { missing: [], isMigrated: true },
  hasOldUnevaluated: false,
  productsBehind: [],
  productsOutdated: [],
  productsDiffering: [],
  productsWithLeftRows: [],
  tablesLeft: 0,
};
const slice = (facts: Partial<SliceFacts>) => ({ slices: [{ ...SOUND_SLICE, ...facts }] });
const HEALTHY: InstallationFacts = {
  dataDir: '/data',
  freeBytes: 100,
  totalBytes: 1_000,
  journal: { bytes: 0, ageMs: 0 },
  rejectedRows: 0,
  damagedLines: 0,
  unfinishedMove: null,
  ...slice({}),
  interruptedMoves: [],
  movesLeft: [],
  lateErasures: 0,
  networkFailures: [],
  deadMails: 0,
  lateMails: 0,
  collectors: [],
};
const collectorSeen = (ago: number, isWaitedFor = true) => [
  { number: 3, host: 'one', seenAt: NOW - ago, isWaitedFor },
];

describe('the diagnosis', () => {
  it.each<[string, Partial<InstallationFacts>]>([
    ['an installation without faults', {}],
    ['events that are being loaded', { journal: { bytes: 10, ageMs: 15 * MINUTE } }],
    ['an empty journal of long ago', { journal: { bytes: 0, ageMs: 60 * MINUTE } }],
    ['a collector that reported a minute ago', { collectors: collectorSeen(MINUTE) }],
    ['a collector that nobody waits for', { collectors: collectorSeen(60 * MINUTE, false) }],
  ])('has nothing to say about %s', (_what, facts) => {
    expect(diagnose({ ...HEALTHY, ...facts }, NOW)).toEqual([]);
  });

  it.each<[Partial<InstallationFacts>, string, string]>([
    [{ freeBytes: 99 }, 'The disk of /data', 'space'],
    [{ unfinishedMove: 'CLICKHOUSE_URL' }, 'CLICKHOUSE_URL is not complete', 'npm run migrate-data'],
    [{ journal: { bytes: 1, ageMs: 15 * MINUTE + 1 } }, 'Accepted events (1 bytes)', 'Start the program'],
    [{ rejectedRows: 1 }, 'refused 1 accepted event.', 'npm run replay-rejected'],
    [{ damagedLines: 2 }, 'damaged 2 accepted events', 'Check the disk'],
    [slice({ hasOldUnevaluated: true }), 'no results', 'worker'],
    [
      { networkFailures: [{ company: 'acme', networkId: 7, network: '網', notifications: 2 }] },
      '2 to 網 (network 7 of acme).',
      'resend',
    ],
    [{ deadMails: 1 }, '1 mail failed', 'the address of the recipient'],
    [{ lateMails: 2 }, '2 mails of more than a quarter of an hour ago', 'SMTP_URL'],
    [
      slice({ productsBehind: [7, 9] }),
      '2 products lack events of more than a quarter of an hour ago (7, 9)',
      'worker',
    ],
    [
      slice({ schema: { missing: ['contact.ip'], isMigrated: true } }),
      'lacks contact.ip',
      'start the program of the new version',
    ],
    [slice({ schema: { missing: [], isMigrated: false } }), 'not those of this version', 'start the program'],
    [slice({ productsOutdated: [7] }), '1 product (7) follow other rules', 'deriver'],
    [slice({ productsDiffering: [7] }), 'reports are wrong', 'npm run doctor -- --mend'],
    [slice({ productsWithLeftRows: [7] }), 'no report reads', 'deriver'],
    [slice({ tablesLeft: 40 }), '40 staging tables', 'deriver'],
    [
      { interruptedMoves: [{ productId: 7, target: 'east' }] },
      'product 7 to east was interrupted',
      'npm run move-product -- 7 --to east, or npm run move-product -- 7 --cancel',
    ],
    [{ movesLeft: [7] }, '1 product (7) are still on the slices', 'jobs'],
    [{ lateErasures: 1 }, '1 request to erase a visitor', 'jobs'],
    [{ collectors: collectorSeen(MINUTE + 1) }, 'Collector 3 on one has not reported', 'abandon 3'],
  ])('says what mends %j', (facts, what, remedy) => {
    expect(diagnose({ ...HEALTHY, ...facts }, NOW)).toEqual([
      {
        what: expect.stringContaining(what),
        remedy: expect.stringContaining(remedy),
        // Either a task, or the reason why there is none.
        mend: expect.toSatisfy((mend: unknown) => typeof mend === 'object' || String(mend).endsWith('.')),
      },
    ]);
  });
});

describe('the facts of an installation', () => {
  let made: CollectorApp;
  let folder: string;
  const file = (name: string) => join(folder, name);
  const read = (now: number) => readInstallationFacts(made.parts, folder, now);

  beforeAll(async () => {
    made = await createCollectorApp();
    folder = await mkdtemp(join(tmpdir(), 'touchpath-doctor-'));
    await mkdir(file('journal'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
    await made.close();
  });

  it('tell results and rollups that are behind, until they are made', async () => {
    const { parts, shop } = made;
    const at = parts.clock.now();
    parts.clock.set(at);
    const event = { product: shop.shop.id, visitor: 1, ts: at, ip: '203.0.113.9', bot: false };
    await writeEvents(parts, {
      contacts: [{ ...event, id: parts.ids.next(), ad: shop.plainAd.id, repeated: false, cost: 0 }],
      conversions: [{ ...event, id: parts.ids.next(), last: true, amount: 7 }],
    });
    const slices = (hasOldUnevaluated: boolean, productsBehind: readonly number[]) => ({
      slices: [{ hasOldUnevaluated, productsBehind }],
    });
    const quiet = { ...slices(false, []), rejectedRows: 0, unfinishedMove: null };
    expect(await read(at + 15 * MINUTE)).toMatchObject(quiet);
    const late = at + 15 * MINUTE + 1;
    expect(await read(late)).toMatchObject(slices(true, [shop.shop.id]));

    const deriver = createDeriver(parts);
    await deriver.refresh();
    await deriver.close();
    await createResultWorker(parts).run(parts.ids.next(), new AbortController().signal);
    expect(await read(late)).toMatchObject(quiet);
  });

  it('tell mails that wait for longer than a quarter of an hour', async () => {
    const { db, clock } = made.parts;
    const at = clock.now();
    await orderMail(db, { kind: 'invitation', companyId: 1, invitationId: 1 }, new Date(at));
    expect(await read(at + 15 * MINUTE)).toMatchObject({ lateMails: 0 });
    expect(await read(at + 15 * MINUTE + 1)).toMatchObject({ lateMails: 1 });
    await db.delete(mail);
  });

  // Until it was removed after 30 days, one address that does not exist made every check of the installation fail.
  it('tell a mail that was given up for three days', async () => {
    const { db, clock } = made.parts;
    const at = clock.now();
    await orderMail(db, { kind: 'invitation', companyId: 1, invitationId: 1 }, new Date(at));
    const leaseUntil = new Date(at + MINUTE);
    const times = { now: new Date(at), leaseUntil, ahead: new Date(at + DAY) };
    const places = { mails: 1, reports: 1, reportsOfCompany: 1, busy: {} };
    const [claimed] = await claimMails(db, times, places);
    await postponeMail(db, claimed!, null);
    const failedAt = leaseUntil.getTime();
    expect(await read(failedAt + 3 * DAY)).toMatchObject({ deadMails: 1 });
    expect(await read(failedAt + 3 * DAY + 1)).toMatchObject({ deadMails: 0 });
    await db.delete(mail);
  });

  // It named none, and one network that does not exist any more made every check of the installation fail for ever.
  it('tell for three days which networks notifications failed to reach, unless the network was deleted', async () => {
    const { parts, shop } = made;
    const { db } = parts;
    const at = parts.clock.now();
    const { companyId, id: productId } = shop.shop;
    const [added] = await db.insert(asp).values({ companyId, productId, name: '網' }).returning();
    const network = added!.id;
    const [judged] = await db
      .insert(result)
      .values({
        companyId,
        productId,
        aspId: network,
        resultType: 1,
        conversionId: '1',
        cvTime: new Date(at),
        ipAddress: '203.0.113.9',
        approvalStatus: 1,
      })
      .returning();
    const resultId = judged!.id;
    const [decided] = await db
      .insert(decision)
      .values({ companyId, resultId, version: 99, toStatus: 1 })
      .returning();
    const [sent] = await db
      .insert(notification)
      .values({
        companyId,
        productId,
        aspId: network,
        resultId,
        decisionId: decided!.id,
        url: 'https://net.example/',
        state: 'dead',
        attempts: 2,
        createdAt: new Date(at - 9 * DAY),
      })
      .returning();
    for (const [number, agoMs] of [
      [1, 9 * DAY],
      [2, 0],
    ] as const)
      await db.insert(notificationAttempt).values({
        notificationId: sent!.id,
        number,
        companyId,
        success: false,
        executedAt: new Date(at - agoMs),
      });
    const named = [{ company: 'é商店', networkId: network, network: '網', notifications: 1 }];
    expect(await read(at + 3 * DAY)).toMatchObject({ networkFailures: named });
    expect(await read(at + 3 * DAY + 1)).toMatchObject({ networkFailures: [] });
    await db.update(asp).set({ status: false }).where(eq(asp.id, network));
    expect(await read(at)).toMatchObject({ networkFailures: [] });
  });

  it('tell what the folder of the program has', async () => {
    const now = Date.now();
    const [loaded, current, later] = [1, 2, 3].map(n => `00000000000${n}-aaaaaaaaaaaa.ndjson`) as [
      string,
      string,
      string,
    ];
    for (const [name, minutes] of [
      [loaded, 90],
      [current, 60],
      [later, 30],
    ] as const) {
      await writeFile(file(`journal/${name}`), 'x'.repeat(100));
      await utimes(file(`journal/${name}`), now / 1000, (now - minutes * MINUTE) / 1000);
    }
    const progress = { segment: current, from: 40, to: 40, careful: false };
    await writeFile(
      file('journal/position.json'),
      JSON.stringify({
        format: 2,
        lastNumber: 3,
        watermark: '0',
        current: progress,
        loaded: [loaded],
        unsure: [],
      }),
    );
    await writeFile(file('journal/rejected.ndjson'), '\n{"a":1}\n{"b":2}\n');
    // Journals of two further processes, of which the second has stored nothing yet.
    await mkdir(file('processes/2/journal'), { recursive: true });
    await mkdir(file('processes/10/journal'), { recursive: true });
    await writeFile(file(`processes/2/journal/${later}`), 'x'.repeat(1000));
    await utimes(file(`processes/2/journal/${later}`), now / 1000, (now - 75 * MINUTE) / 1000);
    await writeFile(file('processes/2/journal/rejected.ndjson'), '{"c":3}\n');
    await writeFile(file('journal/damaged.ndjson'), 'rest 1\n');
    await writeFile(file('processes/2/journal/damaged.ndjson'), 'rest 2\nrest 3\n');
    await writeFile(file('store-move.json'), '{"relational":"moved","events":"moving"}');
    await registerCollector(
      made.parts.db,
      { folderId: randomUUID(), processId: randomUUID(), host: 'elsewhere' },
      'k',
      '0',
    );
    const facts = await read(now);
    expect(facts).toMatchObject({
      journal: { bytes: 1160 },
      rejectedRows: 3,
      damagedLines: 3,
      unfinishedMove: 'CLICKHOUSE_URL',
      collectors: [{ number: 0, host: 'elsewhere', isWaitedFor: true }],
    });
    expect(Math.round(facts.journal.ageMs / MINUTE)).toBe(75);
    expect(facts.freeBytes).toBeGreaterThan(0);
    expect(facts.totalBytes).toBeGreaterThan(facts.freeBytes);
  });
});
