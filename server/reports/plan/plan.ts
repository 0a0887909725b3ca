import type { Viewer } from '../../http/visibility.ts';
import { creditTable, creditTableOf } from '../../rollups/credit-table.ts';
import { Failure } from '../../http/failures.ts';
import { conversionConditions, isInRollups } from '../../store/clickhouse/queries/conditions.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import { assistsByRow } from '../../store/clickhouse/queries/assists.ts';
import type { CreditTable } from '../../store/clickhouse/rollups/paths.ts';
import { isFinerThanAds, rowsOfCells } from '../count/dimension-rows.ts';
import { countedFor, type MetricKey } from '../../attribution/metrics.ts';
import type { Tally } from '../../attribution/counted.ts';
import { isPlaced, type AnyModel } from '../models/models.ts';
import type { Period } from '../parse/period.ts';
import { nestingOf } from '../count/nested-yen.ts';
import {
  parseAxes,
  resolveQuery,
  type ReportParameters,
  type ResolvedQuery,
  type ReportParts,
} from '../parse/query.ts';
import { keyOf, outerRowsOfAds, rowsOfAds, type Rows } from '../count/rows.ts';
import { linesOf, outerLines, type Level } from '../shape/shape.ts';
import { tallyRows } from '../count/aggregate.ts';

/**
 * The plan for counting the rows of a query. Reports and the drill-down of their figures use the same plan.
 */
export interface Plan {
  readonly query: ResolvedQuery;
  /** Of its axes, the outer first. */
  readonly axisNames: readonly string[];
  readonly evaluation: 1 | 2 | 3 | null;
  readonly table: CreditTable;
  /** Whether derived rows cannot answer it. */
  readonly fromEvents: boolean;
  /** The scope of the query within that of the product. */
  readonly scopeOf: (plain: Scope) => Scope;
  /** The rows, and for nested ones the outer rows separately. */
  readonly planRows: (scope: Scope) => Promise<PlannedRows>;
  /** Whether rows are finer than ads: they exclude facts known only by ad. */
  readonly hasFinerRows: boolean;
  /** Whether no condition limits the conversions. */
  readonly coversAllConversions: boolean;
}

export interface PlannedRows {
  readonly rows: Rows;
  readonly outer: Rows | null;
}

/** @throws {Failure} `invalid`, `no_permission_for_data` */
export const planOf = async (
  parts: ReportParts,
  viewer: Viewer,
  parameters: Omit<ReportParameters, 'metrics'>,
): Promise<Plan> => {
  const axisNames = parseAxes(parameters);
  const evaluation = ([1, 2, 3] as const).find(known => known === parameters.evaluation) ?? null;
  const query = await resolveQuery(parts, viewer, parameters);
  const {
    period,
    compared,
    filters,
    filters: { shown },
    ads,
  } = query;
  const hasFinerRows = isFinerThanAds(axisNames, { filters, evaluation });
  const conversionFilter =
    filters.conversions.length === 0 ? null : conversionConditions(filters.conversions);
  const rowsOfAxes = (scope: Scope, axes: readonly string[], rowsOverAds = rowsOfAds) =>
    isFinerThanAds(axes, { filters, evaluation })
      ? rowsOfCells(parts, scope, axes, { ads, filters, evaluation })
      : rowsOverAds(axes, { ads, shown });
  return {
    query,
    axisNames,
    evaluation,
    hasFinerRows,
    coversAllConversions: conversionFilter === null,
    fromEvents: !filters.contacts.every(({ field }) => isInRollups(field)),
    table: parameters.decay === undefined ? creditTable : creditTableOf(parameters.decay),
    scopeOf: plain => (conversionFilter === null ? plain : { ...plain, conversionFilter }),
    planRows: async scope => {
      // Both compared periods have the same rows.
      const bothPeriods =
        compared === null
          ? scope
          : {
              ...scope,
              from: Math.min(period.from, compared.from),
              until: Math.max(period.until, compared.until),
            };
      const [rows, outer] = await Promise.all([
        rowsOfAxes(bothPeriods, axisNames),
        axisNames.length === 1 ? null : rowsOfAxes(bothPeriods, axisNames.slice(0, 1), outerRowsOfAds),
      ]);
      return { rows, outer };
    },
  };
};

/**
 * Data-driven models support only ads and their groups, over all conversions.
 *
 * @throws {Failure} `invalid`: the query has other rows or conditions
 */
export const refuseDataDriven = (
  { hasFinerRows, coversAllConversions }: Plan,
  models: readonly AnyModel[],
): void => {
  if ((hasFinerRows || !coversAllConversions) && !models.every(isPlaced))
    throw new Failure('invalid', { fields: { model: ['choice'] } });
};

/** The assists of each row, by key: they depend on the row axis, and are no sum of finer rows. */
const assistsByKey = async (
  { columnar }: ReportParts,
  scope: Scope,
  { grouping, read }: Rows,
): Promise<ReadonlyMap<string, Pick<Tally, 'assists' | 'assists_first'>>> =>
  new Map(
    (await assistsByRow(columnar, scope, grouping)).map(({ row, assists, assists_first }) => [
      keyOf(read(row)),
      { assists, assists_first },
    ]),
  );

/**
 * Counts the rows of a period under each of the models.
 *
 * @param scope the query's, for any period
 * @param metrics the metrics to read
 */
export const countLevel = async <M extends AnyModel>(
  parts: ReportParts,
  { query, table, axisNames: [outerAxis = ''] }: Plan,
  scope: Scope,
  { rows, outer }: PlannedRows,
  within: Period,
  models: readonly M[],
  metrics: readonly MetricKey[],
): Promise<Record<M, Level>> => {
  const {
    filters: { shown, contacts },
  } = query;
  const withoutContact = shown === 'all' && contacts.length === 0;
  const periodScope = { ...scope, from: within.from, until: within.until };
  const counted = countedFor(metrics);
  const needsAssists = counted.has('assists') || counted.has('assists_first');
  const nesting = outer !== null && counted.has('amount_division') ? nestingOf(rows, outer, outerAxis) : null;
  const [counts, outerAssists] = await Promise.all([
    tallyRows(parts, periodScope, { ...query, period: within }, rows, models, {
      table,
      needsAssists,
      nesting,
    }),
    outer && (needsAssists ? assistsByKey(parts, periodScope, outer) : new Map<never, never>()),
  ]);
  const leaves = (model: M) => linesOf(rows, counts[model], withoutContact);
  return Object.fromEntries(
    models.map(model => [
      model,
      outerAssists === null
        ? { outer: leaves(model), inner: null }
        : { outer: outerLines(leaves(model), outerAssists), inner: leaves(model) },
    ]),
  ) as Record<M, Level>;
};
