import { METRICS } from '../../server/attribution/metrics.ts';
import type { Viewer } from '../../server/http/visibility.ts';
import { computeReport } from '../../server/reports/analyses/row-report/compute.ts';
import type { ReportOptions } from '../../server/reports/parse/query.ts';
import { collectSources } from '../../server/rollups/report-sources.ts';
import type { CollectorApp } from './collector-app.ts';

const DAY_MS = 86_400_000;
/** The day in Tokyo. */
const dayText = (ms: number): string => new Date(ms + 9 * 3_600_000).toISOString().slice(0, 10);

/** An administrator of a company, who sees one product. */
export const viewerOf = (companyId: number, productId: number): Viewer => ({
  userId: 1,
  companyId,
  roleCode: 'admin',
  base: 'admin',
  permissions: {} as Viewer['permissions'],
  agencyId: null,
  products: [productId],
  ads: null,
});

/** The report of a product by ad, with all metrics, of the days from `daysBack` days ago to tomorrow. */
export const readProductReport = (
  { parts, shop }: CollectorApp,
  productId: number,
  { daysBack, ...options }: ReportOptions & { readonly daysBack: number },
) => {
  const viewer = viewerOf(shop.companyId, productId);
  const now = parts.clock.now();
  const days = { from: dayText(now - daysBack * DAY_MS), to: dayText(now + DAY_MS) };
  return computeReport(parts, viewer, { productId, ...days, axis: 1, metrics: METRICS }, options);
};

/** A report, and what it was read from, as the header of its answer says. */
export const readReportWithSource = async (...query: Parameters<typeof readProductReport>) => {
  const sources = new Set<string>();
  const report = await new Promise<Awaited<ReturnType<typeof readProductReport>>>((resolve, reject) => {
    collectSources(sources, () => {
      readProductReport(...query).then(resolve, reject);
    });
  });
  return { report, sources: [...sources] };
};
