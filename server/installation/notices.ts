import type { Static } from '@fastify/type-provider-typebox';
import { relationOf, type TrackedProduct } from '../collector/tracking.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { listCollectorNotices } from '../store/postgres/tracking/collector-notices.ts';
import type { Installation } from './schemas.ts';

type ProductNotices = Pick<Static<typeof Installation.schema>, 'refused_hosts' | 'unknown_parameters'>;

/**
 * Reads what the collector refused or ignored of a product's senders in the last days.
 *
 * @param product as the collector knows it; null: deleted. Hosts that it measures by now are left out
 */
export const readNotices = async (
  db: Database,
  key: { readonly companyId: number; readonly productId: number },
  product: TrackedProduct | null,
  now: number,
): Promise<ProductNotices> => {
  const notices = await listCollectorNotices(db, key.companyId, key.productId, new Date(now));
  const isRefused = (host: string): boolean => product === null || relationOf(product, host) === 'foreign';
  const found: ProductNotices = { refused_hosts: [], unknown_parameters: [] };
  for (const { kind, subject, seenAt } of notices) {
    const last_seen = seenAt.toISOString();
    if (kind === 'unknown_parameter') found.unknown_parameters.push({ name: subject, last_seen });
    else if (isRefused(subject)) found.refused_hosts.push({ host: subject, last_seen });
  }
  return found;
};
