import { MODELS } from '../../server/attribution/models.ts';
import { readCvInfo } from '../../server/reports/analyses/cv-info/compute.ts';
import type { AnalysisQuery } from '../../server/reports/parse/analysis-query.ts';
import { computeJourneys } from '../../server/reports/analyses/journeys/compute.ts';
import { computeLandingPages } from '../../server/reports/analyses/landing-pages/compute.ts';
import { METRICS } from '../../server/attribution/metrics.ts';
import type { ReportOptions } from '../../server/reports/parse/query.ts';
import { computeReport, computeModelReports } from '../../server/reports/analyses/row-report/compute.ts';
import { computeSeries } from '../../server/reports/analyses/time-series/compute.ts';
import { computeTransitions } from '../../server/reports/analyses/month-transition/compute.ts';
import { PRODUCT } from '../events.ts';
import { DAYS, type BenchCompany } from '../company.ts';

/** Figures by key, which must be equal in every engine. */
export type Answer = ReadonlyMap<string, readonly number[]>;

/**
 * One query for Touchpath and in SQL for both other engines. The first column of SQL rows is the key. Touchpath's
 * answer has all columns, rules and totals of a report besides.
 */
export interface RivalParameters {
  readonly name: string;
  readonly ours: (company: Pick<BenchCompany, 'parts' | 'viewer'>, options: ReportOptions) => Promise<Answer>;
  readonly sql: string;
}

const FROM = "TIMESTAMP '2025-12-31 15:00:00'"; // midnight in Tokyo
const UNTIL = "TIMESTAMP '2026-12-31 15:00:00'";
const TERM = "INTERVAL '180 days'";
const tokyo = (column: string) => `(${column} + INTERVAL '9 hours')`;
const month = (column: string) =>
  `CAST(extract(year FROM ${tokyo(column)}) * 12 + extract(month FROM ${tokyo(column)}) - 1 AS integer)`;
const COUNTS = `product_id = ${PRODUCT} AND NOT bot`;

/** Conversions with each contact of their paths: position i of n. A conversion without contacts has i = 1 and n = 0. */
const pathsOf = (conversions: string) => `
  cv AS (SELECT conversion_id, visitor_id, ts, cv_type, amount FROM conversion WHERE ${COUNTS} AND ts >= ${FROM} AND ts < ${UNTIL}${conversions}),
  path AS (
    SELECT c.conversion_id, c.visitor_id, c.cv_type, c.amount, c.ts AS converted, t.ad_id, t.ts, t.landing_url,
      row_number() OVER (PARTITION BY c.conversion_id ORDER BY t.ts, t.interaction_id) AS i, count(t.interaction_id) OVER (PARTITION BY c.conversion_id) AS n,
      first_value(t.ad_id) OVER (PARTITION BY c.conversion_id ORDER BY t.ts DESC, t.interaction_id DESC) AS last_ad
    FROM cv c LEFT JOIN contact t ON t.product_id = ${PRODUCT} AND t.visitor_id = c.visitor_id AND t.ts <= c.ts AND t.ts >= c.ts - ${TERM} AND NOT t.bot AND NOT t.repeated
  )`;
const PATHS = pathsOf(' AND cv_type = 1');

/** Contacts of the period, each with the time of the previous one. */
const CHAINS = `
  chain AS (
    SELECT * FROM (
      SELECT ad_id, ts, landing_url, lag(ts) OVER (PARTITION BY visitor_id ORDER BY ts, interaction_id) AS before FROM contact
      WHERE ${COUNTS} AND NOT repeated AND ts >= ${FROM} - ${TERM} AND ts < ${UNTIL}
    ) k WHERE ts >= ${FROM}
  )`;
const FIRST = `count(*) FILTER (WHERE before IS NULL OR ts - before > ${TERM})`;
const LINEAR = 'sum(CAST(1 AS double precision) / greatest(n, 1))';

const answer = <Line>(
  lines: readonly Line[],
  key: (line: Line) => string,
  values: (line: Line) => readonly (number | null)[],
): Answer => new Map(lines.map(line => [key(line), values(line).map(value => value ?? 0)] as const));
const year = { productId: PRODUCT, ...DAYS };

