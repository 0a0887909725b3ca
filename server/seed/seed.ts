import { DEFAULT_SLICE } from '../platform/slice-names.ts';
import { removeRowsOf } from '../slices/product-rows.ts';
import { createAgents } from '../collector/agents.ts';
import { createClickTokens } from '../collector/tokens.ts';
import type { Dependencies } from '../dependencies.ts';
import { resultsBookmarkOf } from '../store/postgres/results/results-bookmark.ts';
import type { Rules } from '../results/derive.ts';
import type { NoticeRules } from '../results/macros.ts';
import { insertEvents } from '../store/clickhouse/events/seed.ts';
import { readBookmark, writeBookmark } from '../store/postgres/engine/bookmarks.ts';
import { insertMany, reserveKeys } from '../store/postgres/engine/bulk-insert.ts';
import { productIdsOf, removeCompany } from '../store/postgres/companies/companies.ts';
import * as store from '../store/postgres/companies/seed.ts';
import { startOfTokyoDay, tokyoDate } from './calendar.ts';
import { storeCompany } from './company.ts';
import { makeCosts, storeCosts } from './costs.ts';
import { NETWORKS } from './networks.ts';
import { DEMO_COMPANY, DEMO_PASSWORD, USERS } from './people.ts';
import type { PlacedCompany } from './placed.ts';
import { networkRow } from './network-rows.ts';
import { planAds } from './plan.ts';
import { PRODUCTS } from './products.ts';
import { createRandom, type Random } from './random.ts';
import { makeResults, type SeedResults } from './results.ts';
import { storeSyncRuns } from './syncs.ts';
import { makeTraffic } from './traffic.ts';
import type { Traffic } from './traffic-events.ts';

export const SEED_BOOKMARK = 'seed';
const DONE = 'done';

export interface SeedSize {
  readonly seed: number;
  readonly days: number;
  readonly visitors: number;
}
/** Size of the demo that `npm start` loads: about 330,000 clicks and 2 million events. */
export const DEMO_SIZE: SeedSize = { seed: 20_200_101, days: 120, visitors: 150_000 };

/** The product's result rules in terms of the plan. */
const rulesOf = (
  company: PlacedCompany,
): { rules: Rules; notices: Map<number, NoticeRules & { readonly cvTag: string }> } => {
  const networks = new Map<number, Rules['networks'] extends ReadonlyMap<number, infer R> ? R : never>();
  const notices = new Map<number, NoticeRules & { readonly cvTag: string }>();
  NETWORKS.forEach((plan, n) => {
    const id = company.networkIds[n]!;
    networks.set(id, { ...plan, id, productId: company.productIds[plan.product]!, status: true });
    const row = networkRow(plan, n);
    notices.set(id, {
      id,
      resultMethod: plan.resultMethod,
      webhookUrl: row.webhookUrl ?? '',
      cvTag: row.cvTag ?? '',
      unapprovedValue: plan.statusValues[0],
      approvedValue: plan.statusValues[1],
      rejectedValue: plan.statusValues[2],
    });
  });
  return {
    notices,
    rules: {
      networks,
      ads: new Map(
        company.ads.map(({ id, plan }) => [
          id,
          {
            id,
            aspId: plan.network === null ? null : company.networkIds[plan.network]!,
            performanceCvFlag: plan.row.performanceCvFlag ?? true,
            cvCost: plan.row.cvCost ?? 0,
            ownResultNotice: plan.row.ownResultNotice ?? false,
            resultFlag: plan.row.resultFlag ?? 0,
            ownAutoApproval: plan.row.ownAutoApproval ?? false,
            autoApproval: plan.row.autoApproval ?? null,
          },
        ]),
      ),
    },
  };
};

/**
 * Stores results with decisions, notifications and attempts, and the bookmark of the result worker, in one transaction.
 */
const storeResults = (db: Dependencies['db'], made: SeedResults, lastConversion: string): Promise<void> =>
  db.transaction(async tx => {
    const [resultKeys, decisionKeys, noticeKeys] = [
      await reserveKeys(tx, 'result', made.results.length),
      await reserveKeys(tx, 'decision', made.decisions.length),
      await reserveKeys(tx, 'notification', made.notifications.length),
    ];
    await insertMany(
      tx,
      'result',
      made.results.map((row, i) => ({ ...row, id: resultKeys[i]! })),
    );
    await insertMany(
      tx,
      'decision',
      made.decisions.map((row, i) => ({
        ...row,
        id: decisionKeys[i]!,
        resultId: resultKeys[row.resultId - 1]!,
      })),
    );
    await insertMany(
      tx,
      'notification',
      made.notifications.map((row, i) => ({
        ...row,
        id: noticeKeys[i]!,
        resultId: resultKeys[row.resultId - 1]!,
        decisionId: decisionKeys[row.decisionId - 1]!,
      })),
    );
    await insertMany(
      tx,
      'notificationAttempt',
      made.attempts.map(row => ({ ...row, notificationId: noticeKeys[row.notificationId - 1]! })),
    );
    await writeBookmark(tx, resultsBookmarkOf(DEFAULT_SLICE), lastConversion);
  });

/** Number of stored rows by table, and duration in ms. `fresh` false: the company existed already. */
export interface Seeded {
  readonly fresh: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly milliseconds: number;
}

type SeedParts = Pick<Dependencies, 'db' | 'slices' | 'clock' | 'log' | 'secrets'>;

