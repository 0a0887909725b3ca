import { useMemo, type ComponentProps } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { dashboard, type SeriesReport } from '../../analyses/dashboard.ts';
import { metrics, type MetricKey } from '../../analyses/metrics.ts';
import { AwaitedChart } from '../../components/chart/chart.tsx';
import type { ChartShape } from '../../components/chart/shape.ts';
import type { Days } from '../../components/days.ts';
import { date } from '../../components/formats.ts';
import { useToday } from '../../components/use-today.ts';
import { present, type Present } from '../../resources/row.ts';
import { isFigure } from '../analysis/drilldown/use-figure-conversions.tsx';
import { TOTAL, type DrillDownDialog } from '../analysis/drilldown/use-selected-figure.tsx';
import { countBegun, inUnit } from '../analysis/report/figures.ts';
import { ReportFooter } from '../report-footer.tsx';
import { listedFor } from '../analysis/drilldown/listed-figure.ts';
import { NotedChartPlace } from '../day-notes/noted-chart-place.tsx';
import { useNear } from '../use-near.ts';
import { FigureCard } from './card.tsx';

type Day = Present<SeriesReport['rows']>;

/** Chart of a metric by day, with the previous period if it has data: its days lie below those of the shown one. */
const useTrend = (
  rows: readonly Day[],
  before: readonly Present<SeriesReport['compared_rows']>[],
  metric: string,
  begun: number,
  unfinished: boolean,
): ChartShape | null => {
  const intl = useIntl();
  const chosen = dashboard.figures.find(figure => figure.metric === metric);
  return useMemo(() => {
    if (chosen === undefined) return null;
    const { format } = metrics[chosen.metric];
    const name = inUnit(intl.formatMessage({ id: `metric.${chosen.text}.name` }), format, (id, values) =>
      intl.formatMessage({ id }, values),
    );
    return {
      kind: 'line',
      format,
      title: intl.formatMessage({ id: 'dashboard.trend_of' }, { name }),
      axis: intl.formatMessage({ id: 'dashboard.day' }),
      categories: rows.map(row => date(row.label)),
      keys: rows.map(row => row.key),
      series: [
        { name, values: rows.map((row, index) => (index < begun ? row[chosen.metric] : null)) },
        ...(before.some(row => (row[chosen.metric] ?? 0) !== 0)
          ? [
              {
                name: intl.formatMessage({ id: 'dashboard.previous_series' }, { name }),
                values: rows.map((_, index) => before[index]?.[chosen.metric] ?? null),
                faint: true,
              },
            ]
          : []),
      ],
      begun,
      unfinished,
    };
  }, [intl, rows, before, chosen, begun, unfinished]);
};

interface FiguresProps {
  readonly productId: number;
  readonly days: Days;
  readonly report: SeriesReport;
  readonly busy: boolean;
  readonly metric: string;
  readonly onMetric: (metric: string) => void;
  readonly open: DrillDownDialog['open'];
  /** Note of a saved chart: product and period. */
  readonly note: string;
  /** Returns the parameters of the report by ad for the same period, sorted by a metric. */
  readonly adsOf: (sort: string) => Readonly<Record<string, string>>;
}

interface CardsProps extends FiguresProps {
  readonly rows: readonly Day[];
  readonly unfinished: boolean;
}

const Cards = ({ report, rows, unfinished, busy, metric, onMetric, open, adsOf }: CardsProps) => {
  const intl = useIntl();
  const { totals, previous } = report;
  return (
    <section
      className={`tp-cards${busy ? ' tp-dim' : ''}`}
      aria-label={intl.formatMessage({ id: 'dashboard.cards' })}
      aria-busy={busy}
    >
      {dashboard.figures.map(figure => (
        <FigureCard
          key={figure.metric}
          figure={figure}
          now={totals?.[figure.metric] ?? null}
          before={previous?.[figure.metric] ?? null}
          course={rows.map(row => row[figure.metric])}
          unfinished={unfinished}
          chosen={figure.metric === metric}
          onChoose={() => onMetric(figure.metric)}
          onOpen={open !== null && totals?.[figure.metric] ? () => open(TOTAL, figure.metric) : null}
          byAd={
            listedFor(figure.metric) === null ? { ...adsOf(`-${figure.metric}`), item: figure.metric } : null
          }
        />
      ))}
    </section>
  );
};

/** Distance to the window, in px, from which the chart is drawn; on a phone, the cards in front of it are taller. */
const DRAWING_DISTANCE_PX = 100;

/** The chart, which a phone draws when it is near the window: its drawing takes as long as all else on the page. */
const NearChart = (props: ComponentProps<typeof NotedChartPlace>) => {
  const { place, isNear } = useNear(DRAWING_DISTANCE_PX);
  return (
    <div ref={place}>
      {isNear ? (
        <NotedChartPlace {...props} />
      ) : (
        <AwaitedChart kind="line" categories={0} series={1} isLoading={false} />
      )}
    </div>
  );
};

/** A card for each metric, and the chart of the selected one. */
export const Figures = (props: FiguresProps) => {
  const { productId, days, report, busy, metric, open, note } = props;
  const rows = useMemo(() => present(report.rows), [report]);
  const today = useToday();
  const begun = countBegun(rows, today);
  const unfinished = rows[begun - 1]?.key === today;
  const { previous } = report;
  const before = useMemo(() => present(report.compared_rows), [report]);
  const shape = useTrend(rows, before, metric, begun, unfinished);
  const openFigure = (index: number): void => {
    const day = rows[index];
    if (day !== undefined && isFigure(day, metric)) open?.(day.key, metric);
  };
  return (
    <>
      <Cards {...props} rows={rows.slice(0, begun)} unfinished={unfinished} />
      {previous !== null && (
        <p className="tp-note">
          <FormattedMessage
            id="delta.against"
            values={{ from: date(previous.from), to: date(previous.to) }}
          />
        </p>
      )}
      <section className={`tp-panel${busy ? ' tp-dim' : ''}`}>
        {shape !== null && (
          <NearChart
            shape={shape}
            productId={productId}
            days={days}
            intervals={rows}
            note={note}
            {...(open !== null && listedFor(metric as MetricKey) !== null && { onSelect: openFigure })}
          />
        )}
        <ReportFooter report={report} />
      </section>
    </>
  );
};
