import { createVisitors } from '../collector/visitors.ts';
import type { ProductDependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import { requireProduct, type Viewer } from '../http/visibility.ts';
import { countVisitorEvents } from '../store/clickhouse/events/visitor-erasure.ts';
import { recordChanges, type Author } from '../store/postgres/engine/audit-log.ts';
import { addErasure, listErasures } from '../store/postgres/privacy/erasures.ts';
import type { Erasure } from './schemas.ts';

type Stores = Pick<ProductDependencies, 'db' | 'columnar'>;
type Listed = Awaited<ReturnType<typeof listErasures>>[number];

const newVisitor = createVisitors();

const shown = (row: Listed): Erasure => ({
  id: row.id,
  product_id: row.productId,
  user_name: row.userName ?? '',
  requested_at: row.requestedAt.toISOString(),
  erased_at: row.erasedAt?.toISOString() ?? null,
  settled_at: row.settledAt?.toISOString() ?? null,
  contacts: row.contacts,
  accesses: row.accesses,
  conversions: row.conversions,
  impressions: row.impressions,
  results: row.results,
});

/** The newest requests of a product. @throws {Failure} `no_permission_for_data` */
export const readErasures = async (
  { db }: Pick<Stores, 'db'>,
  viewer: Viewer,
  productId: number,
): Promise<{ readonly erasures: Erasure[] }> => {
  requireProduct(viewer, productId);
  return { erasures: (await listErasures(db, viewer.companyId, { productId })).map(shown) };
};

/**
 * Requests that a visitor is erased. The audit log names the request, and not the visitor.
 *
 * @throws {Failure} `no_permission_for_data`; `not_found`: the product has no event of the visitor; `erasure_waiting`: the
 *   same was requested and is not done yet
 */
export const requestErasure = async (
  { db, columnar }: Stores,
  viewer: Viewer,
  author: Author,
  { product_id, visitor_id }: { readonly product_id: number; readonly visitor_id: string },
): Promise<Erasure> => {
  requireProduct(viewer, product_id);
  const { companyId } = viewer;
  const counts = await countVisitorEvents(columnar, product_id, visitor_id);
  if (Object.values(counts).every(count => count === 0)) throw new Failure('not_found');
  const id = await db.transaction(async tx => {
    const added = await addErasure(tx, {
      companyId,
      productId: product_id,
      visitorId: visitor_id,
      replacementId: newVisitor(),
      userId: viewer.userId,
      requestedAt: author.at,
      ...counts,
    });
    if (added === null) throw new Failure('erasure_waiting');
    await recordChanges(tx, author, 'erasures', [
      { rowId: added, action: 'create', before: null, after: { product_id } },
    ]);
    return added;
  });
  const [row] = await listErasures(db, companyId, { id });
  return shown(row!);
};
