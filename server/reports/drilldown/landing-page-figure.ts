import { UNITS } from '../../attribution/models.ts';
import { creditTable } from '../../rollups/credit-table.ts';
import type { Viewer } from '../../http/visibility.ts';
import { Failure } from '../../http/failures.ts';
import { planLandingPages } from '../analyses/landing-pages/compute.ts';
import type { LandingPageParameters } from '../analyses/landing-pages/query.ts';
import { metrics } from '../../attribution/metrics.ts';
import { countPages, type CountedPage } from '../count/pages.ts';
import type { ReportParts } from '../parse/query.ts';
import { pageLines } from '../../store/clickhouse/drilldown/page-lines.ts';
import type { FigureMetric } from './figures.ts';
import { TOTAL, type SelectedFigure } from './selected-figure.ts';

const OF_PAGES = {
  cv: ['last', 1, page => page.cv],
  amount_sum: ['sales', 1, page => page.amount],
  cv_division: ['divided', UNITS, page => page.division],
  amount_division: ['sold', 1, page => page.yen],
} as const satisfies Partial<
  Record<
    FigureMetric,
    readonly ['last' | 'sales' | 'divided' | 'sold', number, (page: CountedPage) => bigint]
  >
>;
const isOfPages = (metric: FigureMetric): metric is keyof typeof OF_PAGES => Object.hasOwn(OF_PAGES, metric);

/**
 * A figure of the landing pages, by their keys.
 *
 * @throws {Failure} `invalid`, `no_permission_for_data`
 */
export const pageFigure = async (
  parts: ReportParts,
  viewer: Viewer,
  {
    key,
    metric,
    ...parameters
  }: LandingPageParameters & { readonly key: string; readonly metric: FigureMetric },
): Promise<SelectedFigure> => {
  if (!isOfPages(metric)) throw new Failure('invalid', { fields: { metric: ['choice'] } });
  const [share, cut, of] = OF_PAGES[metric];
  const plan = await planLandingPages(parts, viewer, parameters);
  const { model, shown } = plan;
  return {
    query: plan,
    period: plan.period,
    span: plan.span,
    model,
    unit: metrics[metric].unit,
    parts: cut,
    fromEvents: false,
    at: async scope => {
      const all = (await countPages(parts, scope, model)).filter(
        ({ page }) => shown === 'all' || shown.has(page.ad),
      );
      const pages = key === TOTAL ? all : all.filter(page => page.key === key);
      return {
        scope,
        lines: pageLines(
          { share, model, table: creditTable },
          key === TOTAL && shown === 'all' ? null : pages.map(({ page }) => page.id),
        ),
        figure: async () => pages.reduce((sum, page) => sum + of(page), 0n),
      };
    },
  };
};
