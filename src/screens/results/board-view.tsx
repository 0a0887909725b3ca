import type { ReactNode, Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Choice } from '../../components/choice.tsx';
import { DateRange } from '../../components/date-range.tsx';
import type { GridProps } from '../../components/grid/types.ts';
import { DownloadMenu } from '../list/download-menu.tsx';
import '../list/list.css';
import { SearchBox } from '../list/search-box.tsx';
import { useConditions } from '../list/use-conditions.tsx';
import { FeedPanel } from '../log/feed-panel.tsx';
import { writePeriod } from '../period.ts';
import '../screens.css';
import './board.css';
import type { BoardState } from './use-board.ts';

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

/** Title of the board, selected state and, if it has one, the period. */
const BoardHead = <Raw extends object, Row extends object>({
  of: { board, search, days, tabs, change, putTab },
  title,
}: Pick<Props<Raw, Row>, 'of'> & { readonly title: string }) => {
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
      <header className="tp-screen-head">
        <h1>{title}</h1>
        <p>
          <FormattedMessage id={`log.${board.name}.lead`} />
        </p>
      </header>
      <div className="tp-fields">
        <Choice
          open
          label={intl.formatMessage({ id: 'board.status' })}
          value={search.tab ?? ''}
          options={tabs}
          onChange={putTab}
        />
        {board.dated && period}
      </div>
    </>
  );
};

/** Search field, and the button that adds a condition. */
const BoardSearch = <Raw extends object, Row extends object>({
  of: { search, change, reload },
  add,
}: Pick<Props<Raw, Row>, 'of'> & { readonly add: ReactNode }) => {
  const intl = useIntl();
  return (
    <div className="tp-bar" role="search">
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

/**
 * A board: states with their counts, conditions as in lists, and rows that load on scrolling, newest first.
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
  return (
    <article className="tp-screen">
      <BoardHead of={of} title={title} />
      <FeedPanel
        feed={of.feed}
        total={of.total}
        newRows={of.news}
        onNewRows={of.reload}
        {...(panel !== undefined && { panel })}
        grid={{
          label: title,
          columns: of.columns,
          rowKey: row => String(row[board.key]),
          ...of.arrangement,
          ...props.grid,
          tools: (
            <>
              {props.tools}
              <DownloadMenu path={board.path} query={of.parameters} columns={of.shown} />
            </>
          ),
          lead: <BoardSearch of={of} add={conditions.add} />,
          note: (
            <>
              {conditions.bar}
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