/** The newest conversions with path length and last ad, and their total number. */
const firstPage = async (
  { parts, viewer }: Pick<BenchCompany, 'parts' | 'viewer'>,
  query: AnalysisQuery,
  options: ReportOptions,
): Promise<Answer> => {
  const { results, total } = await readCvInfo(parts, viewer, { ...query, limit: 100 }, options);
  return new Map([
    ...answer(
      results,
      row => row.conversion_id,
      row => [row.contacts, row.last_ad?.ad_id ?? 0],
    ),
    ['all', [total ?? 0, 0]],
  ]);
};

export const RIVAL_QUERIES: readonly RivalParameters[] = [
  {
    name: 'ad statistics',
    ours: async ({ parts, viewer }, options) =>
      answer(
        (await computeReport(parts, viewer, { ...year, axis: 1, metrics: METRICS }, options)).rows,
        row => row.key,
        row => [row.clicks, row.first_touch_count, row.cv, row.amount_sum],
      ),
    sql: `WITH ${PATHS}, ${CHAINS},
      clicked AS (SELECT ad_id, count(*) AS clicks, ${FIRST} AS firsts FROM chain GROUP BY ad_id),
      sold AS (SELECT ad_id, count(*) AS cv, sum(amount) AS yen FROM path WHERE i >= n GROUP BY ad_id)
      SELECT coalesce(CAST(ad_id AS text), 'no_contact'), clicks, firsts, cv, yen FROM clicked FULL JOIN sold USING (ad_id)`,
  },
  {
    name: 'attribution, five models',
    ours: async ({ parts, viewer }, options) => {
      const models = await computeModelReports(
        parts,
        viewer,
        { ...year, axis: 1, metrics: METRICS },
        () => MODELS,
        options,
      );
      const shares = MODELS.map(model => new Map(models[model].rows.map(row => [row.key, row.cv_division])));
      return answer(
        models.linear.rows,
        row => row.key,
        row => [row.cv, ...shares.map(of => of.get(row.key) ?? null)],
      );
    },
    sql: `WITH ${PATHS}
      SELECT coalesce(CAST(ad_id AS text), 'no_contact'), count(*) FILTER (WHERE i >= n), ${LINEAR},
        sum(CASE WHEN n < 2 THEN CAST(1 AS double precision) ELSE power(CAST(0.7 AS double precision), n - i) * 0.3 / (1 - power(CAST(0.7 AS double precision), n)) END),
        sum(CASE WHEN n <= 1 THEN CAST(1 AS double precision) WHEN n = 2 THEN 0.5 WHEN i IN (1, n) THEN 0.4 ELSE CAST(0.2 AS double precision) / (n - 2) END),
        sum(CASE WHEN i = 1 THEN 1 ELSE 0 END), sum(CASE WHEN i >= n THEN 1 ELSE 0 END)
      FROM path GROUP BY ad_id`,
  },
  {
    name: 'category and ad, nested',
    ours: async ({ parts, viewer }, options) =>
      answer(
        (
          await computeReport(
            parts,
            viewer,
            { ...year, axis: 0, axes: 'ad_category,ad', model: 1, metrics: METRICS },
            options,
          )
        ).rows.filter(row => !row.key.includes('no_contact')),
        row => row.key,
        row => [row.cv, row.cv_division, row.indirect_cv],
      ),
    sql: `WITH ${PATHS}, named AS (SELECT p.*, a.ad_category_id AS category, l.ad_category_id AS last_category FROM path p JOIN ad a ON a.id = p.ad_id JOIN ad l ON l.id = p.last_ad)
      SELECT CAST(category AS text), count(*) FILTER (WHERE i = n), ${LINEAR}, count(DISTINCT conversion_id) FILTER (WHERE category <> last_category) FROM named GROUP BY category
      UNION ALL SELECT concat(category, '/', ad_id), count(*) FILTER (WHERE i = n), ${LINEAR}, count(DISTINCT conversion_id) FILTER (WHERE ad_id <> last_ad) FROM named GROUP BY category, ad_id`,
  },
  {
    name: 'term by day',
    ours: async ({ parts, viewer }, options) =>
      answer(
        (await computeSeries(parts, viewer, { ...year, step: 'day' }, options)).rows,
        row => row.key,
        row => [row.clicks, row.first_touch_count, row.cv, row.amount_sum],
      ),
    sql: `WITH ${PATHS}, ${CHAINS},
      clicked AS (SELECT CAST(${tokyo('ts')} AS date) AS day, count(*) AS clicks, ${FIRST} AS firsts FROM chain GROUP BY 1),
      sold AS (SELECT CAST(${tokyo('converted')} AS date) AS day, count(*) AS cv, sum(amount) AS yen FROM path WHERE i >= n GROUP BY 1)
      SELECT CAST(day AS text), clicks, firsts, cv, yen FROM clicked FULL JOIN sold USING (day)`,
  },
  {
    name: 'month transition',
    ours: async ({ parts, viewer }, options) =>
      answer(
        (await computeTransitions(parts, viewer, year, options)).rows.flatMap(({ key, cells }) =>
          cells.map(cell => ({ key, cell })),
        ),
        ({ key, cell }) => `${Number(key.slice(0, 4)) * 12 + Number(key.slice(5)) - 1}/${cell.month}`,
        ({ cell }) => [cell.cv, cell.amount_sum, cell.visitors],
      ),
    sql: `WITH ${PATHS}, begun AS (SELECT conversion_id, visitor_id, amount, ${month('converted')} AS ended, ${month('ts')} AS began FROM path WHERE i = 1 AND n > 0)
      SELECT concat(began, '/', ended - began), count(*), sum(amount), count(DISTINCT visitor_id) FROM begun GROUP BY began, ended`,
  },
  {
    name: 'paths',
    ours: async ({ parts, viewer }, options) => {
      const { rows, totals } = await computeJourneys(
        parts,
        viewer,
        { ...year, axis: 1, fold: false, minLength: 1, limit: 20, nodes: 15 },
        options,
      );
      return new Map([
        ...answer(
          rows,
          row => row.steps.map(({ key }) => key).join('>'),
          row => [row.cv, row.amount_sum],
        ),
        ['all', [totals.paths, totals.cv]],
      ]);
    },
    sql: `WITH ${PATHS}, way AS (SELECT conversion_id, max(amount) AS amount, string_agg(CAST(ad_id AS text), '>' ORDER BY i) AS steps FROM path WHERE n > 0 GROUP BY conversion_id),
      taken AS (SELECT steps, count(*) AS cv, sum(amount) AS yen FROM way GROUP BY steps)
      SELECT * FROM (SELECT steps, cv, yen FROM taken ORDER BY cv DESC, yen DESC LIMIT 20) top UNION ALL SELECT 'all', count(*), sum(cv) FROM taken`,
  },
  {
    name: 'landing pages',
    ours: async ({ parts, viewer }, options) =>
      answer(
        (await computeLandingPages(parts, viewer, { ...year, model: 1 }, options)).rows,
        row => row.key,
        row => [row.clicks, row.cv, row.cv_division],
      ),
    sql: `WITH ${PATHS}, page AS (SELECT ad_id, i, n, split_part(split_part(landing_url, '#', 1), '?', 1) AS url FROM path),
      clicked AS (SELECT ad_id, split_part(split_part(landing_url, '#', 1), '?', 1) AS url, count(*) AS clicks FROM contact WHERE ${COUNTS} AND NOT repeated AND ts >= ${FROM} AND ts < ${UNTIL} GROUP BY 1, 2),
      sold AS (SELECT ad_id, url, count(*) FILTER (WHERE i >= n) AS cv, ${LINEAR} AS divided FROM page GROUP BY ad_id, url)
      SELECT CASE WHEN ad_id IS NULL THEN 'no_contact' ELSE concat(ad_id, ':1:0:', url) END, clicks, cv, divided FROM clicked FULL JOIN sold USING (ad_id, url)`,
  },
  {
    name: 'CV information, first page',
    ours: (company, options) => firstPage(company, year, options),
    sql: `WITH ${pathsOf(' ORDER BY ts DESC, conversion_id DESC LIMIT 100')} SELECT CAST(conversion_id AS text), n, ad_id FROM path WHERE i >= n
      UNION ALL SELECT 'all', count(*), 0 FROM conversion WHERE ${COUNTS} AND ts >= ${FROM} AND ts < ${UNTIL}`,
  },
  {
    name: 'CV information of one ad, first page',
    ours: (company, options) => firstPage(company, { ...year, where: 'ad_id=7' }, options),
    sql: `WITH ${pathsOf('')}, met AS (SELECT conversion_id FROM path WHERE ad_id = 7 GROUP BY conversion_id),
      found AS (SELECT p.conversion_id, n, ad_id, converted FROM path p JOIN met USING (conversion_id) WHERE i >= n)
      SELECT * FROM (SELECT CAST(conversion_id AS text), n, ad_id FROM found ORDER BY converted DESC, conversion_id DESC LIMIT 100) page UNION ALL SELECT 'all', count(*), 0 FROM found`,
  },
];
