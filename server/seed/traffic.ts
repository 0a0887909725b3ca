import { NO_ADDRESS, storedAddress } from '../platform/event-address.ts';
import { firstIdAt } from '../platform/ids.ts';
import type { ConversionFacts, PathContact } from '../results/derive.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../platform/time.ts';
import { startOfTokyoDay, tokyoWeekday } from './calendar.ts';
import { BOTS, CLIENTS } from './clients.ts';
import { landingFor } from './landing.ts';
import { NETWORKS } from './networks.ts';
import type { PlacedAd, PlacedCompany } from './placed.ts';
import { PRODUCTS } from './products.ts';
import { createLottery, type Random } from './random.ts';
import { contactsOf, delayOf, nextVisit } from './visitor.ts';

/** One click on an ad, with indices into the lookup lists that the store joins in. */
export interface SeedContact {
  readonly productId: number;
  /** Running number of the visitor; {@link visitorIdOf} makes the id of it. */
  readonly visitor: number;
  readonly ts: number;
  /** Running number of the event; {@link eventIdOf} makes the id of it. */
  readonly sequence: number;
  readonly adId: number;
  readonly redirectId: number;
  readonly lpoNumber: number;
  readonly landing: number;
  readonly referrer: number;
  readonly client: number;
  readonly ip: string;
  readonly bot: boolean;
  readonly repeated: boolean;
  /** Bits: 1 click id, 2 session, 4, 8, 16 the three keys. */
  readonly sends: number;
  readonly clickCost: number;
  /** How many pages were read after it, and the first of the sequence numbers kept for them. */
  readonly pages: number;
  readonly pageSequence: number;
}

export interface SeedConversion extends ConversionFacts {
  readonly visitorId: string;
  readonly cvSettingId: number;
  readonly origin: 'url' | 'route' | 'button' | 'call' | 'server';
  readonly url: string;
  readonly referrer: string;
  readonly client: number;
}

/** Impressions of one ad on one day; the store spreads them over the day. */
export interface SeedImpressions {
  readonly productId: number;
  readonly adId: number;
  readonly day: number;
  readonly count: number;
  readonly sequence: number;
}

export interface Traffic {
  readonly contacts: SeedContact[];
  readonly conversions: SeedConversion[];
  /** Last conversions that count, in time order, each with its eligible contacts. */
  readonly paths: { readonly conversion: SeedConversion; readonly path: PathContact[] }[];
  readonly impressions: SeedImpressions[];
  /** Lookup lists of {@link SeedContact}'s indices; pages by product id. */
  readonly landings: readonly string[];
  readonly referrers: readonly string[];
  readonly clients: readonly string[];
  readonly pages: ReadonlyMap<number, readonly string[]>;
}

/** The network's own ids of a click, the same formula that server/store/clickhouse/events/seed.ts uses. */
export const clickIdsOf = (interactionId: string, adId: number, sends: number) => ({
  xclid: sends & 1 ? `c-${interactionId}` : '',
  mediaSessionId: sends & 2 ? `s-${interactionId}` : '',
  mediaManagement1: sends & 4 ? `ad${adId}` : '',
  mediaManagement2: sends & 8 ? `媒体${adId % 7}` : '',
  mediaManagement3: sends & 16 ? `k&3=${adId % 3}` : '',
});

const REFERRERS = [
  '',
  'https://www.search.example/',
  'https://m.search.example/search?q=%E8%8A%B1%E3%81%84%E3%82%8D',
  'https://photo-sns.example/p/8431',
  'https://ranking-blog.example/2026/cosme',
  'https://points.example/mall',
  'https://news.example/economy/é',
  'https://mail.example/inbox',
  'https://video.example/watch?v=1x',
] as const;

