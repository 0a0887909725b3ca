import type { Viewer } from '../../http/visibility.ts';
import { Failure } from '../../http/failures.ts';
import { countLevel, planOf, refuseDataDriven } from '../plan/plan.ts';
import { addTallies } from '../../attribution/counted.ts';
import { parseAnyModel } from '../models/models.ts';
import type { ReportParameters, ReportParts } from '../parse/query.ts';
import type { Rows } from '../count/rows.ts';
import { figureLines } from '../../store/clickhouse/drilldown/figure-lines.ts';
import type { Chosen } from '../../store/clickhouse/queries/row-layout.ts';
import { figures, type FigureMetric } from './figures.ts';
import { TOTAL, type SelectedFigure } from './selected-figure.ts';

/** A figure of a report over rows: of a row or of the totals, of the period or of its comparison period. */
export interface ReportFigure {
  readonly parameters: Omit<ReportParameters, 'metrics' | 'trend'>;
  /** A row of the report by its key, or `total`. */
  readonly key: string;
  readonly metric: FigureMetric;
  /** Whether it is of the comparison period. */
  readonly compared: boolean;
}

/**
 * The rows of a key. A row hidden from the viewer returns no data; a row that only a filter excludes is
 * empty.
 *
 * @throws {Failure}
 */
const chosenOf = (rows: Rows, key: string, sees: 'all' | 'some', withoutContact: boolean): Chosen => {
  if (key === TOTAL) return rows.shown;
  const row = rows.numberOf(key);
  if (row === null)
    throw sees === 'all'
      ? new Failure('invalid', { fields: { key: ['choice'] } })
      : new Failure('no_permission_for_data');
  const { kind } = rows.read(row);
  if (kind === 'row' || (kind === 'no_contact' && withoutContact)) return { only: [row] };
  if (sees === 'some') throw new Failure('no_permission_for_data');
  return { only: [] };
};

/** @throws {Failure} `invalid`, `no_permission_for_data` */
export const reportFigure = async (
  parts: ReportParts,
  viewer: Viewer,
  { parameters, key, metric, compared }: ReportFigure,
): Promise<SelectedFigure> => {
  const { share, counted, parts: cut, unit } = figures[metric];
  const plan = await planOf(parts, viewer, parameters);
  const { query, axisNames, table, fromEvents } = plan;
  const model = parseAnyModel(parameters.model ?? query.rules.attributionModel);
  refuseDataDriven(plan, [model]);
  // A chain's figure depends on all conversions of the product, including those without a contact of the
  // viewer's ads.
  if (model === 'markov' && (share.kind === 'divided' || share.kind === 'sold') && query.visible !== 'all')
    throw new Failure('no_permission_for_data');
  const within = compared ? query.compared : query.period;
  if (within === null) throw new Failure('invalid', { fields: { compared: ['choice'] } });
  const { shown, contacts } = query.filters;
  // Outer rows and totals are on the outer axis: their assists depend on it, and all other metrics are equal
  // on both.
  const isInner = axisNames.length > 1 && key.includes('/');
  return {
    query,
    period: within,
    span: query.period,
    model,
    unit,
    parts: cut,
    fromEvents,
    at: async plain => {
      const scope = plan.scopeOf(plain);
      const plannedRows = await plan.planRows(scope);
      const rows = isInner ? plannedRows.rows : (plannedRows.outer ?? plannedRows.rows);
      const chosen = chosenOf(
        rows,
        key,
        query.visible === 'all' ? 'all' : 'some',
        shown === 'all' && contacts.length === 0,
      );
      return {
        scope: { ...scope, from: within.from, until: within.until },
        lines: figureLines({ share, rows: chosen, layout: rows.grouping, model, table }),
        figure: async () => {
          const {
            [model]: { outer, inner },
          } = await countLevel(parts, plan, scope, plannedRows, within, [model], [metric]);
          const line = (isInner ? inner : outer)?.get(key);
          return (
            (key === TOTAL ? addTallies([...outer.values()].map(({ tally }) => tally)) : line?.tally)?.[
              counted
            ] ?? 0n
          );
        },
      };
    },
  };
};
