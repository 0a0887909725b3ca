import type { Dependencies } from '../dependencies.ts';
import { faultOf, loadRows, storedIds } from '../store/clickhouse/events/load.ts';
import { addLateConversions } from '../store/postgres/tracking/late-conversions.ts';
import type { Sink } from './careful-load.ts';

/**
 * The stores into which events are loaded: the columnar one, and the relational one for conversions that
 * arrive out of order.
 */
export const createSink = ({ columnar, db }: Pick<Dependencies, 'columnar' | 'db'>): Sink => ({
  load: (table, pieces, token) => loadRows(columnar, table, pieces, token),
  faultOf,
  storedIds: (table, ids, months) => storedIds(columnar, table, ids, months),
  noteLateConversions: ids => addLateConversions(db, ids),
});
