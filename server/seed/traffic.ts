import { NO_ADDRESS, storedAddress } from '../platform/event-address.ts';
import { firstIdAt } from '../platform/ids.ts';
import type { ConversionFacts, PathContact } from '../results/derive.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../platform/time.ts';
import { startOfTokyoDay, tokyoWeekday } from './calendar.ts';
import { BOTS, CLIENTS } from './clients.ts';
import { landingFor } from './landing.ts';
import { NETWORKS } from './networks.ts';
import type { PlacedAd, PlacedCompany } from './placed.ts';
import { PRODUCTS, type ProductPlan } from './products.ts';
import { createLottery, type Random } from './random.ts';
import { contactsOf, delayOf, nextVisit } from './visitor.ts';

/** One click on an ad, with indices into the lookup lists that the store joins. */
export interface SeedContact {
  readonly productId: number;
  /** Sequence number of the visitor; {@link visitorIdOf} computes the id. */
  readonly visitor: number;
  readonly ts: number;
  /** Sequence number of the event; {@link eventIdOf} computes the id. */
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
  /** Bits: 1 click id, 2 session, 4, 8 and 16 the three media management values. */
  readonly sends: number;
  readonly clickCost: number;
  /** Number of page views after the click, and the first of their sequence numbers. */
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

/** Impressions of one ad on one day; the store distributes them over the day. */
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
  /** Counted last conversions in order of time, each with its counted contacts. */
  readonly paths: { readonly conversion: SeedConversion; readonly path: PathContact[] }[];
  readonly impressions: SeedImpressions[];
  /** Lookup lists of {@link SeedContact}'s indices; pages by product id. */
  readonly landings: readonly string[];
  readonly referrers: readonly string[];
  readonly clients: readonly string[];
  readonly pages: ReadonlyMap<number, readonly string[]>;
}

/** Parameters that a network sends with a click, by the same formula as server/store/clickhouse/events/seed.ts. */
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

/** The 22 low bits of an event id are its sequence number, so ids sort by time and are unique. */
const SEQUENCES = 1 << 22;
const eventIdOf = (ts: number, sequence: number): string => (firstIdAt(ts) | BigInt(sequence)).toString();
/**
 * Multiplication by an odd number (2^64 over the golden ratio) spreads sequence numbers over 64 bits and keeps them
 * distinct; the store does the same.
 */
const visitorIdOf = (visitor: number): string =>
  BigInt.asUintN(64, BigInt(visitor) * 0x9e3779b97f4a7c15n).toString();

/** Number of days before the first one in which paths can start. */
const WARM_UP_DAYS = 20;

/** The recorded period in ms since 1970; `end` is exclusive. */
interface Days {
  readonly start: number;
  readonly end: number;
  readonly count: number;
  /** Later events are drawn but not recorded. */
  readonly now: number;
}

/** The recorded events, and the counters of their ids. */
interface Recording {
  readonly random: Random;
  readonly company: PlacedCompany;
  readonly days: Days;
  readonly contacts: SeedContact[];
  readonly conversions: SeedConversion[];
  readonly paths: Traffic['paths'];
  /** By ad, then by day. */
  readonly clicksOfDay: readonly Uint32Array[];
  /** Reserves sequence numbers of events. @returns the first of them */
  readonly claim: (count: number) => number;
  /** Index of a landing page in its lookup list. */
  readonly landingOf: (url: string) => number;
  readonly drawAddress: () => string;
  readonly drawClient: (kind: VisitorKind) => number;
  readonly nextVisitor: () => number;
  /** The next order number, or the previous one again. */
  readonly orderNumber: (isNew: boolean) => number;
}

const createCounter = () => {
  let count = 0;
  return () => ++count;
};

const createSequence = () => {
  let sequence = 0;
  return (count: number): number => {
    const first = sequence;
    sequence += count;
    if (sequence > SEQUENCES) throw new RangeError('the seed has more events than sequence numbers');
    return first;
  };
};

/** Draws IP addresses of visitors; some are shared by several visitors. */
const createAddresses = (random: Random) => {
  const addresses: string[] = [];
  return (): string => {
    if (addresses.length > 500 && random.chance(0.05))
      return addresses[random.integer(0, addresses.length - 1)]!;
    const address = random.chance(0.22)
      ? `2001:db8:${random.integer(1, 0xfffe).toString(16)}:${random.integer(1, 0xfffe).toString(16)}::${random.integer(1, 0xfffe).toString(16)}`
      : `::ffff:100.${random.integer(64, 127)}.${random.integer(0, 255)}.${random.integer(1, 254)}`;
    addresses.push(address);
    return address;
  };
};

