import type { Viewer } from '../http/visibility.ts';
import { Failure } from '../http/failures.ts';
import { timeOfId } from '../platform/ids.ts';
import { DAY } from '../platform/time.ts';
import { eventPage } from '../store/clickhouse/logs/event-log.ts';
import type { StoredEvent } from '../store/clickhouse/logs/event-rows.ts';
import { EARLIEST, filterOf, LATEST, type Reach } from './log-parameters.ts';
import type { EventLog, Stores } from './log.ts';
import { resolveOf } from './selection.ts';

/**
 * Reads the newest rows that satisfy conditions, including rows that reports leave out.
 *
 * @throws {Failure} `no_permission_for_data`, `timed_out`
 */
export const findRows = async <Stored extends StoredEvent, Shown extends object>(
  { db, columnar }: Stores,
  log: EventLog<Stored, Shown>,
  viewer: Viewer,
  reach: Reach,
  limit: number,
): Promise<readonly Shown[]> => {
  const { productId } = reach;
  const [from, until] = [reach.from, reach.until].map(ms => Math.min(Math.max(ms, EARLIEST), LATEST)) as [
    number,
    number,
  ];
  const filter = await filterOf(
    db,
    viewer,
    { ...reach, from, until },
    resolveOf(db, log, { companyId: viewer.companyId, productId }),
  );
  if (filter === null) return [];
  const { rows } = await eventPage<Stored>(columnar, log.table, filter, { after: null, limit, show: 'all' });
  return rows.map(await log.showing(db, viewer, productId, rows));
};

/**
 * Reads one row by its id, also if reports leave it out.
 *
 * @throws {Failure} `not_found`; `no_permission_for_data`: the viewer may not see the product
 */
export const readOne = async <Stored extends StoredEvent, Shown extends object>(
  stores: Stores,
  log: EventLog<Stored, Shown>,
  viewer: Viewer,
  productId: number,
  id: string,
): Promise<Shown> => {
  const accepted = BigInt(id) < 2n ** 64n ? timeOfId(BigInt(id)) : null;
  // An event's time is close to that in its id unless it was imported: only imported events require a search
  // of all times.
  const spans =
    accepted === null
      ? []
      : ([
          [accepted - DAY, accepted + DAY],
          [EARLIEST, LATEST],
        ] as const);
  for (const [from = EARLIEST, until = LATEST] of spans) {
    const [row] = await findRows(
      stores,
      log,
      viewer,
      {
        productId,
        from,
        until,
        conditions: [{ field: log.table.id, kind: 'text', op: 'exact', values: [id] }],
      },
      1,
    );
    if (row !== undefined) return row;
  }
  throw new Failure('not_found');
};
