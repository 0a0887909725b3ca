import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Failure } from '../../../machines/failure.ts';
import type { Deed } from '../../../machines/list.ts';
import { dashboard } from '../../analyses/dashboard.ts';
import { DateRange } from '../../components/date-range.tsx';
import { daysOf } from '../../components/days.ts';
import { cards } from '../../components/grid/cards.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { GridColumn, RowAction, Sort } from '../../components/grid/types.ts';
import { Empty, Failed } from '../../components/states.tsx';
import { useToday } from '../../components/use-today.ts';
import { useAddress, type RawSearch } from '../../console/address.ts';
import { useChanged, useTellChanged } from '../../console/row-changes.ts';
import { useColumns } from '../../console/columns.ts';
import { useLevel, useMayWrite } from '../../console/context.ts';
import { useProduct } from '../../console/product.ts';
import { useRefreshable } from '../../console/refresh.ts';
import { ads, listedAds } from '../../resources/ads.ts';
import { present } from '../../resources/row.ts';
import { metricColumn } from '../analysis/report/figures.ts';
import { ReportFooter } from '../analysis/report/report-footer.tsx';
import { readPeriod, writePeriod } from '../period.ts';
import '../list/list.css';
import { useDeeds } from '../list/use-row-commands.ts';
import '../screens.css';
import { useCopied } from '../use-copied.ts';
import { useAllRows } from '../use-all-rows.ts';
import { useInquiry } from '../use-query.ts';
import { RETURNING } from '../use-overlay.ts';
import { useWords } from '../use-words.ts';
import { FIGURES, withFigures, type WorkingAd } from './working-ads.ts';

const Tools = lazy(() => import('./tools.tsx'));

const HIDDEN_AT_FIRST = ['agency_name', 'period_from', 'period_to'];
/**
 * The query of the screen in its address: period, sort (a minus before the field: descending), quick search,
 * and whether deleted ads are shown.
 */
const readSearch = (raw: RawSearch) => ({
  ...readPeriod(raw, '30'),
  sort: raw['sort'] ?? '-amount_sum',
  quick: raw['q'] ?? '',
  deleted: raw['deleted'] === '1',
});

