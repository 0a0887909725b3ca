import { useIntl } from 'react-intl';
import { daysOf } from '../../components/days.ts';
import { useToday } from '../../components/use-today.ts';
import { useAddress } from '../../console/address.ts';
import { useChanged } from '../../console/row-changes.ts';
import { useProduct } from '../../console/product.ts';
import { useRefreshable } from '../../console/refresh.ts';
import { useTellStanding } from '../../console/pending-tasks.ts';
import type { Board } from '../../resources/board.ts';
import { useFilterWords } from '../list/use-filters.ts';
import { useFeed } from '../log/use-feed.ts';
import { useLogColumns } from '../log/use-log-columns.ts';
import { useNews } from '../log/use-news.ts';
import { useInquiry } from '../use-query.ts';
import { APPROVALS } from '../pending-counts.ts';
import { readBoardSearch, whereOf, writeBoardConditions, writeTab } from './search.ts';
import type { Condition } from '../../resources/filter.ts';

/**
 * A board as its address asks for it: its rows as far as they were read, how many there are in each state,
 * and what changes the question.
 */
export const useBoard = <Raw extends object, Row extends object>(board: Board<Raw, Row>) => {
  const intl = useIntl();
  const product = useProduct();
  const today = useToday();
  const [search, change] = useAddress(raw => readBoardSearch(raw, board as never));
  const days = daysOf(search.period, search, today);
  const scope = {
    product_id: product.id,
    ...(board.dated && !search.pinned && days),
    ...(search.search !== '' && { search: search.search }),
  };
  const question = { ...scope, where: whereOf(search, board as never) };
  const feed = useFeed(board, question);
  // Nothing new comes into days that are over.
  const over = board.dated && !search.pinned && days.to < today;
  const newRows = useNews(board, question, feed.busy || over ? null : (feed.head?.latest ?? null));
  const counts = useInquiry(board.counted, {
    ...scope,
    where: whereOf({ ...search, tab: null }, board as never),
    limit: 1,
  });
  useRefreshable(counts);
  const again = () => {
    feed.again();
    counts.again();
  };
  useChanged(board.list, again);
  const arrangement = useLogColumns(board);
  const counted = counts.answer?.page?.counts ?? null;
  const countOf = (name: string): number | null => (counted === null ? null : Number(counted[name] ?? 0));
  // All that waits is counted here where nothing narrows the desk.
  const isUnfiltered =
    board.name === 'approval' && search.search === '' && search.conditions.length === 0 && !search.pinned;
  useTellStanding(APPROVALS, product.id, isUnfiltered ? countOf('pending') : null);
  const numbers = board.tabs.of.map(({ count }) => countOf(count));
  const all = numbers.reduce<number | null>(
    (sum, one) => (sum === null || one === null ? null : sum + one),
    0,
  );
  const word = (id: string | null): string =>
    id === null ? intl.formatMessage({ id: 'board.all' }) : arrangement.words.choice(board.tabs.field, id);
  const notice = (id: string | null, count: number | null) => ({
    value: id ?? '',
    label: count === null ? word(id) : intl.formatMessage({ id: 'board.tab' }, { word: word(id), count }),
  });

  return {
    board,
    search,
    days,
    question,
    feed,
    news: newRows,
    again,
    recount: counts.again,
    ...arrangement,
    filterWords: useFilterWords(board.list, board.filters, search.conditions),
    tabs: [...board.tabs.of.map(({ id }, at) => notice(id, numbers[at] ?? null)), notice(null, all)],
    /** Rows of the question, as last counted. */
    total:
      search.tab === null ? all : (numbers[board.tabs.of.findIndex(({ id }) => id === search.tab)] ?? null),
    change,
    putTab: (id: string) =>
      change({ status: writeTab(id === '' ? null : id, board as never, search.pinned), open: undefined }),
    putConditions: (conditions: readonly Condition[]) =>
      change({ ...writeBoardConditions(conditions, board as never), open: undefined }),
    openRow: (id: number | null) =>
      change({ open: id === null ? undefined : String(id) }, { replace: id === null }),
  };
};
export type BoardState<Raw extends object, Row extends object> = ReturnType<typeof useBoard<Raw, Row>>;
