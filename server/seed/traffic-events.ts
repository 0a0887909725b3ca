import { firstIdAt } from '../platform/ids.ts';
import type { ConversionFacts, PathContact } from '../results/derive.ts';

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

export const REFERRERS = [
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
export const SEQUENCES = 1 << 22;
export const eventIdOf = (ts: number, sequence: number): string =>
  (firstIdAt(ts) | BigInt(sequence)).toString();
/**
 * Multiplication by an odd number (2^64 over the golden ratio) spreads sequence numbers over 64 bits and keeps them
 * distinct; the store does the same.
 */
export const visitorIdOf = (visitor: number): string =>
  BigInt.asUintN(64, BigInt(visitor) * 0x9e3779b97f4a7c15n).toString();
