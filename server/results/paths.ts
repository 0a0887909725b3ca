import { createExcluded } from '../attribution/excluded.ts';
import type { Columnar } from '../store/clickhouse/engine/columnar.ts';
import {
  contactsOfVisitors,
  conversionsById,
  type ContactRow,
  type ConversionRow,
} from '../store/clickhouse/events/result-events.ts';
import { DAY } from '../platform/time.ts';
import { readExceededLimits, type ExceededLimits, type PlausibilityLimits } from './exceeded-limits.ts';

/** Settings of a product that decide which contacts are eligible and which conversions are plausible. */
export interface WindowRules extends PlausibilityLimits {
  readonly trackingTerm: number;
  readonly excludedIps: readonly string[];
}

export interface ConversionWithPath {
  readonly conversion: ConversionRow & { readonly exceededLimits: ExceededLimits };
  readonly path: readonly ContactRow[];
}

/** Products of the conversions, and ads on their paths. */
export const ownersOf = (batch: readonly ConversionWithPath[]): [productIds: number[], adIds: number[]] => [
  [...new Set(batch.map(({ conversion }) => conversion.productId))],
  [...new Set(batch.flatMap(({ path }) => path.map(({ adId }) => adId)))],
];

/**
 * Selects the eligible contacts of a conversion (docs/decisions/0002-contacts-and-tracking-term.md): same product and
 * visitor, within the tracking term, not from an excluded IP. Bots and repeated contacts are left out by the query.
 *
 * @param contacts of any visitors, in order of time
 */
export const eligible = (
  conversion: Pick<ConversionRow, 'productId' | 'visitorId' | 'ts'>,
  contacts: readonly ContactRow[],
  trackingTerm: number,
  excluded: (ip: string) => boolean,
): ContactRow[] =>
  contacts.filter(
    contact =>
      contact.productId === conversion.productId &&
      contact.visitorId === conversion.visitorId &&
      contact.ts <= conversion.ts &&
      contact.ts >= conversion.ts - trackingTerm * DAY &&
      !excluded(contact.ip),
  );

/**
 * Reads conversions with their paths. Conversions of bots, from excluded IPs and of unknown products are left out.
 *
 * @param conversionIds a few hundred at most, because the contacts of their visitors are read into memory
 */
export const readPaths = async (
  columnar: Columnar,
  conversionIds: readonly string[],
  rulesOf: (productIds: readonly number[]) => Promise<ReadonlyMap<number, WindowRules>>,
): Promise<ConversionWithPath[]> => {
  if (conversionIds.length === 0) return [];
  const conversions = await conversionsById(columnar, conversionIds);
  const products = await rulesOf([...new Set(conversions.map(c => c.productId))]);
  const excluded = new Map(
    [...products.values()].map(product => [product.id, createExcluded(product.excludedIps)]),
  );
  const counted = conversions.filter(
    c => !c.bot && products.has(c.productId) && !excluded.get(c.productId)!(c.ip),
  );
  if (counted.length === 0) return [];
  const oldest = Math.min(...counted.map(c => c.ts - products.get(c.productId)!.trackingTerm * DAY));
  const contacts = await contactsOfVisitors(columnar, counted, oldest, Math.max(...counted.map(c => c.ts)));
  const exceededLimits = await readExceededLimits(columnar, counted, products);
  const byVisitor = new Map<string, ContactRow[]>();
  for (const contact of contacts) {
    const key = `${contact.productId} ${contact.visitorId}`;
    const known = byVisitor.get(key);
    if (known === undefined) byVisitor.set(key, [contact]);
    else known.push(contact);
  }
  return counted.map(conversion => ({
    conversion: { ...conversion, exceededLimits: exceededLimits(conversion) },
    path: eligible(
      conversion,
      byVisitor.get(`${conversion.productId} ${conversion.visitorId}`) ?? [],
      products.get(conversion.productId)!.trackingTerm,
      excluded.get(conversion.productId)!,
    ),
  }));
};
