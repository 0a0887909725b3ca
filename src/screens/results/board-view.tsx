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
  /** Instead of those that were read: some of them were dealt with meanwhile. */
  readonly rows?: readonly Row[] | null;
  /** What can be done to rows, and with those that are picked. */
  readonly grid: Pick<GridProps<Row>, 'actions' | 'link' | 'picked' | 'onPicked' | 'selection'>;
  /** Between the filters and the rows. */
  readonly note?: ReactNode;
  readonly tools?: ReactNode;
  readonly panel?: Ref<HTMLElement>;
  readonly children?: ReactNode;
}

/**
 * A board: states with their counts, filters as a list has them, and rows from the newest on, as many as one
 * scrolls to.
 */
export const BoardView = <Raw extends object, Row extends object>({
  of,
  rows = of.feed.rows,
  grid,
  note,
  tools,
  panel,
  children,
}: Props<Raw, Row>) => {
  const intl = useIntl();
  const {
    board,
    search,
    days,
    question,
    feed,
    columns,
    shown,
    arrangement,
    filterWords,
    tabs,
    change,
    putTab,
    putConditions,
  } = of;
  const conditions = useConditions({
    words: filterWords,
    conditions: search.conditions,
    onChange: putConditions,
  });
  const say = (id: string) => intl.formatMessage({ id });
  const title = say(`log.${board.name}.title`);
  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1>{title}</h1>
        <p>
          <FormattedMessage id={`log.${board.name}.lead`} />
        </p>
      </header>
      <div className="tp-fields">
        <Choice open label={say('board.status')} value={search.tab ?? ''} options={tabs} onChange={putTab} />
        {board.dated &&
          (search.pinned ? (
            <p className="tp-note tp-pinned">
              <FormattedMessage id="board.pinned" />
            </p>
          ) : (
            <DateRange
              period={search.period}
              days={days}
              onChange={(period, custom) => change(writePeriod(period, custom))}
            />
          ))}
      </div>
      <FeedPanel
        feed={feed}
        rows={rows}
        total={of.total}
        newRows={of.news}
        onNewRows={of.again}
        {...(panel !== undefined && { panel })}
        grid={{
          label: title,
          columns,
          rowKey: row => String(row[board.key]),
          ...arrangement,
          ...grid,
          tools: (
            <>
              {tools}
              <DownloadMenu path={board.path} query={question} columns={shown} />
            </>
          ),
          lead: (
            <div className="tp-bar" role="search">
              <SearchBox
                label={say('list.search')}
                text={search.search}
                onRepeat={of.again}
                onSearch={text =>
                  change(
                    { q: text === '' ? undefined : text },
                    { replace: search.search !== '' && text !== '' },
                  )
                }
              />
              {conditions.add}
            </div>
          ),
          note: (
            <>
              {conditions.bar}
              {note}
            </>
          ),
        }}
      />
      {conditions.editor}
      {children}
    </article>
  );
};
