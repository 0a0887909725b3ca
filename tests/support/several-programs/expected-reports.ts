import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { METRICS } from '../../../server/attribution/metrics.ts';
import type { Dependencies } from '../../../server/dependencies.ts';
import { naiveReport, type NaiveWorld } from '../naive.ts';
import type { Answer, Programs } from './programs.ts';
import type { NetworkLink, NetworkShop } from './shop.ts';
import { naiveEventsOf, type StoredEvents } from './stored-events.ts';

const HOUR_MS = 3_600_000;

/** The period of the visits, which may have begun before midnight in Tokyo. */
export const visitDays = (): { readonly from: string; readonly to: string } => {
  const [from = '', to = ''] = [-15, 9].map(hours =>
    new Date(Date.now() + hours * HOUR_MS).toISOString().slice(0, 10),
  );
  return { from, to };
};

/** The results that the orders earn: one for each network of which an ad is the last contact of the path. */
export const expectedResults = (
  { contacts, conversions }: StoredEvents,
  links: readonly NetworkLink[],
): readonly { readonly conversion: string }[] =>
  conversions
    .filter(({ type }) => type === 1)
    .flatMap(({ id, visitor, ts }) => {
      const contact = contacts.findLast(one => one.visitor === visitor && Number(one.ts) <= Number(ts));
      const network = links.find(({ ad }) => ad === contact?.ad)?.network ?? null;
      return network === null || contact === undefined
        ? []
        : [{ conversion: id, network, ad: contact.ad, contact: contact.id }];
    })
    .toSorted((a, b) => Number(BigInt(a.conversion) - BigInt(b.conversion)));

/** The results in the store, in the form of `expectedResults`. */
export const readStoredResults = async ({ db }: Pick<Dependencies, 'db'>): Promise<readonly object[]> => {
  const { rows } = await db.execute(
    sql`select conversion_id::text as conversion, asp_id as network, cv_ad_id as ad, interaction_id::text as contact
      from result order by conversion_id, asp_id`,
  );
  return rows;
};

/** Waits until the reports and results of a process contain all stored events, and the reports are read from rollups. */
export const untilReported = async (
  programs: Programs,
  name: string,
  stored: StoredEvents,
  { product, links }: NetworkShop,
): Promise<void> => {
  const { from, to } = visitDays();
  const period = `product_id=${product}&from=${from}&to=${to}`;
  const read = async (path: string) => JSON.parse(await programs.call(name, 'GET', path)) as Answer;
  await expect
    .poll(
      async () => {
        const { totals } = await read(`analyses/ad_summaries/?${period}&axis=1`);
        const { source } = programs;
        const { total: results } = await read(`logs/results/?${period}&limit=1`);
        return { clicks: totals['clicks'], cv: totals['cv'], results, source };
      },
      { timeout: 60_000, interval: 500 },
    )
    .toEqual({
      clicks: stored.contacts.length,
      cv: stored.conversions.filter(({ type }) => type === 1).length,
      results: expectedResults(stored, links).length,
      source: 'rollups; reason=current',
    });
};

/** The paths of the attribution reports by ad, one for each model by position. */
export const modelReports = (period: string): readonly string[] =>
  [1, 2, 3, 4, 5].map(model => `analyses/attributions/?${period}&axis=1&model=${model}`);

/** Expects the figures of a naive fold over the events. @param answers those of `modelReports` */
export const expectNaiveReports = (
  answers: readonly string[],
  stored: StoredEvents,
  { product, links }: NetworkShop,
): void => {
  const world: NaiveWorld = {
    ...naiveEventsOf(stored, product),
    impressions: [],
    // Without costs, results change no figure.
    results: [],
    ads: links.map(({ ad, network }) => ({
      id: ad,
      group: null,
      network,
      fee: 0,
      from: null,
      to: null,
      registered: Date.now(),
    })),
  };
  for (const model of [1, 2, 3, 4, 5] as const) {
    const { rows, totals } = JSON.parse(answers[model - 1] ?? '') as Answer;
    const numbersOf = (row: Readonly<Record<string, unknown>>) =>
      Object.fromEntries(METRICS.map(key => [key, row[key]]));
    const found = Object.fromEntries(rows.map(row => [String(row['key']), numbersOf(row)]));
    const naive = naiveReport(world, {
      product,
      ...visitDays(),
      term: 30,
      excluded: [],
      model,
      axes: ['ad'],
      visible: null,
    });
    expect({ ...found, totals: numbersOf(totals) }).toEqual(naive);
  }
};
