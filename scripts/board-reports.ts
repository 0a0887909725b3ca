import { writeFileSync } from 'node:fs';
import type { Analysis } from '../src/analyses/analysis.ts';
import { analysis as adStatistics } from '../src/analyses/ad-statistics.ts';
import { analysis as attribution } from '../src/analyses/attribution.ts';
import { AXES } from '../src/analyses/axes.ts';
import { COUNTERPARTS, OF_EACH, RETURNS } from '../src/analyses/custom.ts';
import { analysis as effect } from '../src/analyses/effect.ts';
import { metrics } from '../src/analyses/metrics.ts';
import { analysis as term } from '../src/analyses/term.ts';

/**
 * Writes the console's declarations of the reports that boards show. The server, which answers shared boards and mails
 * boards, does not import the console, so both share this snapshot.
 *
 *     tsx scripts/board-reports.ts server/boards/reports.json
 */
const declared = ({ columns, summary, chart, sort, controls, axes }: Analysis) => ({
  metrics: columns.map(({ metric }) => metric),
  hidden: columns.flatMap(({ metric, hidden = false }) => (hidden ? [metric] : [])),
  figure: summary?.[0] ?? columns[0]?.metric ?? '',
  chart: { ...chart, top: Number.isFinite(chart.top) ? chart.top : null },
  sort,
  controls,
  axes,
});

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
    },
    null,
    2,
  )}\n`;

const [, , path] = process.argv;
if (path?.endsWith('reports.json')) writeFileSync(path, boardReports());
