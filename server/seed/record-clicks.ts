import { NO_ADDRESS, storedAddress } from '../platform/event-address.ts';
import { DAY } from '../platform/time.ts';
import { landingFor } from './landing.ts';
import type { IndexedAd, Market } from './market.ts';
import { NETWORKS } from './networks.ts';
import type { PlacedAd } from './placed.ts';
import type { Recording, VisitorKind } from './recording.ts';
import { REFERRERS } from './traffic-events.ts';

export interface Visitor {
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

export const createVisitor = (
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

/** Parameters that the network of an ad sends with a click, as the bits of `SeedContact.sends`. */
const sendsOf = ({ plan }: PlacedAd): number => {
  if (plan.network === null) return 0;
  const { xclid, session, keys } = NETWORKS[plan.network]!.sends;
  const sent = [xclid, session, keys >= 1, keys >= 2, keys >= 3];
  return sent.reduce((bits, isSent, index) => bits | (isSent ? 1 << index : 0), 0);
};

export const recordClick = (
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
