import type { Static } from '@fastify/type-provider-typebox';
import type { FastifyPluginAsync } from 'fastify';
import type { Viewer } from '../http/visibility.ts';
import { dayCell, textCell } from '../downloads/cells.ts';
import { serveFiles } from '../downloads/serve.ts';
import { ads } from './ads.ts';
import type { Entity } from '../records/entity.ts';
import { listOf } from '../records/list.ts';
import { whereQuery } from '../http/where.ts';
import type { Dependencies } from '../dependencies.ts';
import { ofProduct } from '../slices/slices.ts';
import { withEntityRows } from '../store/postgres/entities/entity-rows.ts';
import { oneBatch, type FileRow } from '../reports/files/analysis-file.ts';
import { inOrder, orderQuery } from '../reports/files/file-order.ts';
import { metricHeading } from '../reports/files/file-words.ts';
import { countedOf, emptyTally } from '../attribution/counted.ts';
import { measure, type MetricKey } from '../attribution/metrics.ts';
import { parseReportQuery } from '../reports/analyses/row-report/query.ts';
import { computeReport } from '../reports/analyses/row-report/compute.ts';
import { ReportQuery } from '../reports/analyses/row-report/schema.ts';

/**
 * Downloads of ads with the figures of a period. Ads without figures in the period have a line as well; deleted ads
 * only if the query includes them.
 */

const DAYS: ReadonlySet<string> = new Set(['period_from', 'period_to']);
const ABOUT = ['name', 'id', 'asp_name', 'ad_category_name', 'agency_name', ...DAYS];
const FIGURES = [
  'clicks',
  'cv',
  'cvr',
  'amount_sum',
  'ad_cost',
  'cpa',
  'roas',
  'profit',
] as const satisfies readonly MetricKey[];
const NOTHING = measure(countedOf(emptyTally()), FIGURES);
const COLUMNS = [...ABOUT, ...FIGURES];
const { product_id, from, to } = ReportQuery.properties;

type AdsQuery = Pick<Static<typeof ReportQuery>, 'product_id' | 'from' | 'to'> & {
  readonly where?: string;
  readonly show_deleted?: boolean;
};

/** Ads with their figures. */
const linesOf = (
  listed: readonly FileRow[],
  { rows }: Pick<Awaited<ReturnType<typeof computeReport>>, 'rows'>,
): readonly FileRow[] => {
  const figures = new Map(rows.map(row => [row.key, row]));
  return listed.map(row => ({ ...NOTHING, ...figures.get(String(row['id'])), ...row }));
};

export const adFigureRoutes: FastifyPluginAsync<{ parts: Dependencies }> = async (app, { parts }) => {
  const list = listOf(ads as Entity, parts.settings);

  /**
   * Reads the listed ads of a product, in order of name.
   *
   * @throws {Failure} `invalid`, `no_permission_for_data`
   */
  const listed = async (
    viewer: Viewer,
    { product_id: product, where = '', show_deleted = false }: AdsQuery,
  ): Promise<readonly FileRow[]> => {
    const { reach, conditions, search, paging } = list.read(viewer, {
      where: [`product_id=${product}`, ...(where === '' ? [] : [where])].join('&'),
      ordering: 'name',
      show_deleted,
    });
    return withEntityRows(
      parts.db,
      'ads',
      reach,
      { fields: list.names, conditions, search, sort: paging.sort },
      async ({ batches }) => {
        const rows: FileRow[] = [];
        for await (const batch of batches) rows.push(...batch.map(row => list.answer(viewer, row)));
        return rows;
      },
    );
  };

  serveFiles(app, parts, {
    name: 'workingAds',
    path: 'analyses/working_ads',
    tag: 'analyses',
    access: { personOrKey: 'reports' },
    title: 'ad.title',
    query: {
      product_id,
      from,
      to,
      where: whereQuery.where,
      show_deleted: list.query['show_deleted']!,
      ...orderQuery(COLUMNS),
    },
    filtersEvents: false,
    followsRules: true,
    columns: COLUMNS,
    cellOf: column => (DAYS.has(column) ? dayCell : textCell),
    headingOf: (column, words) => metricHeading(words, column) ?? words.heading('ads', column),
    open: async (viewer, fileQuery, use, signal) => {
      const wanted = fileQuery as AdsQuery;
      const report = await computeReport(
        await ofProduct(parts, wanted.product_id),
        viewer,
        parseReportQuery({ product_id: wanted.product_id, from: wanted.from, to: wanted.to }),
        { signal },
      );
      const lines = linesOf(await listed(viewer, wanted), report);
      await use({
        count: lines.length,
        batches: oneBatch(inOrder(lines, fileQuery)),
        rebuildingSince: report.rules.rebuilding_since,
      });
    },
  });
};
