import { useMemo, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { bestAds, dashboard, worstAds, type SeriesReport, type SummaryRow } from '../../analyses/dashboard.ts';
import type { MetricOf } from '../../analyses/analysis.ts';
import { metrics } from '../../analyses/metrics.ts';
import { Chart } from '../../components/chart/chart.tsx';
import type { ChartShape } from '../../components/chart/shape.ts';
import { Choice } from '../../components/choice.tsx';
import { daysOf } from '../../components/days.ts';
import { date } from '../../components/formats.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { GridColumn } from '../../components/grid/types.ts';
import { Empty, Failed, RowsAwaited } from '../../components/states.tsx';
import { useToday } from '../../components/use-today.ts';
import { useAddress } from '../../console/address.ts';
import { useProduct } from '../../console/product.ts';
import { present } from '../../resources/row.ts';
import { metricColumn } from '../analysis/figures.ts';
import { Footing } from '../analysis/footing.tsx';
import '../screens.css';
import { useCopied } from '../use-copied.ts';
import { useInquiry } from '../use-inquiry.ts';
import { FigureCard } from './card.tsx';
import './dashboard.css';
import { readDashboardSearch } from './search.ts';
import { Tasks } from './tasks.tsx';

/** /dashboard: how the last days went beside those before. */
export const Screen = () => {
  const intl = useIntl();
  const product = useProduct();
  const [search, go] = useAddress(readDashboardSearch);
  const days = daysOf(search.days, {}, useToday());
  const question = { product_id: product.id, ...days };
  const series = useInquiry(dashboard.series, question);
  const summaries = useInquiry(dashboard.summaries, question);
  const report = series.answer?.report ?? null;
  const ads = useMemo(() => (summaries.answer?.report ? present(summaries.answer.report.rows) : null), [summaries.answer]);

  return (
    <article className="tp-screen">
      <header className="tp-screen-head tp-dashboard-head">
        <h1><FormattedMessage id="dashboard.title" /></h1>
        <p><FormattedMessage id="dashboard.lead" values={{ from: date(days.from), to: date(days.to) }} /></p>
        <Choice
          label={intl.formatMessage({ id: 'period.label' })} value={search.days} open
          options={dashboard.ranges.map(value => ({ value, label: intl.formatMessage({ id: `period.${value}` }) }))}
          onChange={chosen => go({ days: chosen })}
        />
      </header>
      <Tasks productId={product.id} />
      {series.failure !== null
        ? <section className="tp-panel"><Failed trouble={series.failure} onAgain={series.again} /></section>
        : report === null
          ? <section className="tp-panel"><RowsAwaited rows={6} /></section>
          : <Figures report={report} busy={series.busy} metric={search.metric} onMetric={metric => go({ metric }, { replace: true })} />}
      <div className="tp-dashboard-ads">
        <Ads title="dashboard.best" hint="dashboard.best_hint" none="state.empty" metrics={dashboard.best} rows={ads === null ? null : bestAds(ads)} busy={summaries.busy}
          instead={summaries.failure !== null ? <Failed trouble={summaries.failure} onAgain={summaries.again} /> : undefined} />
        <Ads title="dashboard.worst" hint="dashboard.worst_hint" none="dashboard.worst_none" metrics={dashboard.worst} rows={ads === null ? null : worstAds(ads)} busy={summaries.busy}
          instead={summaries.failure !== null ? <Failed trouble={summaries.failure} onAgain={summaries.again} /> : undefined} />
      </div>
    </article>
  );
};

interface FiguresProps { readonly report: SeriesReport; readonly busy: boolean; readonly metric: string; readonly onMetric: (metric: string) => void }

const Figures = ({ report, busy, metric, onMetric }: FiguresProps) => {
  const intl = useIntl();
  const rows = useMemo(() => present(report.rows), [report]);
  const { totals, previous } = report;
  const chosen = dashboard.figures.find(figure => figure.metric === metric);
  const shape = useMemo((): ChartShape | null => (chosen === undefined ? null : {
    kind: 'line', format: metrics[chosen.metric].format,
    title: intl.formatMessage({ id: 'dashboard.trend_of' }, { name: intl.formatMessage({ id: `metric.${chosen.text}.name` }) }),
    axis: intl.formatMessage({ id: 'dashboard.day' }),
    categories: rows.map(row => date(row.label)),
    series: [{ name: intl.formatMessage({ id: `metric.${chosen.text}.name` }), values: rows.map(row => row[chosen.metric]) }],
  }), [intl, rows, chosen]);
  return (
    <>
      <section className={`tp-cards${busy ? ' tp-dim' : ''}`} aria-label={intl.formatMessage({ id: 'dashboard.cards' })} aria-busy={busy}>
        {dashboard.figures.map(figure => (
          <FigureCard
            key={figure.metric} figure={figure} now={totals?.[figure.metric] ?? null} before={previous?.[figure.metric] ?? null}
            course={rows.map(row => row[figure.metric])} chosen={figure.metric === metric} onChoose={() => onMetric(figure.metric)}
          />
        ))}
      </section>
      {previous !== null && <p className="tp-note"><FormattedMessage id="delta.against" values={{ from: date(previous.from), to: date(previous.to) }} /></p>}
      <section className={`tp-panel${busy ? ' tp-dim' : ''}`}>
        {shape !== null && <Chart shape={shape} />}
        <Footing report={report} />
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
  readonly busy: boolean;
  readonly instead: ReactNode;
}

const Ads = ({ title, hint, none, metrics: columnsShown, rows, busy, instead }: AdsProps) => {
  const intl = useIntl();
  const copied = useCopied();
  const columns = useMemo((): readonly GridColumn<SummaryRow>[] => [
    { field: 'label', format: 'text', label: intl.formatMessage({ id: 'axis.ad' }), size: 144 },
    ...columnsShown.map(metric => ({ ...metricColumn<SummaryRow>(metric, (id, values) => intl.formatMessage({ id }, values)), size: 92 })),
  ], [intl, columnsShown]);
  return (
    <section className="tp-panel">
      <DataGrid
        label={intl.formatMessage({ id: title })} columns={columns} rows={rows} rowKey={row => row.key} busy={busy} onCopied={copied}
        instead={instead ?? (rows?.length === 0 ? <Empty title={none} /> : undefined)}
        caption={<><h2><FormattedMessage id={title} /></h2><span><FormattedMessage id={hint} /></span></>}
      />
    </section>
  );
};