type VisitorKind = 'person' | 'bot' | 'staff';
const createClients = (random: Random) => {
  const clients = createLottery(CLIENTS.map(client => client.weight));
  const bots = createLottery(BOTS.map(client => client.weight));
  return (kind: VisitorKind): number => (kind === 'bot' ? CLIENTS.length + bots(random) : clients(random));
};

const createRecording = (
  random: Random,
  company: PlacedCompany,
  days: Days,
  landings: Map<string, number>,
): Recording => {
  let orders = 0;
  return {
    random,
    company,
    days,
    contacts: [],
    conversions: [],
    paths: [],
    clicksOfDay: company.ads.map(() => new Uint32Array(days.count)),
    claim: createSequence(),
    landingOf: url => landings.get(url) ?? (landings.set(url, landings.size), landings.size - 1),
    drawAddress: createAddresses(random),
    drawClient: createClients(random),
    nextVisitor: createCounter(),
    orderNumber: isNew => {
      if (isNew) orders += 1;
      return orders;
    },
  };
};

type IndexedAd = PlacedAd & { readonly index: number };

/** A product with its ads and their random generators. */
interface Market {
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

const createMarket = ({ random, company, days }: Recording, product: ProductPlan, p: number): Market => {
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

interface Visitor {
  readonly number: number;
  readonly ip: string;
  readonly client: number;
  readonly bot: boolean;
  readonly staff: boolean;
  readonly luck: number;
  readonly userId: string;
  /** The counted contacts. */
  readonly path: { ts: number; sequence: number; adId: number; sends: number }[];
}

const createVisitor = (
  { random, nextVisitor, drawAddress, drawClient }: Recording,
  { product }: Market,
  kind: VisitorKind,
): Visitor => ({
  number: nextVisitor(),
  ip: kind === 'staff' ? (storedAddress(random.choice(product.staffIps)) ?? NO_ADDRESS) : drawAddress(),
  client: drawClient(kind),
  bot: kind === 'bot',
  staff: kind === 'staff',
  luck: random.next(),
  userId: random.chance(0.4) ? `u${random.integer(10_000, 99_999)}` : '',
  path: [],
});

/** Parameters that the network of an ad sends with a click, as the bits of {@link SeedContact}. */
const sendsOf = ({ plan }: PlacedAd): number => {
  if (plan.network === null) return 0;
  const { xclid, session, keys } = NETWORKS[plan.network]!.sends;
  const sent = [xclid, session, keys >= 1, keys >= 2, keys >= 3];
  return sent.reduce((bits, isSent, index) => bits | (isSent ? 1 << index : 0), 0);
};

const recordClick = (
  { random, days, contacts, clicksOfDay, claim, landingOf }: Recording,
  { productId }: Market,
  visitor: Visitor,
  ad: IndexedAd,
  { ts, repeated }: { readonly ts: number; readonly repeated: boolean },
): void => {
  if (ts < days.start || ts >= days.end) return;
  const sends = sendsOf(ad);
  const landing = landingFor(ad, visitor.luck);
  const sequence = claim(1);
  const pages =
    repeated || visitor.bot ? 0 : Math.min(12, 1 + Math.floor(1.1 * random.spread(0.8) * random.next()));
  const pageSequence = claim(pages);
  const referrer = random.chance(0.3) ? 0 : random.integer(1, REFERRERS.length - 1);
  if (ts <= days.now)
    contacts.push({
      productId,
      visitor: visitor.number,
      ts,
      sequence,
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
  clicksOfDay[ad.index]![Math.floor((ts - days.start) / DAY)]!++;
  visitor.path.push({ ts, sequence, adId: ad.id, sends });
};

type CvSetting = ProductPlan['cvSettings'][number];
const drawOrigin = (random: Random, { cvCondition }: CvSetting): SeedConversion['origin'] => {
  if (random.chance(0.05)) return 'server';
  if (random.chance(0.04)) return 'call';
  return (['url', 'route', 'button'] as const)[cvCondition - 1]!;
};

/** The order number of a conversion. A reloaded page repeats the previous number. */
const drawOrder = ({ random, orderNumber }: Recording, type: 0 | 1, prefix: string): string => {
  if (type !== 1 || random.chance(0.02)) return '';
  return `${prefix}-${String(orderNumber(!random.chance(0.012))).padStart(6, '0')}`;
};

const drawAmount = (
  random: Random,
  type: 0 | 1,
  { median, deviation, step }: ProductPlan['amount'],
): number =>
  type === 1 && !random.chance(0.025)
    ? Math.max(step, Math.round((median * random.spread(deviation)) / step) * step)
    : 0;

const drawConversion = (
  recording: Recording,
  { product, productId, cvSettingIds, drawSetting }: Market,
  visitor: Visitor,
  type: 0 | 1,
  ts: number,
): SeedConversion => {
  const { random, claim } = recording;
  const index = drawSetting(type);
  const setting = product.cvSettings[index]!;
  const origin = drawOrigin(random, setting);
  const args = drawOrder(recording, type, product.orderPrefix);
  return {
    conversionId: eventIdOf(ts, claim(1)),
    productId,
    ts,
    cvType: type,
    visitorId: visitorIdOf(visitor.number),
    cvSettingId: origin === 'call' || origin === 'server' ? 0 : cvSettingIds[index]!,
    origin,
    args,
    userId: visitor.userId,
    exceededLimits: null,
    otherKey1: random.chance(0.5) ? random.choice(['新規', 'リピート', 'gift/é']) : '',
    otherKey2: random.chance(0.2) ? `店${random.integer(1, 9)}` : '',
    otherKey3: '',
    amount: drawAmount(random, type, product.amount),
    url:
      origin === 'server'
        ? ''
        : setting.cvPageUrl || `https://${product.domain}${random.choice(product.pages)}`,
    referrer: setting.routePageUrl ?? '',
    ip: visitor.ip,
    bot: visitor.bot,
    client: visitor.client,
  };
};

const recordConversion = (
  recording: Recording,
  market: Market,
  visitor: Visitor,
  type: 0 | 1,
  ts: number,
): void => {
  const { days, conversions, paths } = recording;
  if (ts < days.start || ts >= days.end) return;
  const conversion = drawConversion(recording, market, visitor, type, ts);
  if (ts > days.now) return;
  conversions.push(conversion);
  if (type === 0 || visitor.bot || visitor.staff) return;
  const eligible = visitor.path.filter(c => c.ts <= ts && c.ts >= ts - market.product.trackingTerm * DAY);
  paths.push({
    conversion,
    path: eligible.map(c => {
      const interactionId = eventIdOf(c.ts, c.sequence);
      return { interactionId, adId: c.adId, ts: c.ts, ...clickIdsOf(interactionId, c.adId, c.sends) };
    }),
  });
};

/** Records all visits of a visitor who came by an ad. */
const recordVisits = (recording: Recording, market: Market, visitor: Visitor): void => {
  const { random, days } = recording;
  const { product, hours, drawAd } = market;
  let ts = market.drawMoment();
  let ad = drawAd('first', ts);
  const wanted = contactsOf(random);
  for (let n = 1; n <= wanted && ts < days.end; n++) {
    recordClick(recording, market, visitor, ad, { ts, repeated: false });
    if (random.chance(0.011))
      recordClick(recording, market, visitor, ad, { ts: ts + random.integer(80, 950), repeated: true });
    const eager = ad.plan.traffic.quality * (1 + 0.12 * Math.min(n, 8));
    const done = delayOf(random);
    if (random.chance(product.middleRate * eager))
      recordConversion(recording, market, visitor, 0, ts + Math.round(done * 0.5));
    const next = nextVisit(random, ts, hours, startOfTokyoDay);
    // A conversion precedes the next contact, so that it is not credited to a later one.
    if (random.chance(product.lastRate * eager))
      recordConversion(recording, market, visitor, 1, Math.min(ts + done, next - SECOND));
    ts = next;
    if (!random.chance(0.3)) ad = drawAd('later', ts);
    if (ts >= ad.plan.traffic.to || ts < ad.plan.traffic.from) ad = drawAd('later', ts);
  }
};

const recordBot = (recording: Recording, market: Market): void => {
  const { random } = recording;
  const bot = createVisitor(recording, market, 'bot');
  let ts = market.drawMoment();
  for (let n = random.integer(3, 45); n > 0; n--, ts += random.integer(2, 90) * SECOND)
    recordClick(recording, market, bot, market.drawAd('first', ts), { ts, repeated: false });
};

/** Records a buyer without contacts, who came by search results, a bookmark or a recommendation. */
const recordBuyerWithoutAd = (recording: Recording, market: Market): void => {
  const { random } = recording;
  const visitor = createVisitor(recording, market, 'person');
  const ts = market.drawMoment();
  if (random.chance(0.6))
    recordConversion(recording, market, visitor, 0, ts - random.integer(1, 20) * MINUTE);
  recordConversion(recording, market, visitor, 1, ts);
};

const recordMarket = (recording: Recording, market: Market, people: number): void => {
  for (let v = 0; v < people; v++) {
    const kind = recording.random.chance(0.006) ? 'staff' : 'person';
    recordVisits(recording, market, createVisitor(recording, market, kind));
  }
  for (let v = 0; v < people / 350; v++) recordBot(recording, market);
  for (let v = 0; v < people * market.product.lastRate * 0.45; v++) recordBuyerWithoutAd(recording, market);
};

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
  PRODUCTS.forEach((product, p) =>
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
      PRODUCTS.map((product, p) => [
        company.productIds[p]!,
        product.pages.map(page => `https://${product.domain}${page}`),
      ]),
    ),
  };
};
