import type { Columnar } from '../store/clickhouse/engine/columnar.ts';
import { lastConversionsOfVisitors, type ConversionRow } from '../store/clickhouse/events/result-events.ts';
import { HOUR } from '../platform/time.ts';

/** Plausibility limits of a product. They apply to conversions that anyone may report. */
export interface PlausibilityLimits {
  readonly id: number;
  /** Yen; 0: no limit. */
  readonly maxConversionAmount: number;
  /** Last conversions of a visitor in the hour up to and including the checked one; 0: no limit. */
  readonly maxVisitorConversionsPerHour: number;
  /** Without it anyone may call `/cv`, as anyone may call the tag. */
  readonly conversionKeyRequired: boolean;
}

/**
 * Why a conversion is not plausible, as a sum: 1 the amount exceeds its limit, 2 the number per visitor and hour does, 4 a
 * value of the page could not be read; null: it is plausible.
 */
export type ExceededLimits = 1 | 2 | 3 | 4 | 5 | 6 | 7 | null;

/** Whether the limits of its product apply to a conversion. */
const isLimited = (
  { origin }: Pick<ConversionRow, 'origin'>,
  limits: PlausibilityLimits | undefined,
): limits is PlausibilityLimits =>
  limits !== undefined && (origin !== 'server' || !limits.conversionKeyRequired);

const AMOUNT = 1;
const FREQUENCY = 2;
export const UNREADABLE_VALUE = 4;

interface Place {
  readonly ts: number;
  readonly id: bigint;
}

/** Counts the conversions before one, by time and then by id. `places` are sorted in that order. */
const countBefore = (places: readonly Place[], { ts, id }: Place): number => {
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const place = places[middle]!;
    if (place.ts < ts || (place.ts === ts && place.id < id)) low = middle + 1;
    else high = middle;
  }
  return low;
};

/**
 * Reads the conversions of the same visitors to which limits apply.
 *
 * @returns function that counts a visitor's last conversions in the hour up to and including a conversion
 */
const readHourlyCounts = async (
  columnar: Columnar,
  conversions: readonly ConversionRow[],
  limits: ReadonlyMap<number, PlausibilityLimits>,
): Promise<(conversion: ConversionRow) => number> => {
  const times = conversions.map(({ ts }) => ts);
  const found =
    times.length === 0
      ? []
      : await lastConversionsOfVisitors(columnar, conversions, Math.min(...times) - HOUR, Math.max(...times));
  const byVisitor = new Map<string, Place[]>();
  for (const row of found) {
    const { productId, visitorId, conversionId, ts } = row;
    if (!isLimited(row, limits.get(productId))) continue;
    const key = `${productId} ${visitorId}`;
    const places = byVisitor.get(key) ?? [];
    if (places.length === 0) byVisitor.set(key, places);
    places.push({ ts, id: BigInt(conversionId) });
  }
  return ({ productId, visitorId, conversionId, ts }) => {
    const places = byVisitor.get(`${productId} ${visitorId}`) ?? [];
    const hourAgo = { ts: ts - HOUR + 1, id: 0n };
    return countBefore(places, { ts, id: BigInt(conversionId) }) + 1 - countBefore(places, hourAgo);
  };
};

/**
 * Reads which limits conversions exceed, from the events and the present limits, and whether their values could be read.
 *
 * @returns function from a conversion to its exceeded limits
 */
export const readExceededLimits = async (
  columnar: Columnar,
  conversions: readonly ConversionRow[],
  limits: ReadonlyMap<number, PlausibilityLimits>,
): Promise<(conversion: ConversionRow) => ExceededLimits> => {
  const hourlyCount = await readHourlyCounts(
    columnar,
    conversions.filter(conversion => {
      const limit = limits.get(conversion.productId);
      return isLimited(conversion, limit) && limit.maxVisitorConversionsPerHour > 0;
    }),
    limits,
  );
  return conversion => {
    let sum = conversion.unreadableValues === 0 ? 0 : UNREADABLE_VALUE;
    const limit = limits.get(conversion.productId);
    if (isLimited(conversion, limit)) {
      const { maxConversionAmount: amount, maxVisitorConversionsPerHour: perHour } = limit;
      if (amount > 0 && conversion.amount > amount) sum += AMOUNT;
      if (perHour > 0 && hourlyCount(conversion) > perHour) sum += FREQUENCY;
    }
    return sum === 0 ? null : (sum as ExceededLimits);
  };
};