/** /ad/ad: the ads with their figures of a period, for daily work. */
export const Screen = () => {
  const intl = useIntl();
  const product = useProduct();
  const navigate = useNavigate();
  const mayWrite = useMayWrite('settings');
  const seesContacts = useLevel('interaction_log') !== 'none';
  const words = useWords(ads.name);
  const [search, go] = useAddress(readSearch);
  const days = daysOf(search.period, search, useToday());
  const list = useAllRows(listedAds, {
    ordering: 'name',
    where: `product_id=${product.id}`,
    ...(search.deleted && { show_deleted: true }),
  });
  useChanged(ads.name, list.again);
  const summaries = useInquiry(dashboard.summaries, { product_id: product.id, ...days });
  useRefreshable(list);
  useRefreshable(summaries);
  const report = summaries.answer?.report ?? null;
  const rows = useMemo(
    () =>
      list.answer === null || report === null ? null : withFigures(list.answer.rows, present(report.rows)),
    [list.answer, report],
  );
  const [{ hidden: chosen }, keepColumns] = useColumns('ad');
  const hidden = chosen ?? HIDDEN_AT_FIRST;
  const copied = useCopied();

  const columns = useMemo((): readonly GridColumn<WorkingAd>[] => {
    const say = (id: string, values?: Readonly<Record<string, string | number>>) =>
      intl.formatMessage({ id }, values);
    return [
      { field: 'name', format: 'text', label: words.column('name'), size: 264, sortable: true },
      { field: 'id', format: 'id', label: words.column('id'), size: 88, sortable: true },
      ...(['asp_name', 'ad_category_name', 'agency_name'] as const).map((field): GridColumn<WorkingAd> => ({
        field,
        format: 'text',
        label: words.column(field),
        size: 136,
        sortable: true,
      })),
      ...(['period_from', 'period_to'] as const).map((field): GridColumn<WorkingAd> => ({
        field,
        format: 'day',
        label: words.column(field),
        sortable: true,
      })),
      ...FIGURES.map(metric => ({ ...metricColumn<WorkingAd>(metric, say), sortable: true })),
    ];
  }, [intl, words]);
  const sort = useMemo((): Sort<WorkingAd> | null => {
    const column = columns.find(({ field }) => field === search.sort.replace(/^-/, ''));
    return column === undefined ? null : { field: column.field, descending: search.sort.startsWith('-') };
  }, [columns, search.sort]);
  const shown = useMemo(
    () => columns.filter(({ field }, index) => index === 0 || !hidden.includes(field)),
    [columns, hidden],
  );
  const tellChanged = useTellChanged();
  const { act, onDone, onFailed } = useDeeds(ads);
  const mark = (kind: Deed['kind'], ad: WorkingAd) => {
    const deed: Deed = { kind, ids: [ad.id] };
    act(kind, [ad]).then(
      happened => {
        if (!happened) return;
        tellChanged(ads);
        onDone(deed);
      },
      (failure: Failure) => onFailed(deed, failure),
    );
  };
  const say = (id: string) => intl.formatMessage({ id });
  const actions: readonly RowAction<WorkingAd>[] = [
    {
      id: 'links',
      label: say('ad.deed.links'),
      icon: 'link',
      run: ({ id }) => void navigate({ to: '/ad/setting/$id', params: { id: String(id) } }),
    },
    ...(mayWrite
      ? [
          {
            id: 'edit',
            label: say('deed.edit'),
            offered: ({ status }: WorkingAd) => status,
            run: ({ id }: WorkingAd) =>
              void navigate({
                to: '/ad/setting/$id',
                params: { id: String(id) },
                search: { modal: 'edit' } as object,
                state: RETURNING,
              }),
          },
        ]
      : []),
    ...(seesContacts
      ? [
          {
            id: 'contacts',
            label: say('ad.deed.contacts'),
            run: ({ id }: WorkingAd) =>
              void navigate({ to: '/log/reference', search: { ad: String(id) } as object }),
          },
        ]
      : []),
    ...(mayWrite
      ? [
          {
            id: 'restore',
            label: say('deed.restore'),
            icon: 'restore' as const,
            offered: ({ status }: WorkingAd) => !status,
            run: (ad: WorkingAd) => mark('restore', ad),
          },
          {
            id: 'remove',
            label: say('deed.remove'),
            icon: 'bin' as const,
            grave: true,
            offered: ({ status }: WorkingAd) => status,
            run: (ad: WorkingAd) => mark('remove', ad),
          },
        ]
      : []),
  ];
  const link = useMemo(
    () => ({
      to: ({ id }: WorkingAd) => `/ad/setting/${id}`,
      open: ({ id }: WorkingAd) => void navigate({ to: '/ad/setting/$id', params: { id: String(id) } }),
    }),
    [navigate],
  );

  const failed = [list, summaries].find(({ failure }) => failure !== null);
  const instead = failed?.failure ? (
    <Failed
      trouble={failed.failure}
      onAgain={() => [list, summaries].forEach(({ failure, again }) => failure !== null && again())}
    />
  ) : rows?.length === 0 ? (
    <Empty title="ad.none" hint="ad.none_hint" />
  ) : undefined;
  const title = intl.formatMessage({ id: 'ad.title' });
  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1>{title}</h1>
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
      <section className="tp-panel">
        <DataGrid
          cards={cards}
          label={title}
          columns={columns}
          rows={rows}
          rowKey={row => String(row.id)}
          busy={list.busy || summaries.busy}
          instead={instead}
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
          tools={
            rows && (
              <Suspense>
                <Tools
                  question={{
                    product_id: product.id,
                    ...days,
                    ...(search.deleted && { show_deleted: true }),
                  }}
                  rows={rows}
                  columns={shown}
                  sort={sort}
                  quick={search.quick}
                />
              </Suspense>
            )
          }
          onCopied={copied}
          caption={rows && <FormattedMessage id="grid.rows" values={{ count: rows.length }} />}
        />
        {report !== null && <ReportFooter report={report} />}
      </section>
    </article>
  );
};