/** The browsers of the traffic, as the collector describes them. */
const describeClients = (clients: readonly string[]) => {
  const describe = createAgents();
  return clients.map(ua => {
    const agent = describe(ua);
    return {
      ua,
      device: agent.device,
      os: agent.os,
      osVer: agent.osVersion,
      browser: agent.browser,
      browserVer: agent.browserVersion,
    };
  });
};

/** Makes the results of the conversions by the company's rules. */
const makeCompanyResults = (
  random: Random,
  { secrets }: Pick<SeedParts, 'secrets'>,
  company: PlacedCompany,
  paths: Traffic['paths'],
  now: number,
): SeedResults => {
  const tokens = createClickTokens(secrets.click);
  return makeResults(random, {
    companyId: company.companyId,
    ...rulesOf(company),
    paths,
    now,
    noticeSecret: secrets.notice.current(),
    thanksOf: productId =>
      PRODUCTS[company.productIds.indexOf(productId)]?.cvSettings.find(({ cvType }) => cvType === 1)
        ?.cvPageUrl ?? '',
    deciders: company.userIds.filter((_, i) => USERS[i]!.role !== 'agency'),
    tokenOf: (contact, conversion) =>
      tokens.make(
        {
          interactionId: BigInt(contact.interactionId),
          visitorId: conversion.visitorId,
          adId: contact.adId,
        },
        conversion.productId,
      ),
  });
};

/** Makes and stores what depends on the traffic: results, imported costs and runs of sync settings. */
const storeConsequences = async (
  parts: SeedParts,
  company: PlacedCompany,
  traffic: Traffic,
  now: number,
  { seed }: SeedSize,
) => {
  const { db, log } = parts;
  const made = makeCompanyResults(createRandom(seed + 2), parts, company, traffic.paths, now);
  log.info(`Storing ${made.results.length} results and ${made.notifications.length} notifications.`);
  const last = traffic.conversions.reduce(
    (max, c) => (BigInt(c.conversionId) > max ? BigInt(c.conversionId) : max),
    0n,
  );
  await storeResults(db, made, last.toString());
  const costs = await storeCosts(
    db,
    company.companyId,
    makeCosts(createRandom(seed + 3), company, traffic.contacts, now),
    now,
  );
  await storeSyncRuns(db, company, now);
  return {
    result: made.results.length,
    decision: made.decisions.length,
    notification: made.notifications.length,
    attempt: made.attempts.length,
    adCost: costs,
  };
};

/** Removes the company that an interrupted start left incomplete. */
const removeUnfinished = async ({ db, slices, log }: SeedParts, companyId: number): Promise<void> => {
  log.info('The demo company is incomplete; creating it again.');
  await removeRowsOf(slices, await productIdsOf(db, companyId));
  await db.transaction(tx => removeCompany(tx, { id: companyId, code: DEMO_COMPANY }));
};

/** Creates the company and its traffic. @returns number of stored rows by table */
const makeDemo = async (
  parts: SeedParts,
  size: SeedSize,
  passwordOf: (email: string) => string,
): Promise<Seeded['counts']> => {
  const { db, slices, log } = parts;
  const now = parts.clock.now();
  const today = startOfTokyoDay(now);
  log.info(`Creating the demo company: ${size.days} days of traffic up to ${tokyoDate(now)}.`);
  const ads = planAds(createRandom(size.seed), today, size.days);
  const company = await db.transaction(async tx => {
    await writeBookmark(tx, SEED_BOOKMARK, 'company stored');
    return storeCompany(tx, DEMO_COMPANY, ads, passwordOf);
  });
  const traffic = makeTraffic(createRandom(size.seed + 1), company, now, size);
  log.info(`Storing ${traffic.contacts.length} clicks and ${traffic.conversions.length} conversions.`);
  // The events are inserted without the collector, into one slice.
  await slices.placeOnDefault(company.productIds);
  const { columnar } = slices.all[0];
  // Both stores are filled concurrently. Both are awaited even if one fails: no write may continue after this function
  // has returned.
  const [loaded, decided] = await Promise.allSettled([
    insertEvents(columnar, { ...traffic, until: now, clients: describeClients(traffic.clients) }),
    storeConsequences(parts, company, traffic, now, size),
  ]);
  if (loaded.status === 'rejected') throw loaded.reason;
  if (decided.status === 'rejected') throw decided.reason;
  return { ...loaded.value, ads: ads.length, ...decided.value };
};

/**
 * Creates the demo company with 120 days of traffic up to now; does nothing if it exists. An incomplete one is removed
 * first. Equal seeds at the same time yield equal data. An advisory lock makes a concurrent start wait.
 */
export const seedDemo = (
  parts: SeedParts,
  size: SeedSize = DEMO_SIZE,
  passwordOf = (_email: string): string => DEMO_PASSWORD,
): Promise<Seeded> =>
  store.withFirstCompanyLock(parts.db, async () => {
    const { db, log } = parts;
    const began = performance.now();
    const marker = await readBookmark(db, SEED_BOOKMARK);
    const before = await store.companyByCode(db, DEMO_COMPANY);
    if (marker === DONE || (marker === null && before !== null))
      return { fresh: false, counts: {}, milliseconds: 0 };
    if (before !== null) await removeUnfinished(parts, before);
    const counts = await makeDemo(parts, size, passwordOf);
    await writeBookmark(db, SEED_BOOKMARK, DONE);
    const milliseconds = Math.round(performance.now() - began);
    log.info(`The demo company is ready after ${(milliseconds / 1000).toFixed(1)} s.`);
    return { fresh: true, milliseconds, counts };
  });
