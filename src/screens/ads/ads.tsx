import { lazy, Suspense, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { dashboard } from '../../analyses/dashboard.ts';
import { DateRange } from '../../components/date-range.tsx';
import { cards } from '../../components/grid/cards.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { GridColumn, Sort } from '../../components/grid/types.ts';
import { Empty, Failed } from '../../components/states.tsx';
import { useAddress, type RawSearch } from '../../console/address.ts';
import { useColumns } from '../../console/columns.ts';
import { useProduct } from '../../console/product.ts';
import { useRefreshable } from '../../console/refresh.ts';
import { useChanged } from '../../console/row-changes.ts';
import { ads, listedAds } from '../../resources/ads.ts';
import { present } from '../../resources/row.ts';
import { ReportFooter } from '../report-footer.tsx';
import '../list/list.css';
import { readPeriod, writePeriod } from '../period.ts';
import '../screens.css';
import { useAllRows } from '../use-all-rows.ts';
import { useCopied } from '../use-copy-notice.ts';
import { useQueryState } from '../use-query.ts';
import { useAdActions, useAdLink } from './use-ad-actions.ts';
import { useAdColumns } from './use-ad-columns.ts';
import { withFigures, type WorkingAd } from './working-ads.ts';
import { usePeriodDays } from '../use-period-days.ts';

const Tools = lazy(() => import('./tools.tsx'));

const HIDDEN_AT_FIRST = ['agency_name', 'period_from', 'period_to'];
/**
 * Parameters of the address: period, sort (prefixed by a minus for descending), quick search, and whether
 * deleted ads are shown.
 */
const readSearch = (raw: RawSearch) => ({
  ...readPeriod(raw, '30'),
  sort: raw['sort'] ?? '-amount_sum',
  quick: raw['q'] ?? '',
  deleted: raw['deleted'] === '1',
});

/** Parameters of the address, the days of the period, and the function that changes parameters. */
const useAdSearch = () => {
  const [search, go] = useAddress(readSearch);
  return { search, days: usePeriodDays(search), go };
};

type AdSearch = ReturnType<typeof useAdSearch>;

/** The ads with their figures: two requests that can fail independently. */
const useWorkingAds = ({ search, days }: AdSearch) => {
  const product = useProduct();
  const list = useAllRows(listedAds, {
    ordering: 'name',
    where: `product_id=${product.id}`,
    ...(search.deleted && { show_deleted: true }),
  });
  useChanged(ads.name, list.reload);
  const summaries = useQueryState(dashboard.summaries, { product_id: product.id, ...days });
  useRefreshable(list);
  useRefreshable(summaries);
  const report = summaries.answer?.report ?? null;
  const rows = useMemo(
    () =>
      list.answer === null || report === null ? null : withFigures(list.answer.rows, present(report.rows)),
    [list.answer, report],
  );
  return {
    rows,
    report,
    busy: list.busy || summaries.busy,
    failure: list.failure ?? summaries.failure,
    reload: () => [list, summaries].forEach(({ failure, reload }) => failure !== null && reload()),
  };
};

/** The sort of the address; null: there is no such column. */
const useSort = (columns: readonly GridColumn<WorkingAd>[], sort: string): Sort<WorkingAd> | null =>
  useMemo(() => {
    const column = columns.find(({ field }) => field === sort.replace(/^-/, ''));
    return column === undefined ? null : { field: column.field, descending: sort.startsWith('-') };
  }, [columns, sort]);

const AdsHead = ({ of: { search, days, go } }: { readonly of: AdSearch }) => (
  <>
    <header className="tp-screen-head">
      <h1>
        <FormattedMessage id="ad.title" />
      </h1>
      <p>
        <FormattedMessage id="ad.lead" />
      </p>
    </header>
    <div className="tp-fields">
      <DateRange
        period={search.period}
        days={days}
        onChange={(period, custom) => go(writePeriod(period, custom))}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={search.deleted}
          onChange={event => go({ deleted: event.target.checked ? '1' : undefined })}
        />
        <FormattedMessage id="list.show_deleted" />
      </label>
    </div>
  </>
);

interface ToolsProps {
  readonly of: AdSearch;
  readonly rows: readonly WorkingAd[];
  /** Shown columns. */
  readonly columns: readonly GridColumn<WorkingAd>[];
  readonly sort: Sort<WorkingAd> | null;
}

const AdsTools = ({ of: { search, days }, ...shown }: ToolsProps) => {
  const product = useProduct();
  return (
    <Suspense>
      <Tools
        parameters={{ product_id: product.id, ...days, ...(search.deleted && { show_deleted: true }) }}
        quick={search.quick}
        {...shown}
      />
    </Suspense>
  );
};

/** /ad/ad: ads with their figures of a period. */
export const Screen = () => {
  const intl = useIntl();
  const of = useAdSearch();
  const { search, go } = of;
  const { rows, report, busy, failure, reload } = useWorkingAds(of);
  const [{ hidden: chosen }, keepColumns] = useColumns('ad');
  const hidden = chosen ?? HIDDEN_AT_FIRST;
  const copied = useCopied();
  const columns = useAdColumns();
  const sort = useSort(columns, search.sort);
  const shown = useMemo(
    () => columns.filter(({ field }, index) => index === 0 || !hidden.includes(field)),
    [columns, hidden],
  );
  const actions = useAdActions();
  const link = useAdLink();
  const none = rows?.length === 0 ? <Empty title="ad.none" hint="ad.none_hint" /> : undefined;
  return (
    <article className="tp-screen">
      <AdsHead of={of} />
      <section className="tp-panel">
        <DataGrid
          cards={cards}
          label={intl.formatMessage({ id: 'ad.title' })}
          columns={columns}
          rows={rows}
          rowKey={row => String(row.id)}
          busy={busy}
          instead={failure === null ? none : <Failed failure={failure} onAgain={reload} />}
          sort={sort}
          onSort={next => go({ sort: next === null ? '' : `${next.descending ? '-' : ''}${next.field}` })}
          quick={search.quick}
          onQuick={quick => go({ q: quick === '' ? undefined : quick }, { replace: true })}
          hidden={hidden}
          hiddenAtFirst={HIDDEN_AT_FIRST}
          onHidden={names => keepColumns({ hidden: names })}
          actions={actions}
          link={link}
          deleted={row => !row.status}
          tools={rows && <AdsTools of={of} rows={rows} columns={shown} sort={sort} />}
          onCopied={copied}
          caption={rows && <FormattedMessage id="grid.rows" values={{ count: rows.length }} />}
        />
        {report !== null && <ReportFooter report={report} />}
      </section>
    </article>
  );
};
