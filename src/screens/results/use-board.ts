import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { Sort } from '../../components/grid/types.ts';
import { useToday } from '../../components/use-today.ts';
import { useAddress, type RawSearch } from '../../console/address.ts';
import { useChanged } from '../../console/row-changes.ts';
import { useProduct } from '../../console/product.ts';
import { useRefreshable } from '../../console/refresh.ts';
import { useReportPendingTasks } from '../../console/pending-tasks.ts';
import type { Board } from '../../resources/board.ts';
import { useFilterWords } from '../list/use-filters.ts';
import { useOwnConditions } from '../list/use-own-conditions.ts';
import { textOfSort, type ListSort } from '../list/view.ts';
import { useFeed } from '../log/use-feed.ts';
import { addressedColumns, useLogColumns } from '../log/use-log-columns.ts';
import { useNewRows } from '../log/use-new-rows.ts';
import { useQueryState } from '../use-query.ts';
import { APPROVALS } from '../pending-counts.ts';
import { readBoardSearch, whereOf, writeBoardConditions, writeTab, type BoardSearch } from './search.ts';
import { appliedConditions, type Condition } from '../../resources/filter.ts';
import { usePeriodDays } from '../use-period-days.ts';

/** Query of a board's rows in any state. */
interface BoardScope {
  readonly product_id: number;
  readonly from?: string;
  readonly to?: string;
  readonly search?: string;
}

/** Number of rows in each state, as counted by the server. */
const useBoardCounts = <Raw extends object, Row extends object>(
  board: Board<Raw, Row>,
  scope: BoardScope,
  search: BoardSearch,
) => {
  const query = useQueryState(board.counted, {
    ...scope,
    where: whereOf({ ...search, tab: null }, board as never),
    limit: 1,
  });
  useRefreshable(query);
  const counted = query.answer?.page?.counts ?? null;
  const countOf = (name: string): number | null => (counted === null ? null : Number(counted[name] ?? 0));
  // Without filters, this count includes all pending results.
  const isUnfiltered =
    board.name === 'approval' &&
    search.search === '' &&
    appliedConditions(search.conditions).length === 0 &&
    !search.pinned;
  useReportPendingTasks(APPROVALS, scope.product_id, isUnfiltered ? countOf('pending') : null);
  const numbers = board.tabs.of.map(({ count }) => countOf(count));
  const all = numbers.reduce<number | null>(
    (sum, one) => (sum === null || one === null ? null : sum + one),
    0,
  );
  const chosen = board.tabs.of.findIndex(({ id }) => id === search.tab);
  return {
    numbers,
    all,
    /** Number of rows in the selected state. */
    total: search.tab === null ? all : (numbers[chosen] ?? null),
    reload: query.reload,
  };
};

/** The states of a board as options with their numbers of rows. */
const useTabs = <Raw extends object, Row extends object>(
  { tabs }: Board<Raw, Row>,
  { numbers, all }: Pick<ReturnType<typeof useBoardCounts>, 'numbers' | 'all'>,
  words: ReturnType<typeof useLogColumns>['words'],
) => {
  const intl = useIntl();
  const tabOf = (value: string, word: string, count: number | null) => ({
    value,
    label: count === null ? word : intl.formatMessage({ id: 'board.tab' }, { word, count }),
  });
  return [
    ...tabs.of.map(({ id }, at) => tabOf(id, words.choice(tabs.field, id), numbers[at] ?? null)),
    tabOf('', intl.formatMessage({ id: 'board.all' }), all),
  ];
};

/** State of a board by its address: loaded rows, counts by state, and functions that change the address. */
export const useBoard = <Raw extends object, Row extends object>(board: Board<Raw, Row>) => {
  const product = useProduct();
  const today = useToday();
  const read = useCallback((raw: RawSearch) => readBoardSearch(raw, board as never), [board]);
  const [search, change] = useAddress(read);
  const days = usePeriodDays(search);
  const scope: BoardScope = {
    product_id: product.id,
    ...(board.dated && !search.pinned && days),
    ...(search.search !== '' && { search: search.search }),
  };
  /** Query in the default order: by time, newest first. */
  const byTime = { ...scope, where: whereOf(search, board as never) };
  const parameters = { ...byTime, ...(search.sort !== null && { ordering: textOfSort(search.sort) }) };
  const feed = useFeed(board, parameters);
  // Past periods get no new rows, and in another order than by time there is no newest row.
  const over = search.sort !== null || (board.dated && !search.pinned && days.to < today);
  const newRows = useNewRows(board, byTime, feed.busy || over ? null : (feed.head?.latest ?? null));
  const counts = useBoardCounts(board, scope, search);
  const reload = () => {
    feed.reload();
    counts.reload();
  };
  useChanged(board.list, reload);
  const putSort = (sort: ListSort | null) => change({ sort: sort === null ? undefined : textOfSort(sort) });
  const table = useLogColumns(board, addressedColumns({ search, go: change }));
  const filterWords = useFilterWords(board.list, board.filters, search.conditions);
  useOwnConditions(search.conditions, filterWords, own =>
    change(writeBoardConditions(own, board as never), { replace: true }),
  );
  return {
    board,
    search,
    days,
    byTime,
    parameters,
    feed,
    news: newRows,
    reload,
    recount: counts.reload,
    ...table,
    arrangement: {
      ...table.arrangement,
      sort: search.sort as Sort<Row> | null,
      onSort: putSort,
      presorted: true,
    },
    filterWords,
    tabs: useTabs(board, counts, table.words),
    /** Number of rows of the query, as last counted. */
    total: counts.total,
    change,
    putSort,
    putTab: (id: string) =>
      change({ status: writeTab(id === '' ? null : id, board as never, search.pinned), open: undefined }),
    putConditions: (conditions: readonly Condition[]) =>
      change({ ...writeBoardConditions(conditions, board as never), open: undefined }),
    openRow: (id: number | null) =>
      change({ open: id === null ? undefined : String(id) }, { replace: id === null }),
  };
};
export type BoardState<Raw extends object, Row extends object> = ReturnType<typeof useBoard<Raw, Row>>;
