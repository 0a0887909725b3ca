import { useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isPartial } from '../../../machines/signed-in-data.ts';
import { bestAds, dashboard, worstAds } from '../../analyses/dashboard.ts';
import { Choice } from '../../components/choice.tsx';
import { daysOf, type Days } from '../../components/days.ts';
import { date } from '../../components/formats.ts';
import { Failed, RowsPlaceholder, type ShownFailure } from '../../components/states.tsx';
import { useToday } from '../../components/use-today.ts';
import { useAddress } from '../../console/address.ts';
import { useSignedInData } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import { useRefreshable } from '../../console/refresh.ts';
import { present } from '../../resources/row.ts';
import { Ads } from './ads.tsx';
import { Figures } from './figures.tsx';
import '../screens.css';
import { ChecklistPlace } from '../setup/checklist-place.tsx';
import { useQueryState } from '../use-query.ts';
import './dashboard.css';
import { readDashboardSearch } from './search.ts';
import { Tasks } from './tasks.tsx';
import { useDashboardFigures } from './use-dashboard-figures.ts';

type DashboardRange = (typeof dashboard.ranges)[number];

/** Figures of the period by day and by ad, and their drill-down. */
const useDashboard = (productId: number, range: DashboardRange, days: Days) => {
  const intl = useIntl();
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
    {failure === null ? <RowsPlaceholder rows={6} /> : <Failed failure={failure} onAgain={onAgain} />}
  </section>
);

/** /dashboard: figures of the latest days, compared with the days before. */
export const Screen = () => {
  const intl = useIntl();
  const product = useProduct();
  const known = useSignedInData();
  // The product's ads may be among the entries that a partial list lacks.
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
      <ChecklistPlace
        isRequested={search.isSetupOpen}
        onShown={() => go({ setup: undefined }, { replace: true })}
      />
      <Tasks productId={product.id} />
      {series.failure !== null || report === null ? (
        <NoFigures failure={series.failure} onAgain={series.reload} />
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
          query={summaries}
        />
        <Ads
          title="dashboard.worst"
          hint="dashboard.worst_hint"
          none="dashboard.worst_none"
          metrics={dashboard.worst}
          rows={ads === null ? null : worstAds(ads)}
          drillDown={drillDown.figures}
          all={adsOf('profit')}
          query={summaries}
        />
      </div>
      {drillDown.dialog}
    </article>
  );
};
