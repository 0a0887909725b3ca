import { NETWORK_NOT_RECORDED } from '../platform/contact-network.ts';
import { DAY } from '../platform/time.ts';
import type { Market } from './market.ts';
import type { ProductPlan } from './products.ts';
import type { Random } from './random.ts';
import type { Visitor } from './record-clicks.ts';
import type { Recording } from './recording.ts';
import { clickIdsOf, eventIdOf, visitorIdOf, type SeedConversion } from './traffic-events.ts';

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
    unreadableValues: 0,
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

export const recordConversion = (
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
      return {
        interactionId,
        adId: c.adId,
        aspId: NETWORK_NOT_RECORDED,
        ts: c.ts,
        ...clickIdsOf(interactionId, c.adId, c.sends),
      };
    }),
  });
};
