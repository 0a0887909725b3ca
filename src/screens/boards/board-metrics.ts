import { customAnalysis } from '../../analyses/custom.ts';
import type { MetricKey } from '../../analyses/metrics.ts';
import type { StoredAnalysis } from '../../console/analyses.ts';
import type { ViewedReport } from './board-views.ts';

/** Metrics of which the server composes single figures, in the views that it composes. */
export const MODEL_METRICS = [
  'cv',
  'amount_sum',
  'clicks',
  'ad_cost',
] as const satisfies readonly MetricKey[];
export const PATH_METRICS = [
  'cv',
  'amount_sum',
  'amount_avg',
  'attr_avg',
] as const satisfies readonly MetricKey[];

const ofColumns = (columns: readonly { readonly metric: MetricKey }[]): readonly MetricKey[] =>
  columns.map(({ metric }) => metric);

const loadComposed = async ({ page, search }: ViewedReport): Promise<readonly MetricKey[]> => {
  if (page.to === '/analyze/allocation')
    return ofColumns((await import('../../analyses/allocation.ts')).allocation.columns);
  if (page.to === '/analyze/lpo') return ofColumns((await import('../../analyses/lpo.ts')).lpo.columns);
  if (search['view'] === 'models') return MODEL_METRICS;
  if (search['view'] === 'paths') return PATH_METRICS;
  return (await import('../../analyses/what-if.ts')).WHAT_IF_METRICS;
};

/**
 * The metrics of a report that can be single figures of a board; empty: a custom page without a setting.
 *
 * @param setting the setting of a custom page
 */
export const loadMetrics = async (
  report: ViewedReport,
  setting: StoredAnalysis | null,
): Promise<readonly MetricKey[]> => {
  const { page, custom, isComposed } = report;
  if (isComposed) return loadComposed(report);
  if (custom !== null) return setting === null ? [] : ofColumns(customAnalysis(custom, setting).columns);
  return page.load === undefined ? [] : ofColumns((await page.load()).analysis.columns);
};

/** The wanted metric if the report has it, else conversions, else its first; null: it has none. */
export const fitMetric = (known: readonly MetricKey[], wanted: string): MetricKey | null =>
  known.find(one => one === wanted) ?? known.find(one => one === 'cv') ?? known[0] ?? null;
