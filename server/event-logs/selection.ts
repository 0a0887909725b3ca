import type { Dependencies } from '../dependencies.ts';
import { Failure } from '../http/failures.ts';
import { readFilters, type Condition, type Kind } from '../http/filters.ts';
import type { Viewer } from '../http/visibility.ts';
import { readWhere } from '../http/where.ts';
import type { EventCondition } from '../store/clickhouse/logs/event-conditions.ts';
import type { EventLog } from './log.ts';
import { readParameters, type LogParameters, type Resolve } from './log-parameters.ts';
import { amongLandingPages, amongNamed } from './named.ts';
import { readSort } from './sorting.ts';

/** What a query of a log selects: its conditions on the table of the log, and its sort. */

/** Type of each filterable column of a log. */
export const kindsOf = ({
  table,
  named,
}: Pick<EventLog<never, object>, 'table' | 'named'>): Readonly<Record<string, Kind>> => ({
  ...Object.fromEntries(Object.entries(table.filtered).map(([field, { kind }]) => [field, kind])),
  ...Object.fromEntries(Object.keys(named).map(field => [field, 'text' as const])),
});

/** @throws {Failure} `invalid` */
const conditionsIn = (log: EventLog<never, object>, parameters: LogParameters): readonly Condition[] => {
  const kinds = kindsOf(log);
  const conditions = readFilters(parameters, kinds);
  // An id beyond 64 bits is an error of the query.
  const wrong = conditions.find(
    ({ field, values }) =>
      log.table.filtered[field]?.as === 'id' &&
      values.some(value => typeof value === 'string' && BigInt(value) >= 2n ** 64n),
  );
  if (wrong !== undefined) throw new Failure('invalid', { fields: { [wrong.field]: ['format'] } });
  return [...conditions, ...readWhere(parameters, kinds)];
};

/** The translation of a log's conditions to its table. */
export const resolveOf =
  (
    db: Dependencies['db'],
    { table, named }: EventLog<never, object>,
    product: { readonly companyId: number; readonly productId: number },
  ): Resolve =>
  conditions =>
    Promise.all(
      conditions.map(async (condition): Promise<EventCondition> => {
        const name = named[condition.field];
        const column = table.filtered[name !== undefined && 'column' in name ? name.column : condition.field];
        if (name?.of === 'landing') return { landing: await amongLandingPages(db, product, condition) };
        if (column === undefined) throw new Error(`No column for ${condition.field}`);
        return name === undefined
          ? { column, condition }
          : { column, named: await amongNamed(db, product, name.of, condition) };
      }),
    );

/**
 * The query of a log; null: no row is visible.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const selectionOf = (
  db: Dependencies['db'],
  log: EventLog<never, object>,
  viewer: Viewer,
  parameters: LogParameters,
) =>
  readParameters(
    db,
    viewer,
    parameters,
    conditionsIn(log, parameters),
    resolveOf(db, log, { companyId: viewer.companyId, productId: parameters.product_id }),
  );
/** The sort of a query; null: by time. */
export const sortOf = (
  db: Dependencies['db'],
  log: EventLog<never, object>,
  viewer: Viewer,
  parameters: LogParameters,
) => readSort(db, log, { companyId: viewer.companyId, productId: parameters.product_id }, parameters);
