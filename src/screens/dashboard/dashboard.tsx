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
import { daysOf } from '../../components/days.ts';
import { date } from '../../components/formats.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { DrillDown, GridColumn } from '../../components/grid/types.ts';
import { Empty, Failed, RowsAwaited } from '../../components/states.tsx';
import { useToday } from '../../components/use-today.ts';
import { useAddress } from '../../console/address.ts';
import { useKnown } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import { useRefreshable } from '../../console/refresh.ts';
import { present } from '../../resources/row.ts';
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

/** /dashboard: how the last days went beside those before. */
export const Screen = () => {
  const intl = useIntl();
  const product = useProduct();
  const known = useKnown();
  // An ad of the product may be among those that a partial list lacks.
  const mayHaveAds = isPartial(known, 'ad') || known.lists.ad.some(ad => ad.product === product.id);
  const [search, go] = useAddress(readDashboardSearch);
  const days = daysOf(search.days, {}, useToday());
  const question = { product_id: product.id, ...days };
  const series = useInquiry(dashboard.series, question);
  const summaries = useInquiry(dashboard.summaries, question);
  useRefreshable(series);
  useRefreshable(summaries);
  const report = series.answer?.report ?? null;
  const summary = summaries.answer?.report ?? null;
  const ads = useMemo(() => (summary === null ? null : present(summary.rows)), [summary]);
  const drillDown = useBehindDashboard({
    productId: product.id,
    days,
    label: intl.formatMessage({ id: `period.${search.days}` }),
    series: report,
    ads: summary === null || ads === null ? null : { rows: ads, watermark: summary.watermark },
  });
  const note = [
    product.title,
    intl.formatMessage({ id: 'analysis.days' }, { from: date(days.from), to: date(days.to) }),
  ].join(' · ');
  const adsOf = (sort: string) => ({ period: search.days, sort });

  return (
    <article className="tp-screen">
      <header className="tp-screen-head tp-dashboard-head">
        <h1>
          <FormattedMessage id="dashboard.title" />
        </h1>
        <p>
          <FormattedMessage id="dashboard.lead" values={{ from: date(days.from), to: date(days.to) }} />
        </p>
        <Choice
          label={intl.formatMessage({ id: 'period.label' })}
          value={search.days}
          open
          options={dashboard.ranges.map(value => ({
            value,
            label: intl.formatMessage({ id: `period.${value}` }),
          }))}
          onChange={chosen => go({ days: chosen })}
        />
      </header>
      <Suspense>
        <SetupPanel />
      </Suspense>
      <Tasks productId={product.id} />
      {series.failure !== null ? (
        <section className="tp-panel">
          <Failed trouble={series.failure} onAgain={series.again} />
        </section>
      ) : report === null ? (
        <section className="tp-panel">
          <RowsAwaited rows={6} />
        </section>
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
          behind={drillDown.figures}
          all={adsOf('-amount_sum')}
          inquiry={summaries}
        />
        <Ads
          title="dashboard.worst"
          hint="dashboard.worst_hint"
          none="dashboard.worst_none"
          metrics={dashboard.worst}
          rows={ads === null ? null : worstAds(ads)}
          behind={drillDown.figures}
          all={adsOf('profit')}
          inquiry={summaries}
        />
      </div>
      {drillDown.dialog}
    </article>
  );
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

const Figures = ({ report, busy, metric, onMetric, open, note, adsOf }: FiguresProps) => {
  const intl = useIntl();
  const rows = useMemo(() => present(report.rows), [report]);
  const unfinished = rows.at(-1)?.key === useToday();
  const { totals, previous } = report;
  const chosen = dashboard.figures.find(figure => figure.metric === metric);
  const shape = useMemo((): ChartShape | null => {
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
  const lookInto = (index: number): void => {
    const day = rows[index];
    if (day !== undefined && isFigure(day, metric)) open?.(day.key, metric);
  };
  return (
    <>
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
              listedFor(figure.metric) === null
                ? { ...adsOf(`-${figure.metric}`), item: figure.metric }
                : null
            }
          />
        ))}
      </section>
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
  readonly behind: DrillDown<SummaryRow> | null;
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
  behind: drillDown,
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
        instead={
          failure !== null ? (
            <Failed trouble={failure} onAgain={again} />
          ) : rows?.length === 0 ? (
            <Empty title={none} />
          ) : undefined
        }
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
