import { accessLog } from '../event-logs/accesses.ts';
import { contactLog } from '../event-logs/contacts.ts';
import { conversionLog } from '../event-logs/conversions.ts';
import { EARLIEST, LATEST } from '../event-logs/log-parameters.ts';
import { readReach } from '../event-logs/complete-log.ts';
import type { ProductDependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import type { Condition } from '../http/filters.ts';
import { hasPermission, requireProduct, type PermissionKey, type Viewer } from '../http/visibility.ts';
import { shownAddress } from '../platform/event-address.ts';
import { resultLog } from '../results/result-log.ts';
import { countVisitorEvents, impressionsOfVisitor } from '../store/clickhouse/events/visitor-erasure.ts';
import type { VisitorRowKind } from './schemas.ts';

/** The logs that the data of a visitor comes from. */
const READ: readonly PermissionKey[] = ['interaction_log', 'access_log', 'cv_log', 'result_notification_log'];

/** Rows of one kind, newest first. */
interface VisitorRows {
  readonly kind: VisitorRowKind;
  readonly count: number;
  readonly batches: AsyncIterable<readonly object[]>;
}

/**
 * Everything that is stored of a visitor of a product, as it is read: a visitor may have more rows than memory.
 *
 * @throws {Failure} `forbidden`: the viewer may not read one of the logs; `no_permission_for_data`; `not_found`
 */
export const readVisitorData = async (
  stores: Pick<ProductDependencies, 'db' | 'columnar'>,
  viewer: Viewer,
  { product_id, visitor_id }: { readonly product_id: number; readonly visitor_id: string },
): Promise<readonly VisitorRows[]> => {
  requireProduct(viewer, product_id);
  if (READ.some(key => !hasPermission(viewer, key, 'read'))) throw new Failure('forbidden');
  const condition: Condition = { field: 'visitor_id', kind: 'text', op: 'exact', values: [visitor_id] };
  const reach = { productId: product_id, from: EARLIEST, until: LATEST, conditions: [condition] };
  const where = new URLSearchParams({ visitor_id }).toString();
  const { columnar } = stores;
  const impressions = async function* () {
    for await (const rows of impressionsOfVisitor(columnar, product_id, visitor_id))
      yield rows.map(({ id, ms, ad_id, ip }) => ({
        impression_id: id,
        time: new Date(ms).toISOString(),
        ad_id,
        ip_address: shownAddress(ip),
      }));
  };
  const [contacts, accesses, conversions, counts, results] = await Promise.all([
    readReach(stores, contactLog, viewer, reach),
    readReach(stores, accessLog, viewer, reach),
    readReach(stores, conversionLog, viewer, reach),
    countVisitorEvents(columnar, product_id, visitor_id),
    resultLog.all(stores, viewer, { product_id, where }, null),
  ]);
  const all: readonly VisitorRows[] = [
    { kind: 'interactions', ...contacts },
    { kind: 'accesses', ...accesses },
    { kind: 'conversions', ...conversions },
    { kind: 'impressions', count: counts.impressions, batches: impressions() },
    { kind: 'results', ...results },
  ];
  if (all.every(({ count }) => count === 0)) throw new Failure('not_found');
  return all;
};

/** Writes the rows as one JSON object, by the speed of its reader. @param write writes rows of a kind as a JSON array */
export const writeVisitorData = async function* (
  { product_id, visitor_id }: { readonly product_id: number; readonly visitor_id: string },
  all: readonly VisitorRows[],
  write: (kind: VisitorRowKind, rows: readonly object[]) => string,
): AsyncGenerator<string> {
  yield JSON.stringify({ product_id, visitor_id }).slice(0, -1);
  for (const { kind, batches } of all) {
    yield `,"${kind}":[`;
    let separator = '';
    for await (const rows of batches) {
      if (rows.length === 0) continue;
      yield separator + write(kind, rows).slice(1, -1);
      separator = ',';
    }
    yield ']';
  }
  yield ',"complete":true}';
};
