import { lazy, Suspense, useState, type ReactNode, type Ref } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Choice } from '../../components/choice.tsx';
import { DateRange } from '../../components/date-range.tsx';
import type { GridProps } from '../../components/grid/types.ts';
import { Icon } from '../../components/icon.tsx';
import type { Condition } from '../../resources/filter.ts';
import { DownloadMenu } from '../list/download-menu.tsx';
import { FilterBar } from '../list/filter-bar.tsx';
import '../list/list.css';
import { SearchBox } from '../list/search-box.tsx';
import { withCondition } from '../list/view.ts';
import { FeedPanel } from '../log/feed-panel.tsx';
import { writePeriod } from '../period.ts';
import '../screens.css';
import './board.css';
import type { BoardState } from './use-board.ts';

const FilterEditor = lazy(() => import('../list/filter-editor.tsx'));

interface Props<Raw extends object, Row extends object> {
  readonly of: BoardState<Raw, Row>;
  /** Instead of those that were read: some of them were dealt with meanwhile. */
  readonly rows?: readonly Row[] | null;
  /** What can be done to rows, and with those that are picked. */
  readonly grid: Pick<GridProps<Row>, 'actions' | 'link' | 'picked' | 'onPicked'>;
  /** In the place of the number of rows, while rows are picked; false: none are. */
  readonly caption?: ReactNode;
  /** Between the filters and the rows. */
  readonly note?: ReactNode;
  readonly tools?: ReactNode;
  readonly panel?: Ref<HTMLElement>;
  readonly children?: ReactNode;
}

/** A board: states with their counts, filters as a list has them, and rows from the newest on, as many as one scrolls to. */
export const BoardView = <Raw extends object, Row extends object>({ of, rows = of.feed.rows, grid, caption, note, tools, panel, children }: Props<Raw, Row>) => {
  const intl = useIntl();
  const [editing, setEditing] = useState<{ readonly condition: Condition | null; readonly anchor: HTMLElement } | null>(null);
  const { board, search, days, question, feed, columns, shown, arrangement, filterWords, tabs, change, putTab, putConditions } = of;
  const say = (id: string) => intl.formatMessage({ id });
  const title = say(`log.${board.name}.title`);
  return (
    <article className="tp-screen">
      <header className="tp-screen-head">
        <h1>{title}</h1>
        <p><FormattedMessage id={`log.${board.name}.lead`} /></p>
      </header>
      <div className="tp-fields">
        <Choice open label={say('board.status')} value={search.tab ?? ''} options={tabs} onChange={putTab} />
        {board.dated && (search.pinned
          ? <p className="tp-note tp-pinned"><FormattedMessage id="board.pinned" /></p>
          : <DateRange period={search.period} days={days} onChange={(period, custom) => change(writePeriod(period, custom))} />)}
      </div>
      <FeedPanel
        feed={feed} rows={rows} total={of.total} news={of.news} onNews={of.again} caption={caption} {...(panel !== undefined && { panel })}
        grid={{ label: title, columns, rowKey: row => String(row[board.key]), ...arrangement, ...grid, tools: <>{tools}<DownloadMenu path={board.path} query={question} columns={shown} /></> }}
      >
        <div className="tp-bar" role="search">
          <SearchBox label={say('list.search')} text={search.search} onSearch={text => change({ q: text === '' ? undefined : text }, { replace: search.search !== '' && text !== '' })} />
          <Button label={say('filter.add')} icon={<Icon name="filter" />} opens onClick={anchor => setEditing({ condition: null, anchor })} />
        </div>
        {search.conditions.length > 0 && (
          <FilterBar
            words={filterWords} conditions={search.conditions} onEdit={(condition, anchor) => setEditing({ condition, anchor })}
            onRemove={condition => putConditions(search.conditions.filter(other => other !== condition))} onClear={() => putConditions([])}
          />
        )}
        {note}
      </FeedPanel>
      {editing !== null && (
        <Suspense>
          <FilterEditor
            key={editing.condition === null ? '' : `${editing.condition.field}__${editing.condition.op}`} anchor={editing.anchor} words={filterWords} condition={editing.condition}
            onApply={next => putConditions(withCondition(search.conditions, next, editing.condition))} onClose={() => setEditing(null)}
          />
        </Suspense>
      )}
      {children}
    </article>
  );
};
