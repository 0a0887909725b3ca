import { lazy, Suspense, useSyncExternalStore, type ReactNode, type Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Choice } from '../../components/choice.tsx';
import { DateRange } from '../../components/date-range.tsx';
import { date } from '../../components/formats.ts';
import { isNarrow, watchNarrow } from '../../components/grid/narrow.ts';
import type { GridProps } from '../../components/grid/types.ts';
import '../analysis/analysis.css';
import { FoldedFields } from '../folded-fields.tsx';
import { DownloadMenu } from '../list/download-menu.tsx';
import '../list/list.css';
import { SearchBox } from '../list/search-box.tsx';
import { useConditions } from '../list/use-conditions.tsx';
import { FeedPanel } from '../log/feed-panel.tsx';
import type LogViewsOf from '../log/log-views.tsx';
import { writePeriod } from '../period.ts';
import '../screens.css';
import './board.css';
import { readBoardSearch, writeBoardSearch } from './search.ts';
import type { BoardState } from './use-board.ts';

// Loaded after the rows, as it is not needed before them.
const LogViews = lazy(() => import('../log/log-views.tsx')) as unknown as typeof LogViewsOf;

interface Props<Raw extends object, Row extends object> {
  readonly of: BoardState<Raw, Row>;
  /** Row actions and selection of the grid. */
  readonly grid: Pick<GridProps<Row>, 'actions' | 'link' | 'selected' | 'onSelect' | 'selection'>;
  /** Content between the filters and the rows. */
  readonly note?: ReactNode;
  readonly tools?: ReactNode;
  readonly panel?: Ref<HTMLElement>;
  readonly children?: ReactNode;
}

type OfBoard<Raw extends object, Row extends object> = Pick<Props<Raw, Row>, 'of'>;

/** The selected state and, if the board has one, the period. */
const BoardFields = <Raw extends object, Row extends object>({
  of: { board, search, days, tabs, change, putTab },
}: OfBoard<Raw, Row>) => {
  const intl = useIntl();
  const period = search.pinned ? (
    <p className="tp-note tp-pinned">
      <FormattedMessage id="board.pinned" />
    </p>
  ) : (
    <DateRange
      period={search.period}
      days={days}
      onChange={(chosen, custom) => change(writePeriod(chosen, custom))}
    />
  );
  return (
    <>
      <Choice
        open
        label={intl.formatMessage({ id: 'board.status' })}
        value={search.tab ?? ''}
        options={tabs}
        onChange={putTab}
      />
      {board.dated && period}
    </>
  );
};

/** The selected state, the period and the conditions in words. */
const useBoardFacts = <Raw extends object, Row extends object>({
  board,
  search,
  days,
  tabs,
  filterWords,
}: BoardState<Raw, Row>): readonly string[] => {
  const intl = useIntl();
  const isPeriodShown = board.dated && !search.pinned;
  return [
    ...tabs.flatMap(({ value, label }) => (value === (search.tab ?? '') ? [label] : [])),
    ...(isPeriodShown
      ? [intl.formatMessage({ id: 'analysis.days' }, { from: date(days.from), to: date(days.to) })]
      : []),
    ...search.conditions.map(filterWords.sentence),
  ];
};

/** Search field, and the button that adds a condition. */
const BoardSearch = <Raw extends object, Row extends object>({
  of: { search, change, reload },
  add,
}: OfBoard<Raw, Row> & { readonly add: ReactNode }) => {
  const intl = useIntl();
  return (
    <div className="tp-bar tp-board-bar" role="search">
      <SearchBox
        label={intl.formatMessage({ id: 'list.search' })}
        text={search.search}
        onRepeat={reload}
        onSearch={text =>
          change({ q: text === '' ? undefined : text }, { replace: search.search !== '' && text !== '' })
        }
      />
      {add}
    </div>
  );
};

const BoardHead = ({ name, title }: { readonly name: string; readonly title: string }) => (
  <header className="tp-screen-head">
    <h1>{title}</h1>
    <p>
      <FormattedMessage id={`log.${name}.lead`} />
    </p>
  </header>
);

/** Tools of the screen, saved views and download of a board. */
const BoardTools = <Raw extends object, Row extends object>({
  of: { board, search, change, parameters, shown, arrangement },
  children,
}: OfBoard<Raw, Row> & { readonly children: ReactNode }) => (
  <>
    {children}
    <Suspense>
      <LogViews
        name={board.name}
        filters={board.filters}
        read={raw => readBoardSearch(raw, board as never)}
        write={one => writeBoardSearch(one, board as never)}
        search={{ ...search, hide: arrangement.hidden, order: arrangement.order ?? null }}
        go={change}
      />
    </Suspense>
    <DownloadMenu path={board.filePath ?? board.path} query={parameters} columns={shown} />
  </>
);

/**
 * A board: states with their counts, conditions and order as in lists, and rows that load on scrolling.
 */
export const BoardView = <Raw extends object, Row extends object>(props: Props<Raw, Row>) => {
  const { of, panel } = props;
  const { board, search } = of;
  const title = useIntl().formatMessage({ id: `log.${board.name}.title` });
  const conditions = useConditions({
    words: of.filterWords,
    conditions: search.conditions,
    onChange: of.putConditions,
  });
  const facts = useBoardFacts(of);
  const isFolded = useSyncExternalStore(watchNarrow, isNarrow);
  return (
    <article className="tp-screen">
      <BoardHead name={board.name} title={title} />
      {isFolded ? (
        <FoldedFields title="filter.conditions" facts={facts}>
          <BoardFields of={of} />
          {conditions.add}
          {conditions.bar}
        </FoldedFields>
      ) : (
        <div className="tp-fields">
          <BoardFields of={of} />
        </div>
      )}
      <FeedPanel
        feed={of.feed}
        total={of.total}
        newRows={of.news}
        onNewRows={of.reload}
        {...(panel !== undefined && { panel })}
        onByTime={() => of.putSort(null)}
        hasPeriod={board.dated}
        grid={{
          label: title,
          columns: of.columns,
          rowKey: row => String(row[board.key]),
          ...of.arrangement,
          ...props.grid,
          tools: <BoardTools of={of}>{props.tools}</BoardTools>,
          lead: <BoardSearch of={of} add={!isFolded && conditions.add} />,
          note: (
            <>
              {!isFolded && conditions.bar}
              {props.note}
            </>
          ),
        }}
      />
      {conditions.editor}
      {props.children}
    </article>
  );
};
