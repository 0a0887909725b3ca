import { Link } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isPartial } from '../../../machines/signed-in-data.ts';
import {
  bestAds,
  dashboard,
  worstAds,
  type SeriesReport,
  type SummaryRow,
} from '../../analyses/dashboard.ts';
import type { MetricOf } from '../../analyses/analysis.ts';
import { metrics, type MetricKey } from '../../analyses/metrics.ts';
import { Chart } from '../../components/chart/chart.tsx';
import type { ChartShape } from '../../components/chart/shape.ts';
import { Choice } from '../../components/choice.tsx';
import { daysOf, type Days } from '../../components/days.ts';
import { date } from '../../components/formats.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { DrillDown, GridColumn } from '../../components/grid/types.ts';
import { Empty, Failed, RowsAwaited, type ShownFailure } from '../../components/states.tsx';
import { useToday } from '../../components/use-today.ts';
import { useAddress } from '../../console/address.ts';
import { useKnown } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import { useRefreshable } from '../../console/refresh.ts';
import { present, type Present } from '../../resources/row.ts';
import { inUnit, metricColumn } from '../analysis/report/figures.ts';
import { ReportFooter } from '../analysis/report/report-footer.tsx';
import { isFigure } from '../analysis/drilldown/use-figure-conversions.tsx';
import { TOTAL, type DrillDownDialog } from '../analysis/drilldown/use-selected-figure.tsx';
import '../screens.css';
import { listedFor } from '../credit/listed-figure.ts';
import { SetupPanel } from '../setup/lazy-views.ts';
import { useCopied } from '../use-copied.ts';
import { useInquiry, type Inquiry } from '../use-query.ts';
import { FigureCard } from './card.tsx';
import './dashboard.css';
import { readDashboardSearch } from './search.ts';
import { Tasks } from './tasks.tsx';
import { useBehindDashboard } from './use-behind-dashboard.ts';

type DashboardRange = (typeof dashboard.ranges)[number];

/** The figures of the days and of the ads in them, and the conversions behind each. */
const useDashboard = (productId: number, range: DashboardRange, days: Days) => {
  const intl = useIntl();
  const question = { product_id: productId, ...days };
  const series = useInquiry(dashboard.series, question);
  const summaries = useInquiry(dashboard.summaries, question);
  useRefreshable(series);
  useRefreshable(summaries);
  const report = series.answer?.report ?? null;
  const summary = summaries.answer?.report ?? null;
  const ads = useMemo(() => (summary === null ? null : present(summary.rows)), [summary]);
  const drillDown = useBehindDashboard({
    productId,
    days,
    label: intl.formatMessage({ id: `period.${range}` }),
    series: report,
    ads: summary === null || ads === null ? null : { rows: ads, watermark: summary.watermark },
  });
  return { series, summaries, report, ads, drillDown };
};

interface HeadProps {
  readonly range: DashboardRange;
  readonly days: Days;
  readonly onRange: (range: DashboardRange) => void;
}

const DashboardHead = ({ range, days, onRange }: HeadProps) => {
  const intl = useIntl();
  return (
    <header className="tp-screen-head tp-dashboard-head">
      <h1>
        <FormattedMessage id="dashboard.title" />
      </h1>
      <p>
        <FormattedMessage id="dashboard.lead" values={{ from: date(days.from), to: date(days.to) }} />
      </p>
      <Choice
        label={intl.formatMessage({ id: 'period.label' })}
        value={range}
        open
        options={dashboard.ranges.map(value => ({
          value,
          label: intl.formatMessage({ id: `period.${value}` }),
        }))}
        onChange={onRange}
      />
    </header>
  );
};

interface NoFiguresProps {
  readonly failure: ShownFailure | null;
  readonly onAgain: () => void;
}

const NoFigures = ({ failure, onAgain }: NoFiguresProps) => (
  <section className="tp-panel">
    {failure === null ? <RowsAwaited rows={6} /> : <Failed trouble={failure} onAgain={onAgain} />}
  </section>
);

