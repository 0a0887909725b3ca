import { DAY } from '../platform/time.ts';
import { startOfTokyoDay } from './calendar.ts';
import { BOTS, CLIENTS } from './clients.ts';
import { createMarket } from './market.ts';
import type { PlacedCompany } from './placed.ts';
import { PRODUCTS } from './products.ts';
import type { Random } from './random.ts';
import { recordMarket } from './record-visits.ts';
import { createRecording, type Recording } from './recording.ts';
import { REFERRERS, type SeedImpressions, type Traffic } from './traffic-events.ts';

/** Impressions of all ads, in proportion to their clicks. */
const drawImpressions = ({ random, company, days, clicksOfDay, claim }: Recording): SeedImpressions[] => {
  const impressions: SeedImpressions[] = [];
  company.ads.forEach((ad, index) =>
    clicksOfDay[index]!.forEach((clicks, d) => {
      const count = Math.round(clicks * ad.plan.traffic.impressions * random.spread(0.15));
      if (count > 0)
        impressions.push({
          productId: company.productIds[ad.plan.product]!,
          adId: ad.id,
          day: days.start + d * DAY,
          count,
          sequence: claim(count),
        });
    }),
  );
  return impressions;
};

/**
 * Makes the traffic of the period from a seeded generator. On the last day events after `now` are drawn and dropped, so
 * that earlier days do not depend on the time of day.
 * @param company a company that has the first products of the plan, or all
 */
export const makeTraffic = (
  random: Random,
  company: PlacedCompany,
  now: number,
  size: { readonly days: number; readonly visitors: number },
): Traffic => {
  const today = startOfTokyoDay(now);
  const days = { start: today - (size.days - 1) * DAY, end: today + DAY, count: size.days, now };
  const landings = new Map<string, number>();
  const recording = createRecording(random, company, days, landings);
  const products = PRODUCTS.slice(0, company.productIds.length);
  products.forEach((product, p) =>
    recordMarket(recording, createMarket(recording, product, p), Math.round(size.visitors * product.share)),
  );
  const { contacts, conversions, paths } = recording;
  return {
    contacts,
    conversions,
    paths: paths.toSorted((a, b) => a.conversion.ts - b.conversion.ts),
    impressions: drawImpressions(recording),
    landings: [...landings.keys()],
    referrers: REFERRERS,
    clients: [...CLIENTS, ...BOTS].map(client => client.ua),
    pages: new Map(
      products.map((product, p) => [
        company.productIds[p]!,
        product.pages.map(page => `https://${product.domain}${page}`),
      ]),
    ),
  };
};
