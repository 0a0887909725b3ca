import { accessLog } from '../event-logs/accesses.ts';
import { contactLog } from '../event-logs/contacts.ts';
import { conversionLog } from '../event-logs/conversions.ts';
import type { EventLog } from '../event-logs/log.ts';
import { EARLIEST, LATEST } from '../event-logs/log-parameters.ts';
import { findRows } from '../event-logs/single-rows.ts';
import type { ProductDependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import type { Condition } from '../http/filters.ts';
import { hasPermission, requireProduct, type PermissionKey, type Viewer } from '../http/visibility.ts';
import { shownAddress } from '../platform/event-address.ts';
import { resultLog } from '../results/result-log.ts';
import { impressionsOfVisitor } from '../store/clickhouse/events/visitor-erasure.ts';
import type { StoredEvent } from '../store/clickhouse/logs/event-rows.ts';
import { VISITOR_ROWS, type VisitorData } from './schemas.ts';

/** The logs that the data of a visitor comes from. */
const READ: readonly PermissionKey[] = ['interaction_log', 'access_log', 'cv_log', 'result_notification_log'];

/**
 * Everything that is stored of a visitor of a product.
 *
 * @throws {Failure} `forbidden`: the viewer may not read one of the logs; `no_permission_for_data`; `not_found`
 */
export const readVisitorData = async (
  stores: Pick<ProductDependencies, 'db' | 'columnar'>,
  viewer: Viewer,
  { product_id, visitor_id }: { readonly product_id: number; readonly visitor_id: string },
): Promise<VisitorData> => {
  requireProduct(viewer, product_id);
  if (READ.some(key => !hasPermission(viewer, key, 'read'))) throw new Failure('forbidden');
  const condition: Condition = { field: 'visitor_id', kind: 'text', op: 'exact', values: [visitor_id] };
  const limit = VISITOR_ROWS + 1;
  const events = <Stored extends StoredEvent, Shown extends object>(log: EventLog<Stored, Shown>) =>
    findRows(
      stores,
      log,
      viewer,
      { productId: product_id, from: EARLIEST, until: LATEST, conditions: [condition] },
      limit,
    );
  const [interactions, accesses, conversions, impressions, { results }] = await Promise.all([
    events(contactLog),
    events(accessLog),
    events(conversionLog),
    impressionsOfVisitor(stores.columnar, product_id, visitor_id, limit),
    resultLog.page(stores, viewer, {
      product_id,
      where: new URLSearchParams({ visitor_id }).toString(),
      limit,
    }),
  ]);
  const kinds = [interactions, accesses, conversions, impressions, results];
  if (kinds.every(rows => rows.length === 0)) throw new Failure('not_found');
  return {
    product_id,
    visitor_id,
    interactions: interactions.slice(0, VISITOR_ROWS),
    accesses: accesses.slice(0, VISITOR_ROWS),
    conversions: conversions.slice(0, VISITOR_ROWS),
    impressions: impressions.slice(0, VISITOR_ROWS).map(({ id, ms, ad_id, ip }) => ({
      impression_id: id,
      time: new Date(ms).toISOString(),
      ad_id,
      ip_address: shownAddress(ip),
    })),
    results: results.slice(0, VISITOR_ROWS),
    complete: kinds.every(rows => rows.length <= VISITOR_ROWS),
  };
};
