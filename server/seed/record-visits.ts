import { MINUTE, SECOND } from '../platform/time.ts';
import { startOfTokyoDay } from './calendar.ts';
import type { Market } from './market.ts';
import { createVisitor, recordClick, type Visitor } from './record-clicks.ts';
import { recordConversion } from './record-conversions.ts';
import type { Recording } from './recording.ts';
import { contactsOf, delayOf, nextVisit } from './visitor.ts';

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

export const recordMarket = (recording: Recording, market: Market, people: number): void => {
  for (let v = 0; v < people; v++) {
    const kind = recording.random.chance(0.006) ? 'staff' : 'person';
    recordVisits(recording, market, createVisitor(recording, market, kind));
  }
  for (let v = 0; v < people / 350; v++) recordBot(recording, market);
  for (let v = 0; v < people * market.product.lastRate * 0.45; v++) recordBuyerWithoutAd(recording, market);
};
