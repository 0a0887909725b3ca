import { useMemo, type ComponentProps } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isPartial } from '../../../machines/signed-in-data.ts';
import { bestAds, dashboard, worstAds, type SummaryRow } from '../../analyses/dashboard.ts';
import { DateRange } from '../../components/date-range.tsx';
import type { Days, Period } from '../../components/days.ts';
import { date } from '../../components/formats.ts';
import { AwaitedChart } from '../../components/chart/chart.tsx';
import { Failed } from '../../components/states.tsx';
import { useAddress } from '../../console/address.ts';
import { useSignedInData } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import { useRefreshable } from '../../console/refresh.ts';
import { present } from '../../resources/row.ts';
import { Ads } from './ads.tsx';
import { ChangesPlace } from './changes-place.tsx';
import { Figures } from './figures.tsx';
import '../screens.css';
import { ChecklistPlace } from '../setup/checklist-place.tsx';
import { writePeriod, type PeriodSearch } from '../period.ts';
import { usePeriodDays } from '../use-period-days.ts';
import { useQueryState } from '../use-query.ts';
import './dashboard.css';
import { LiveStrip } from './live-strip.tsx';
import { readDashboardSearch } from './search.ts';
import { Tasks } from './tasks.tsx';
import { useDashboardFigures } from './use-dashboard-figures.ts';

/** Figures of the period by day and by ad, and their drill-down. */
const useDashboard = (productId: number, label: string, days: Days) => {
  const parameters = { product_id: productId, ...days };
  const series = useQueryState(dashboard.series, parameters);
  const summaries = useQueryState(dashboard.summaries, parameters);
  useRefreshable(series);
  useRefreshable(summaries);
  const report = series.answer?.report ?? null;
  const summary = summaries.answer?.report ?? null;
  const ads = useMemo(() => (summary === null ? null : present(summary.rows)), [summary]);
  const drillDown = useDashboardFigures({
    productId,
    days,
    label,
    series: report,
    ads: summary === null || ads === null ? null : { rows: ads, watermark: summary.watermark },
  });
  return { series, summaries, ads, drillDown };
};

interface HeadProps {
  readonly period: Period;
  readonly days: Days;
  readonly onPeriod: (period: Period, custom: Days | null) => void;
}

const DashboardHead = ({ period, days, onPeriod }: HeadProps) => (
  <header className="tp-screen-head tp-dashboard-head">
    <h1>
      <FormattedMessage id="dashboard.title" />
    </h1>
    <p>
      <FormattedMessage id="dashboard.lead" />
    </p>
    <p className="tp-dashboard-days">
      <FormattedMessage id="dashboard.days" values={{ from: date(days.from), to: date(days.to) }} />
    </p>
    <div className="tp-fields">
      <DateRange period={period} days={days} onChange={onPeriod} />
    </div>
  </header>
);

/** The place of the figures until they are known. */
const AwaitedFigures = () => (
  <>
    <section className="tp-cards" aria-hidden="true">
      {dashboard.figures.map(({ metric, text }) => (
        <div key={metric} className="tp-card tp-card-awaited">
          <span className="tp-card-name">
            <FormattedMessage id={`metric.${text}.name`} />
          </span>
          <span className="tp-skeleton">
            <span />
            <span />
          </span>
        </div>
      ))}
    </section>
    <section className="tp-panel tp-trend-awaited">
      <AwaitedChart kind="line" categories={0} series={1} />
    </section>
  </>
);

type FiguresPlaceProps = Omit<ComponentProps<typeof Figures>, 'report' | 'busy'> & {
  readonly series: ReturnType<typeof useDashboard>['series'];
};

/** The figures by day: their place while they load, or why there are none. */
const FiguresPlace = ({ series: { answer, busy, failure, reload }, ...figures }: FiguresPlaceProps) => {
  const report = answer?.report ?? null;
  if (failure !== null)
    return (
      <section className="tp-panel">
        <Failed failure={failure} onAgain={reload} />
      </section>
    );
  return report === null ? <AwaitedFigures /> : <Figures {...figures} report={report} busy={busy} />;
};

/** The period as a label, in the note of a saved chart, and in the address of the report by ad. */
const usePeriodTexts = ({ period }: PeriodSearch, days: Days, product: string) => {
  const intl = useIntl();
  const text = intl.formatMessage({ id: 'analysis.days' }, { from: date(days.from), to: date(days.to) });
  return {
    label: period === 'custom' ? text : intl.formatMessage({ id: `period.${period}` }),
    note: `${product} · ${text}`,
    adsOf: (sort: string) => ({ period, ...(period === 'custom' && days), sort }),
  };
};

interface AdTablesProps extends Pick<ComponentProps<typeof Ads>, 'drillDown' | 'query'> {
  readonly ads: readonly SummaryRow[] | null;
  readonly mayHaveAds: boolean;
  readonly adsOf: (sort: string) => Readonly<Record<string, string>>;
}

/** The ads with the highest sales, and those with the lowest profit. */
const AdTables = ({ ads, mayHaveAds, drillDown, adsOf, query }: AdTablesProps) => (
  <div className="tp-dashboard-ads">
    <Ads
      title="dashboard.best"
      hint="dashboard.best_hint"
      none={mayHaveAds ? 'state.empty' : 'setup.no_ad'}
      metrics={dashboard.best}
      rows={ads === null ? null : bestAds(ads)}
      drillDown={drillDown}
      all={adsOf('-amount_sum')}
      query={query}
    />
    <Ads
      title="dashboard.worst"
      hint="dashboard.worst_hint"
      none="dashboard.worst_none"
      metrics={dashboard.worst}
      rows={ads === null ? null : worstAds(ads)}
      drillDown={drillDown}
      all={adsOf('profit')}
      query={query}
    />
  </div>
);

/** /dashboard: figures of a period, compared with the period before. */
export const Screen = () => {
  const product = useProduct();
  const known = useSignedInData();
  // The product's ads may be among the entries that a partial list lacks.
  const mayHaveAds = isPartial(known, 'ad') || known.lists.ad.some(ad => ad.product === product.id);
  const [search, go] = useAddress(readDashboardSearch);
  const days = usePeriodDays(search);
  const { label, note, adsOf } = usePeriodTexts(search, days, product.title);
  const { series, summaries, ads, drillDown } = useDashboard(product.id, label, days);

  return (
    <article className="tp-screen">
      <DashboardHead
        period={search.period}
        days={days}
        onPeriod={(period, custom) => go({ ...writePeriod(period, custom), days: undefined })}
      />
      <ChecklistPlace
        isRequested={search.isSetupOpen}
        onShown={() => go({ setup: undefined }, { replace: true })}
      />
      <LiveStrip productId={product.id} />
      <Tasks productId={product.id} />
      <FiguresPlace
        productId={product.id}
        days={days}
        series={series}
        metric={search.metric}
        onMetric={metric => go({ metric }, { replace: true })}
        open={drillDown.open}
        note={note}
        adsOf={adsOf}
      />
      <AdTables
        ads={ads}
        mayHaveAds={mayHaveAds}
        drillDown={drillDown.figures}
        adsOf={adsOf}
        query={summaries}
      />
      <ChangesPlace
        productId={product.id}
        days={days}
        metric={search.change}
        onMetric={change => go({ change }, { replace: true })}
        none={mayHaveAds ? 'state.empty' : 'setup.no_ad'}
        report={{ ...adsOf(`-${search.change}`), compare: 'previous_period' }}
      />
      {drillDown.dialog}
    </article>
  );
};
