import { DAY, HOUR } from '../platform/time.ts';
import { tokyoWeekday } from './calendar.ts';
import type { PlacedAd } from './placed.ts';
import type { ProductPlan } from './products.ts';
import { createLottery, type Random } from './random.ts';
import type { Recording } from './recording.ts';

/** Number of days before the first one in which paths can start. */
const WARM_UP_DAYS = 20;

export type IndexedAd = PlacedAd & { readonly index: number };

/** A product with its ads and their random generators. */
export interface Market {
  readonly product: ProductPlan;
  readonly productId: number;
  readonly cvSettingIds: readonly number[];
  readonly hours: ReturnType<typeof createLottery>;
  /** Draws the time of a visitor's first contact, in ms since 1970. */
  readonly drawMoment: () => number;
  readonly drawAd: (which: 'first' | 'later', ts: number) => IndexedAd;
  /** Draws the index of a CV setting of a type. */
  readonly drawSetting: (type: 0 | 1) => number;
}

/** Draws an ad that runs at a time; after repeated misses an ad without a limited period. */
const createAdLottery = (random: Random, ads: readonly IndexedAd[]): Market['drawAd'] => {
  const always = ads.filter(ad => ad.plan.traffic.from === -Infinity && ad.plan.traffic.to === Infinity);
  const lotteries = {
    first: createLottery(ads.map(ad => ad.plan.traffic.first)),
    later: createLottery(ads.map(ad => ad.plan.traffic.later)),
  };
  return (which, ts) => {
    for (let attempt = 0; attempt < 5; attempt++) {
      const ad = ads[lotteries[which](random)]!;
      if (ts >= ad.plan.traffic.from && ts < ad.plan.traffic.to) return ad;
    }
    return random.choice(always);
  };
};

export const createMarket = (
  { random, company, days }: Recording,
  product: ProductPlan,
  p: number,
): Market => {
  const ads = company.ads.flatMap((ad, index) => (ad.plan.product === p ? [{ ...ad, index }] : []));
  const hours = createLottery(product.hours);
  const settings = ([0, 1] as const).map(type => {
    const indices = product.cvSettings.flatMap((setting, i) => (setting.cvType === type ? [i] : []));
    const lottery = createLottery(indices.map(i => product.cvSettings[i]!.weight));
    return () => indices[lottery(random)]!;
  });
  // Growth over the months, weights of weekdays, daily noise, and an occasional sale.
  const dayLottery = createLottery(
    Array.from(
      { length: days.count + WARM_UP_DAYS },
      (_, d) =>
        (1 + 0.4 * (d / days.count)) *
        product.weekdays[tokyoWeekday(days.start + (d - WARM_UP_DAYS) * DAY)]! *
        random.spread(0.09) *
        (d % 29 === 11 + p * 5 ? 1.7 : 1),
    ),
  );
  return {
    product,
    productId: company.productIds[p]!,
    cvSettingIds: company.cvSettingIds[p]!,
    hours,
    drawMoment: () =>
      days.start +
      (dayLottery(random) - WARM_UP_DAYS) * DAY +
      hours(random) * HOUR +
      Math.floor(random.next() * HOUR),
    drawAd: createAdLottery(random, ads),
    drawSetting: type => settings[type]!(),
  };
};