/** The 22 low bits of an event's id are its running number: ids sort by time and none occurs twice. */
const SEQUENCES = 1 << 22;
const eventIdOf = (ts: number, sequence: number): string => (firstIdAt(ts) | BigInt(sequence)).toString();
/**
 * Multiplied by an odd number (2^64 over the golden ratio), running numbers are scattered over 64 bits and
 * stay distinct; the store does the same.
 */
const visitorIdOf = (visitor: number): string =>
  BigInt.asUintN(64, BigInt(visitor) * 0x9e3779b97f4a7c15n).toString();

/**
 * A hundred and twenty days of visitors, by chance alone but always the same chance.
 *
 * Of the last day only what happened before `now`: what comes later in it is drawn and left out, so that the
 * days before do not depend on the hour.
 */
export const makeTraffic = (
  random: Random,
  company: PlacedCompany,
  now: number,
  size: { readonly days: number; readonly visitors: number },
): Traffic => {
  const today = startOfTokyoDay(now);
  const start = today - (size.days - 1) * DAY;
  const warmUp = 20;
  const inside = (ts: number) => ts >= start && ts < today + DAY;
  const contacts: SeedContact[] = [];
  const conversions: SeedConversion[] = [];
  const paths: Traffic['paths'] = [];
  const impressions: SeedImpressions[] = [];
  const landings = new Map<string, number>();
  const clicksOfDay = company.ads.map(() => new Uint32Array(size.days));
  let sequence = 0;
  let orders = 0;
  const claim = (count: number) => {
    const first = sequence;
    sequence += count;
    if (sequence > SEQUENCES) throw new RangeError('the seed has more events than running numbers');
    return first;
  };
  const landingOf = (url: string) =>
    landings.get(url) ?? (landings.set(url, landings.size), landings.size - 1);
  let visitors = 0;
  const addresses: string[] = [];
  const addressOf = () => {
    if (addresses.length > 500 && random.chance(0.05))
      return addresses[random.integer(0, addresses.length - 1)]!;
    const address = random.chance(0.22)
      ? `2001:db8:${random.integer(1, 0xfffe).toString(16)}:${random.integer(1, 0xfffe).toString(16)}::${random.integer(1, 0xfffe).toString(16)}`
      : `::ffff:100.${random.integer(64, 127)}.${random.integer(0, 255)}.${random.integer(1, 254)}`;
    addresses.push(address);
    return address;
  };
  const clientLottery = createLottery(CLIENTS.map(client => client.weight));
  const botLottery = createLottery(BOTS.map(client => client.weight));

  PRODUCTS.forEach((product, p) => {
    const productId = company.productIds[p]!;
    const ads = company.ads.flatMap((ad, index) => (ad.plan.product === p ? [{ ...ad, index }] : []));
    const always = ads.filter(ad => ad.plan.traffic.from === -Infinity && ad.plan.traffic.to === Infinity);
    const lotteries = {
      first: createLottery(ads.map(ad => ad.plan.traffic.first)),
      later: createLottery(ads.map(ad => ad.plan.traffic.later)),
    };
    const hours = createLottery(product.hours);
    const settings = ([0, 1] as const).map(type => {
      const indices = product.cvSettings.flatMap((setting, i) => (setting.cvType === type ? [i] : []));
      const lottery = createLottery(indices.map(i => product.cvSettings[i]!.weight));
      return () => indices[lottery(random)]!;
    });
    // Growth over the months, the week's rhythm, a noisy day, and a sale now and then.
    const dayLottery = createLottery(
      Array.from(
        { length: size.days + warmUp },
        (_, d) =>
          (1 + 0.4 * (d / size.days)) *
          product.weekdays[tokyoWeekday(start + (d - warmUp) * DAY)]! *
          random.spread(0.09) *
          (d % 29 === 11 + p * 5 ? 1.7 : 1),
      ),
    );
    const moment = () =>
      start + (dayLottery(random) - warmUp) * DAY + hours(random) * HOUR + Math.floor(random.next() * HOUR);
    const drawAd = (which: 'first' | 'later', ts: number) => {
      for (let attempt = 0; attempt < 5; attempt++) {
        const ad = ads[lotteries[which](random)]!;
        if (ts >= ad.plan.traffic.from && ts < ad.plan.traffic.to) return ad;
      }
      return random.pick(always);
    };
    interface Visitor {
      number: number;
      ip: string;
      client: number;
      bot: boolean;
      staff: boolean;
      luck: number;
      userId: string;
      path: { ts: number; sequence: number; adId: number; sends: number }[];
    }
    const newVisitor = (kind: 'person' | 'bot' | 'staff'): Visitor => ({
      number: ++visitors,
      ip: kind === 'staff' ? (storedAddress(random.pick(product.staffIps)) ?? NO_ADDRESS) : addressOf(),
      client: kind === 'bot' ? CLIENTS.length + botLottery(random) : clientLottery(random),
      bot: kind === 'bot',
      staff: kind === 'staff',
      luck: random.next(),
      userId: random.chance(0.4) ? `u${random.integer(10_000, 99_999)}` : '',
      path: [],
    });

    const contact = (visitor: Visitor, ad: PlacedAd & { index: number }, ts: number, repeated: boolean) => {
      if (!inside(ts)) return;
      const network = ad.plan.network === null ? null : NETWORKS[ad.plan.network]!.sends;
      const sends =
        network === null
          ? 0
          : (network.xclid ? 1 : 0) |
            (network.session ? 2 : 0) |
            (network.keys >= 1 ? 4 : 0) |
            (network.keys >= 2 ? 8 : 0) |
            (network.keys >= 3 ? 16 : 0);
      const landing = landingFor(ad, visitor.luck);
      const number = claim(1);
      const pages =
        repeated || visitor.bot ? 0 : Math.min(12, 1 + Math.floor(1.1 * random.spread(0.8) * random.next()));
      const pageSequence = claim(pages);
      const referrer = random.chance(0.3) ? 0 : random.integer(1, REFERRERS.length - 1);
      if (ts <= now)
        contacts.push({
          productId,
          visitor: visitor.number,
          ts,
          sequence: number,
          adId: ad.id,
          redirectId: landing.redirectId,
          lpoNumber: landing.lpoNumber,
          landing: landingOf(landing.url),
          referrer,
          client: visitor.client,
          ip: visitor.ip,
          bot: visitor.bot,
          repeated,
          sends,
          clickCost: ad.plan.row.clickCost ?? 0,
          pages,
          pageSequence,
        });
      if (visitor.bot || repeated || visitor.staff) return;
      clicksOfDay[ad.index]![Math.floor((ts - start) / DAY)]!++;
      visitor.path.push({ ts, sequence: number, adId: ad.id, sends });
    };

    const convert = (visitor: Visitor, type: 0 | 1, ts: number) => {
      if (!inside(ts)) return;
      const index = settings[type]!();
      const setting = product.cvSettings[index]!;
      const origin = random.chance(0.05)
        ? ('server' as const)
        : random.chance(0.04)
          ? ('call' as const)
          : (['url', 'route', 'button'] as const)[setting.cvCondition - 1]!;
      const { median, deviation, step } = product.amount;
      const order = type === 1 && !random.chance(0.02);
      if (order && !random.chance(0.012)) orders++; // otherwise the page was loaded again: the same order number twice
      const conversion: SeedConversion = {
        conversionId: eventIdOf(ts, claim(1)),
        productId,
        ts,
        cvType: type,
        visitorId: visitorIdOf(visitor.number),
        cvSettingId: origin === 'call' || origin === 'server' ? 0 : company.cvSettingIds[p]![index]!,
        origin,
        args: order ? `${product.orderPrefix}-${String(orders).padStart(6, '0')}` : '',
        userId: visitor.userId,
        exceededLimits: null,
        otherKey1: random.chance(0.5) ? random.pick(['新規', 'リピート', 'gift/é']) : '',
        otherKey2: random.chance(0.2) ? `店${random.integer(1, 9)}` : '',
        otherKey3: '',
        amount:
          type === 1 && !random.chance(0.025)
            ? Math.max(step, Math.round((median * random.spread(deviation)) / step) * step)
            : 0,
        url:
          origin === 'server'
            ? ''
            : setting.cvPageUrl || `https://${product.domain}${random.pick(product.pages)}`,
        referrer: setting.routePageUrl ?? '',
        ip: visitor.ip,
        bot: visitor.bot,
        client: visitor.client,
      };
      if (ts > now) return;
      conversions.push(conversion);
      if (type === 1 && !visitor.bot && !visitor.staff) {
        const eligible = visitor.path.filter(c => c.ts <= ts && c.ts >= ts - product.trackingTerm * DAY);
        paths.push({
          conversion,
          path: eligible.map(c => {
            const interactionId = eventIdOf(c.ts, c.sequence);
            return { interactionId, adId: c.adId, ts: c.ts, ...clickIdsOf(interactionId, c.adId, c.sends) };
          }),
        });
      }
    };

    const live = (visitor: Visitor) => {
      let ts = moment();
      let ad = drawAd('first', ts);
      const wanted = contactsOf(random);
      for (let n = 1; n <= wanted && ts < today + DAY; n++) {
        contact(visitor, ad, ts, false);
        if (random.chance(0.011)) contact(visitor, ad, ts + random.integer(80, 950), true);
        const eager = ad.plan.traffic.quality * (1 + 0.12 * Math.min(n, 8));
        const done = delayOf(random);
        if (random.chance(product.middleRate * eager)) convert(visitor, 0, ts + Math.round(done * 0.5));
        const next = nextVisit(random, ts, hours, startOfTokyoDay);
        // A conversion comes before the next contact: what a click led to is not credited to a later one.
        if (random.chance(product.lastRate * eager)) convert(visitor, 1, Math.min(ts + done, next - SECOND));
        ts = next;
        if (!random.chance(0.3)) ad = drawAd('later', ts);
        if (ts >= ad.plan.traffic.to || ts < ad.plan.traffic.from) ad = drawAd('later', ts);
      }
    };

    const people = Math.round(size.visitors * product.share);
    for (let v = 0; v < people; v++) live(newVisitor(random.chance(0.006) ? 'staff' : 'person'));
    for (let v = 0; v < people / 350; v++) {
      const bot = newVisitor('bot');
      let ts = moment();
      for (let n = random.integer(3, 45); n > 0; n--, ts += random.integer(2, 90) * SECOND)
        contact(bot, drawAd('first', ts), ts, false);
    }
    // Buyers who came without any ad: search results, bookmarks, word of mouth.
    for (let v = 0; v < people * product.lastRate * 0.45; v++) {
      const visitor = newVisitor('person');
      const ts = moment();
      if (random.chance(0.6)) convert(visitor, 0, ts - random.integer(1, 20) * MINUTE);
      convert(visitor, 1, ts);
    }
  });

  company.ads.forEach((ad, index) =>
    clicksOfDay[index]!.forEach((clicks, d) => {
      const count = Math.round(clicks * ad.plan.traffic.impressions * random.spread(0.15));
      if (count > 0)
        impressions.push({
          productId: company.productIds[ad.plan.product]!,
          adId: ad.id,
          day: start + d * DAY,
          count,
          sequence: claim(count),
        });
    }),
  );
  paths.sort((a, b) => a.conversion.ts - b.conversion.ts);
  return {
    contacts,
    conversions,
    paths,
    impressions,
    landings: [...landings.keys()],
    referrers: REFERRERS,
    clients: [...CLIENTS, ...BOTS].map(client => client.ua),
    pages: new Map(
      PRODUCTS.map((product, p) => [
        company.productIds[p]!,
        product.pages.map(page => `https://${product.domain}${page}`),
      ]),
    ),
  };
};
