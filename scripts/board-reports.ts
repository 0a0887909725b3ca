import { writeFileSync } from 'node:fs';
import { ALLOCATION_MODES, allocation } from '../src/analyses/allocation.ts';
import { ALL_MODELS, MODELS, type Analysis } from '../src/analyses/analysis.ts';
import { analysis as adStatistics } from '../src/analyses/ad-statistics.ts';
import { analysis as attribution } from '../src/analyses/attribution.ts';
import { AXES } from '../src/analyses/axes.ts';
import { COUNTERPARTS, OF_EACH, RETURNS } from '../src/analyses/custom.ts';
import { analysis as effect } from '../src/analyses/effect.ts';
import { lpo } from '../src/analyses/lpo.ts';
import { metrics } from '../src/analyses/metrics.ts';
import { DEFAULT_MODELS, MEASURES, modelComparison } from '../src/analyses/model-comparison.ts';
import { MIN_SHARES, PATH_LIMITS, paths } from '../src/analyses/paths.ts';
import { analysis as term } from '../src/analyses/term.ts';
import { BOUNDS } from '../src/analyses/tried-rules.ts';
import { WHAT_IF_METRICS, whatIf } from '../src/analyses/what-if.ts';

/**
 * Writes the console's declarations of the reports that boards show. The server, which answers shared boards and mails
 * boards, does not import the console, so both share this snapshot.
 *
 *     tsx scripts/board-reports.ts server/boards/reports.json
 */
const declared = ({ columns, summary, chart, sort, controls, axes, views }: Analysis) => ({
  metrics: columns.map(({ metric }) => metric),
  hidden: columns.flatMap(({ metric, hidden = false }) => (hidden ? [metric] : [])),
  figure: summary?.[0] ?? columns[0]?.metric ?? '',
  chart: { ...chart, top: Number.isFinite(chart.top) ? chart.top : null },
  sort,
  controls,
  axes,
  views: views.filter(view => view !== 'report'),
});

/** What an analysis with rows of its own declares of its screen. */
const screenOf = ({ axes, columns, ownColumns, sort, chart: { top } }: typeof allocation | typeof lpo) => {
  const shown = columns.map(({ metric }) => metric);
  return { axes, metrics: shown, columns: [...shown, ...ownColumns], sort, chart: { top } };
};

export const boardReports = (): string =>
  `${JSON.stringify(
    {
      axes: AXES,
      metrics: Object.fromEntries(
        Object.entries(metrics).map(([name, { format, group, moreIsBetter }]) => [
          name,
          { format, group, moreIsBetter },
        ]),
      ),
      custom: { counterparts: COUNTERPARTS, returns: [...RETURNS], ofEach: [...OF_EACH] },
      reports: {
        adStatistics: declared(adStatistics),
        term: declared(term),
        attribution: declared(attribution),
        effect: declared(effect),
      },
      own: {
        models: {
          axes: modelComparison.axes,
          models: ALL_MODELS,
          defaultModels: DEFAULT_MODELS,
          measures: MEASURES,
          chart: modelComparison.chart,
        },
        paths: {
          axes: paths.axes,
          limits: PATH_LIMITS,
          minShares: MIN_SHARES,
        },
        what_if: {
          axes: whatIf.axes,
          metrics: WHAT_IF_METRICS,
          models: ALL_MODELS,
          bounds: BOUNDS,
          chart: whatIf.chart,
        },
        allocation: { ...screenOf(allocation), models: ALL_MODELS, modes: ALLOCATION_MODES },
        lpo: { ...screenOf(lpo), models: MODELS, charted: lpo.chart.items[0] },
      },
    },
    null,
    2,
  )}\n`;

const [, , path] = process.argv;
if (path?.endsWith('reports.json')) writeFileSync(path, boardReports());
