import type { Slice } from '../slices/slices.ts';
import { faultOf, loadRows, storedIds } from '../store/clickhouse/events/load.ts';
import type { Database } from '../store/postgres/engine/database.ts';
import { addLateConversions } from '../store/postgres/tracking/late-conversions.ts';
import type { Sink } from './careful-load.ts';

/**
 * The stores into which the events of a slice are loaded: the columnar one, and the relational one for conversions that
 * arrive out of order.
 */
export const createSink = ({ name, columnar }: Slice, db: Database): Sink => ({
  load: (table, pieces, token) => loadRows(columnar, table, pieces, token),
  faultOf,
  storedIds: (table, ids, months) => storedIds(columnar, table, ids, months),
  noteLateConversions: ids => addLateConversions(db, name, ids),
});
