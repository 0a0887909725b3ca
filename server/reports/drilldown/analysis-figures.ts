import type { Viewer } from '../../http/visibility.ts';
import { Failure } from '../../http/failures.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { AnalysisQuery } from '../parse/analysis-query.ts';
import { nodeOfKey } from '../analyses/journeys/nodes.ts';
import { FLOW_STEPS, planJourneys } from '../analyses/journeys/compute.ts';
import { type JourneyParameters } from '../analyses/journeys/query.ts';
import type { ReportParts } from '../parse/query.ts';
import { planTransitions, MAX_MONTHS } from '../analyses/month-transition/compute.ts';
import {
  cohortLines,
  journeyLines,
  type JourneySelection,
  type Measure,
} from '../../store/clickhouse/drilldown/analysis-figure-lines.ts';
import { busiestRows, topJourneys } from '../../store/clickhouse/queries/journeys.ts';
import { metrics } from '../../attribution/metrics.ts';
import type { FigureMetric } from './figures.ts';
import { TOTAL, type SelectedFigure } from './selected-figure.ts';

/** Figures of the analyses other than reports over rows. Keys are theirs; `total` is the row of totals. */

interface FigureSelection {
  readonly key: string;
  readonly metric: FigureMetric;
}

const refuse = (field: 'key' | 'metric'): Failure =>
  new Failure('invalid', { fields: { [field]: ['choice'] } });

const measureOf = (metric: FigureMetric): Measure => {
  if (metric === 'cv') return 'one';
  if (metric === 'amount_sum') return 'amount';
  throw refuse('metric');
};

const EVERY_MONTH: readonly [number, number] = [0, 1e6];
const CELL = /^(?:(\d{4})-(\d{2})|total)(?:\/(\d{1,2}|later))?$/;

/** How many months later a cell's conversions came, both ends included. */
const monthsLater = (cell: string | undefined): readonly [number, number] => {
  if (cell === undefined) return EVERY_MONTH;
  return cell === 'later' ? [MAX_MONTHS + 1, EVERY_MONTH[1]] : [Number(cell), Number(cell)];
};

/**
 * A figure of the month transition: `2026-03` is a row's, `2026-03/2` that of the second month after it,
 * `2026-03/later` that of all later months; the same for `total`.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const transitionFigure = async (
  parts: ReportParts & Pick<Dependencies, 'clock'>,
  viewer: Viewer,
  parameters: AnalysisQuery,
  { key, metric }: FigureSelection,
): Promise<SelectedFigure> => {
  const measure = measureOf(metric);
  const plan = await planTransitions(parts, viewer, parameters);
  const { shown, first, last, present, begun, span } = plan;
  const [, year, month, cell] = CELL.exec(key) ?? [];
  const row = year === undefined ? null : Number(year) * 12 + Number(month) - 1;
  if (
    !CELL.test(key) ||
    (row !== null && (row < first || row > last)) ||
    (cell !== undefined && cell !== 'later' && Number(cell) > MAX_MONTHS)
  )
    throw refuse('key');
  const cohort = {
    began: row === null ? ([first, last] as const) : ([row, row] as const),
    later: monthsLater(cell),
    ended: cell === undefined || cell === 'later' ? EVERY_MONTH[1] : present,
  };
  return {
    query: plan,
    period: begun,
    span,
    model: null,
    unit: metrics[metric].unit,
    parts: 1,
    fromEvents: false,
    at: async scope => ({
      scope,
      lines: cohortLines(cohort, shown === 'all' ? null : [...shown], measure),
      figure: null,
    }),
  };
};

export type PathFigure = Omit<JourneyParameters, 'limit' | 'nodes'> &
  FigureSelection & { readonly top: number; readonly nodes: number };

const LINK = /^([1-9])>([^>]+)>([^>]+)$/;

/**
 * A figure of the path explorer: a path by its key, `others` than the `top` ones, or a transition between two
 * stops, `2>12>conversion`: step, row, row.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const pathFigure = async (
  parts: ReportParts,
  viewer: Viewer,
  { key, metric, top, nodes, ...parameters }: PathFigure,
): Promise<SelectedFigure> => {
  const measure = measureOf(metric);
  const plan = await planJourneys(parts, viewer, parameters);
  const { journeys } = plan;
  const [, step, came, went] = LINK.exec(key) ?? [];
  const [from, to] = [came, went].map(stop => (stop === undefined ? null : nodeOfKey(stop)));
  if (
    key !== TOTAL &&
    key !== 'others' &&
    !/^[0-9a-f]{32}$/.test(key) &&
    (step === undefined || from === null || to === null)
  )
    throw refuse('key');
  return {
    query: plan,
    period: plan.period,
    span: plan.span,
    model: null,
    unit: metrics[metric].unit,
    parts: 1,
    fromEvents: false,
    at: async scope => {
      const which = async (): Promise<JourneySelection> => {
        if (key === TOTAL) return null;
        if (key === 'others')
          return {
            excludedPaths: (await topJourneys(parts.columnar, scope, journeys, top, 1)).top.map(
              one => one.key,
            ),
          };
        if (step === undefined || from === null || from === undefined || to === null || to === undefined)
          return { pathKey: key };
        return {
          step: Number(step),
          from,
          to,
          nodes: await busiestRows(parts.columnar, scope, journeys, nodes),
          steps: FLOW_STEPS,
        };
      };
      return { scope, lines: journeyLines(journeys, await which(), measure), figure: null };
    },
  };
};