/** /dashboard: how the last days went beside those before. */
export const Screen = () => {
  const intl = useIntl();
  const product = useProduct();
  const known = useKnown();
  // An ad of the product may be among those that a partial list lacks.
  const mayHaveAds = isPartial(known, 'ad') || known.lists.ad.some(ad => ad.product === product.id);
  const [search, go] = useAddress(readDashboardSearch);
  const days = daysOf(search.days, {}, useToday());
  const { series, summaries, report, ads, drillDown } = useDashboard(product.id, search.days, days);
  const note = [
    product.title,
    intl.formatMessage({ id: 'analysis.days' }, { from: date(days.from), to: date(days.to) }),
  ].join(' · ');
  const adsOf = (sort: string) => ({ period: search.days, sort });

  return (
    <article className="tp-screen">
      <DashboardHead range={search.days} days={days} onRange={range => go({ days: range })} />
      <Suspense>
        <SetupPanel />
      </Suspense>
      <Tasks productId={product.id} />
      {series.failure !== null || report === null ? (
        <NoFigures failure={series.failure} onAgain={series.again} />
      ) : (
        <Figures
          report={report}
          busy={series.busy}
          metric={search.metric}
          onMetric={metric => go({ metric }, { replace: true })}
          open={drillDown.open}
          note={note}
          adsOf={adsOf}
        />
      )}
      <div className="tp-dashboard-ads">
        <Ads
          title="dashboard.best"
          hint="dashboard.best_hint"
          none={mayHaveAds ? 'state.empty' : 'setup.no_ad'}
          metrics={dashboard.best}
          rows={ads === null ? null : bestAds(ads)}
          drillDown={drillDown.figures}
          all={adsOf('-amount_sum')}
          inquiry={summaries}
        />
        <Ads
          title="dashboard.worst"
          hint="dashboard.worst_hint"
          none="dashboard.worst_none"
          metrics={dashboard.worst}
          rows={ads === null ? null : worstAds(ads)}
          drillDown={drillDown.figures}
          all={adsOf('profit')}
          inquiry={summaries}
        />
      </div>
      {drillDown.dialog}
    </article>
  );
};

/** A figure from day to day. */
const useTrend = (
  rows: readonly Present<SeriesReport['rows']>[],
  metric: string,
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
      series: [{ name, values: rows.map(row => row[chosen.metric]) }],
      unfinished,
    };
  }, [intl, rows, chosen, unfinished]);
};

interface FiguresProps {
  readonly report: SeriesReport;
  readonly busy: boolean;
  readonly metric: string;
  readonly onMetric: (metric: string) => void;
  readonly open: DrillDownDialog['open'];
  /** Of which product and days a kept chart is. */
  readonly note: string;
  /** The search of the report of ads for the same days, in the order of a metric. */
  readonly adsOf: (sort: string) => Readonly<Record<string, string>>;
}

interface CardsProps extends FiguresProps {
  readonly rows: readonly Present<SeriesReport['rows']>[];
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

const Figures = (props: FiguresProps) => {
  const { report, busy, metric, open, note } = props;
  const rows = useMemo(() => present(report.rows), [report]);
  const unfinished = rows.at(-1)?.key === useToday();
  const { previous } = report;
  const shape = useTrend(rows, metric, unfinished);
  const lookInto = (index: number): void => {
    const day = rows[index];
    if (day !== undefined && isFigure(day, metric)) open?.(day.key, metric);
  };
  return (
    <>
      <Cards {...props} rows={rows} unfinished={unfinished} />
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
          <Chart
            shape={shape}
            note={note}
            {...(open !== null && listedFor(metric as MetricKey) !== null && { onPick: lookInto })}
          />
        )}
        <ReportFooter report={report} />
      </section>
    </>
  );
};

interface AdsProps {
  readonly title: string;
  readonly hint: string;
  readonly none: string;
  readonly metrics: readonly MetricOf<SummaryRow>[];
  readonly rows: readonly SummaryRow[] | null;
  readonly drillDown: DrillDown<SummaryRow> | null;
  /** The search of the report of all ads. */
  readonly all: Readonly<Record<string, string>>;
  readonly inquiry: Pick<Inquiry<object>, 'busy' | 'failure' | 'again'>;
}

/**
 * As narrow as the figures of a large company allow: what is left is the names', two tables standing side by
 * side.
 */
const WIDTHS: Readonly<Partial<Record<string, number>>> = { yen: 104, count: 80, percent: 92 };

const Ads = ({
  title,
  hint,
  none,
  metrics: columnsShown,
  rows,
  drillDown,
  all,
  inquiry: { busy, failure, again },
}: AdsProps) => {
  const intl = useIntl();
  const copied = useCopied();
  const columns = useMemo(
    (): readonly GridColumn<SummaryRow>[] => [
      { field: 'label', format: 'text', label: intl.formatMessage({ id: 'axis.ad' }), size: 144 },
      ...columnsShown.map(metric => ({
        ...metricColumn<SummaryRow>(metric, (id, values) => intl.formatMessage({ id }, values)),
        size: WIDTHS[metrics[metric].format] ?? 92,
      })),
    ],
    [intl, columnsShown],
  );
  const empty = rows?.length === 0 ? <Empty title={none} /> : undefined;
  return (
    <section className="tp-panel">
      <DataGrid
        label={intl.formatMessage({ id: title })}
        columns={columns}
        rows={rows}
        rowKey={row => row.key}
        busy={busy}
        onCopied={copied}
        {...(drillDown !== null && { behind: drillDown })}
        instead={failure === null ? empty : <Failed trouble={failure} onAgain={again} />}
        caption={
          <>
            <h2>
              <FormattedMessage id={title} />
            </h2>
            <span>
              <FormattedMessage id={hint} />
            </span>
          </>
        }
        tools={
          <Link className="tp-way" to={'/analyze/ad-statistics' as '/'} search={all as object}>
            <FormattedMessage id="dashboard.all_ads" />
          </Link>
        }
      />
    </section>
  );
};
