import { Suspense, useRef, type ReactNode, type Ref } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { cards } from '../../components/grid/cards.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { GridProps } from '../../components/grid/types.ts';
import { Icon } from '../../components/icon.tsx';
import { RowRange } from '../../components/row-range.tsx';
import { Failed, MoreFailed } from '../../components/states.tsx';
import type { LeftOut } from '../../resources/log.ts';
import { CopyLink } from '../copy-link.tsx';
import { EmptyData } from '../setup/lazy-views.ts';
import { useCopied } from '../use-copied.ts';
import './log.css';
import { LogNotes } from './log-notes.tsx';
import { SearchedSoFar } from './searched-so-far.tsx';
import type { Feed } from './use-feed.ts';

interface Props<Row extends object> {
  readonly feed: Feed<Row>;
  readonly grid: Pick<
    GridProps<Row>,
    'label' | 'columns' | 'rowKey' | 'actions' | 'link' | 'picked' | 'onPicked'
  > &
    Partial<GridProps<Row>>;
  /** Instead of those that were read: some of them were dealt with meanwhile. */
  readonly rows?: readonly Row[] | null;
  /** Rows of the question; null: not known. */
  readonly total: number | null;
  /** The total and what is left out are estimates. */
  readonly estimated?: boolean;
  readonly leftOut?: LeftOut | null;
  /** How many rows came since. */
  readonly news: number;
  readonly onNews: () => void;
  readonly panel?: Ref<HTMLElement>;
  /** Instead of the rows: why they cannot be had as they were asked for. */
  readonly instead?: ReactNode;
}

/**
 * Rows that are read on as one scrolls: what came meanwhile is announced above them, and below them what went
 * wrong or that they end.
 */
export const FeedPanel = <Row extends object>({
  feed,
  grid,
  rows = feed.rows,
  total,
  estimated = false,
  leftOut = null,
  news,
  onNews,
  panel,
  instead: refused,
}: Props<Row>) => {
  const intl = useIntl();
  const copied = useCopied();
  const box = useRef<HTMLDivElement>(null);
  const { failure, stuck, busy, again, more, retryMore } = feed;
  const reached = busy || stuck !== null ? null : feed.reached;
  const isEmpty = rows?.length === 0 && !busy && reached === null;
  const failed = failure === null ? undefined : (refused ?? <Failed trouble={failure} onAgain={again} />);
  const instead =
    failed ??
    (isEmpty ? (
      <Suspense>
        <EmptyData />
      </Suspense>
    ) : undefined);
  const ended = more === null && stuck === null && !busy;
  const showNews = () => {
    box.current?.parentElement?.querySelector('[role="grid"]')?.scrollTo({ top: 0 });
    onNews();
  };
  return (
    <section ref={panel} className="tp-panel">
      <div ref={box} className="tp-news" role="status">
        {news > 0 && (
          <Button
            label={intl.formatMessage({ id: 'log.news' }, { count: news })}
            icon={<Icon name="up" />}
            onClick={showNews}
          />
        )}
      </div>
      <DataGrid
        cards={cards}
        {...grid}
        tools={
          <>
            <CopyLink />
            {grid.tools}
          </>
        }
        rows={rows}
        busy={busy}
        instead={instead}
        onMore={reached === null ? more : null}
        onCopied={copied}
        caption={
          rows !== null &&
          failure === null && (
            <RowRange loaded={rows.length} total={total} estimated={estimated} ended={ended} />
          )
        }
      />
      {stuck !== null && <MoreFailed onAgain={retryMore} />}
      {reached !== null && more !== null && <SearchedSoFar reached={reached} onMore={more} />}
      <LogNotes ended={rows !== null && rows.length > 0 && ended} leftOut={leftOut} estimated={estimated} />
    </section>
  );
};
