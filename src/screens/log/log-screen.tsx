import { lazy, Suspense, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { DateRange } from '../../components/date-range.tsx';
import { daysOf } from '../../components/days.ts';
import { date } from '../../components/formats.ts';
import { useToday } from '../../components/use-today.ts';
import { useAddress } from '../../console/address.ts';
import { useProduct } from '../../console/product.ts';
import { writeConditions, type AnyFilter, type Condition } from '../../resources/filter.ts';
import type { Log, LogQuestion } from '../../resources/log.ts';
import '../analysis/analysis.css';
import { Paper, PaperHead } from '../analysis/print/print-view.tsx';
import { DownloadMenu } from '../list/download-menu.tsx';
import '../list/list.css';
import { useConditions } from '../list/use-conditions.tsx';
import { useFilterWords } from '../list/use-filters.ts';
import { useOwnConditions } from '../list/use-own-conditions.ts';
import { textOfSort, type ListSort } from '../list/view.ts';
import { writePeriod } from '../period.ts';
import '../screens.css';
import { FeedPanel } from './feed-panel.tsx';
import type LogPrintOf from './log-print.tsx';
import type LogViewsOf from './log-views.tsx';
import { readLogSearch, writeLogConditions, type LogShape } from './search.ts';
import { tooManyToSort, TooManyToSort } from './too-many-to-sort.tsx';
import { useFeed } from './use-feed.ts';
import { useLogColumns } from './use-log-columns.ts';
import { useNews } from './use-news.ts';
import { useRowWays } from './use-row-ways.ts';

// After the rows: nobody prints or saves what is not on the screen yet.
const LogPrint = lazy(() => import('./log-print.tsx')) as unknown as typeof LogPrintOf;
const LogViews = lazy(() => import('./log-views.tsx')) as unknown as typeof LogViewsOf;

const NONE: readonly string[] = [];

/**
 * A log: its period, filters and order, and its rows, as many as one scrolls to. What comes meanwhile is
 * announced, and shown when one says so.
 */
export const LogScreen = <Raw extends object, Row extends object>({
  log,
}: {
  readonly log: Log<Raw, Row>;
}) => {
  const intl = useIntl();
  const product = useProduct();
  const today = useToday();
  const shape = useMemo(
    (): LogShape => ({
      filters: log.filters as readonly AnyFilter[],
      columns: log.columns.map(({ field }) => field),
      sorted: log.sorted ?? NONE,
    }),
    [log],
  );
  const [search, go] = useAddress(raw => readLogSearch(raw, shape));
  const days = daysOf(search.period, search, today);
  const baseQuestion: LogQuestion = {
    product_id: product.id,
    ...days,
    ...(log.flagged && { show: search.show }),
    ...(search.conditions.length > 0 && { where: writeConditions(search.conditions) }),
  };
  const question: LogQuestion = {
    ...baseQuestion,
    ...(search.sort !== null && { ordering: textOfSort(search.sort) }),
  };
  const feed = useFeed(log, question);
  const { columns, shown, arrangement } = useLogColumns(log, {
    hide: search.hide,
    order: search.order,
    onChange: ({ hide, order }) =>
      go(
        {
          hide: hide.length === 0 ? '-' : hide.join(','),
          order: order.length === 0 ? undefined : order.join(','),
        },
        { replace: true },
      ),
  });
  const { head, busy, failure } = feed;
  // Nothing new comes into days that are over, and rows in another order than that of time have no newest
  // one.
  const newRows = useNews(
    log,
    baseQuestion,
    busy || days.to < today || search.sort !== null ? null : (head?.latest ?? null),
  );
  const { link, actions } = useRowWays(log);

  const words = useFilterWords(log.list, shape.filters, search.conditions);
  const putConditions = (next: readonly Condition[], how: { readonly replace?: boolean } = {}) =>
    go(writeLogConditions(next, shape.filters), how);
  useOwnConditions(search.conditions, words, own => putConditions(own, { replace: true }));
  const conditions = useConditions({ words, conditions: search.conditions, onChange: putConditions });
  const sortBy = (sort: ListSort | null) => go({ sort: sort === null ? undefined : textOfSort(sort) });
  const sort = search.sort as {
    readonly field: (typeof log.columns)[number]['field'];
    readonly descending: boolean;
  } | null;

  const title = intl.formatMessage({ id: `log.${log.name}.title` });
  const rowKey = (row: Row) => String(row[log.key]);
  const total = head?.total ?? null;
  const estimated = head?.total_estimated ?? false;
  const explicit = { ...search, hide: arrangement.hidden, order: arrangement.order ?? null };
  const facts = [
    { name: intl.formatMessage({ id: 'analysis.product' }), text: product.title },
    {
      name: intl.formatMessage({ id: 'period.label' }),
      text: intl.formatMessage({ id: 'analysis.days' }, { from: date(days.from), to: date(days.to) }),
    },
    ...(search.conditions.length === 0
      ? []
      : [
          {
            name: intl.formatMessage({ id: 'filter.active' }),
            text: intl.formatList(search.conditions.map(words.sentence), { type: 'conjunction' }),
          },
        ]),
  ];

  return (
    <article className="tp-screen tp-analysis">
      <header className="tp-screen-head">
        <h1>{title}</h1>
        <p>
          <FormattedMessage id={`log.${log.name}.lead`} />
        </p>
      </header>
      <div className="tp-fields">
        <DateRange
          period={search.period}
          days={days}
          onChange={(period, custom) => go(writePeriod(period, custom))}
        />
        {log.flagged && (
          <label className="check">
            <input
              type="checkbox"
              checked={search.show === 'all'}
              onChange={event => go({ show: event.target.checked ? 'all' : undefined })}
            />
            <FormattedMessage
              id={
                head?.left_out && head.left_out.repeated === undefined
                  ? 'log.filter.show_flagged'
                  : 'log.filter.show_all'
              }
            />
          </label>
        )}
      </div>
      <PaperHead facts={facts} />
      <FeedPanel
        feed={feed}
        total={total}
        estimated={estimated}
        leftOut={head?.left_out ?? null}
        news={newRows}
        onNews={feed.again}
        {...(tooManyToSort(failure) !== null && {
          instead: <TooManyToSort max={tooManyToSort(failure) ?? 0} onByTime={() => sortBy(null)} />,
        })}
        grid={{
          label: title,
          columns,
          rowKey,
          ...arrangement,
          ...(link !== undefined && { link }),
          ...(actions.length > 0 && { actions }),
          ...(log.sorted !== undefined && { sort, onSort: sortBy, presorted: true }),
          lead: (
            <div className="tp-bar" role="search">
              {conditions.add}
            </div>
          ),
          note: conditions.bar,
          tools: (
            <>
              <Suspense>
                <LogViews name={log.name} shape={shape} search={explicit} go={go} />
                <LogPrint feed={feed} total={total} />
              </Suspense>
              <DownloadMenu path={log.path} query={question} columns={shown} />
            </>
          ),
        }}
      />
      {conditions.editor}
      {feed.rows !== null && failure === null && (
        <Paper
          title={title}
          columns={columns}
          hidden={arrangement.hidden}
          order={arrangement.order ?? NONE}
          sort={sort}
          rows={feed.rows}
          rowKey={rowKey}
          totals={undefined}
          beneath={undefined}
          {...(total !== null && !estimated && { total })}
        />
      )}
    </article>
  );
};
