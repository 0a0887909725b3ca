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
import { useCopied } from '../use-copy-notice.ts';
import './log.css';
import { LogNotes } from './log-notes.tsx';
import { SearchedSoFar } from './searched-so-far.tsx';
import { tooManyToSort, TooManyToSort } from './too-many-to-sort.tsx';
import type { Feed } from './use-feed.ts';

interface Props<Row extends object> {
  readonly feed: Feed<Row>;
  readonly grid: Pick<
    GridProps<Row>,
    'label' | 'columns' | 'rowKey' | 'actions' | 'link' | 'selected' | 'onSelect'
  > &
    Partial<GridProps<Row>>;
  /** Number of rows of the query; null: unknown. */
  readonly total: number | null;
  /** `total` and `leftOut` are estimates. */
  readonly estimated?: boolean;
  readonly leftOut?: LeftOut | null;
  /** Number of rows that are newer than the displayed ones. */
  readonly newRows: number;
  readonly onNewRows: () => void;
  readonly panel?: Ref<HTMLElement>;
  /** Restores the order by time, where too many rows match for another one. */
  readonly onByTime: () => void;
  readonly footer?: ReactNode;
  /** Whether a longer period could be chosen if there are no rows. */
  readonly hasPeriod?: boolean;
}

interface NewRowsProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Announces new rows; its button loads them and scrolls the grid to the top. */
const NewRowsNotice = ({ count, onShow }: NewRowsProps) => {
  const intl = useIntl();
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} className="tp-new-rows" role="status">
      {count > 0 && (
        <Button
          label={intl.formatMessage({ id: 'log.new_rows' }, { count })}
          icon={<Icon name="up" />}
          onClick={() => {
            box.current?.parentElement?.querySelector('[role="grid"]')?.scrollTo({ top: 0 });
            onShow();
          }}
        />
      )}
    </div>
  );
};

const isWaiting = ({ busy, moreFailure }: Feed<object>): boolean => busy || moreFailure !== null;
const hasEnded = (feed: Feed<object>): boolean => feed.more === null && !isWaiting(feed);
/** Instant up to which rows were searched, if the search stopped early and is not running. */
const reachedBy = (feed: Feed<object>) => (isWaiting(feed) ? null : feed.reached);

/** Reason why no further rows were loaded, with a button to retry or to continue the search. */
const FeedEnd = ({ feed }: { readonly feed: Feed<object> }) => {
  const { moreFailure, more, retryMore } = feed;
  const reached = reachedBy(feed);
  return (
    <>
      {moreFailure !== null && <MoreFailed onAgain={retryMore} />}
      {reached !== null && more !== null && <SearchedSoFar reached={reached} onMore={more} />}
    </>
  );
};

/** Content instead of rows: the failure, or the empty state. */
const insteadOf = (
  { failure, reload }: Pick<Feed<object>, 'failure' | 'reload'>,
  isEmpty: boolean,
  onByTime: () => void,
  hasPeriod: boolean,
) => {
  const max = tooManyToSort(failure);
  if (max !== null) return <TooManyToSort max={max} onByTime={onByTime} />;
  if (failure !== null) return <Failed failure={failure} onAgain={reload} />;
  return isEmpty ? (
    <Suspense>
      <EmptyData hasPeriod={hasPeriod} />
    </Suspense>
  ) : undefined;
};

/**
 * Grid that loads more rows on scrolling. New rows are announced above it; below it are failures and the end
 * of the log.
 */
export const FeedPanel = <Row extends object>({
  feed,
  grid,
  total,
  estimated = false,
  leftOut = null,
  newRows,
  onNewRows,
  panel,
  onByTime,
  footer,
  hasPeriod = true,
}: Props<Row>) => {
  const copied = useCopied();
  const { rows, failure, busy, more } = feed;
  const reached = reachedBy(feed);
  const ended = hasEnded(feed);
  const isEmpty = rows?.length === 0 && !busy && reached === null;
  return (
    <section ref={panel} className="tp-panel">
      <NewRowsNotice count={newRows} onShow={onNewRows} />
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
        instead={insteadOf(feed, isEmpty, onByTime, hasPeriod)}
        onMore={reached === null ? more : null}
        onCopied={copied}
        caption={
          rows !== null &&
          failure === null && (
            <RowRange loaded={rows.length} total={total} estimated={estimated} ended={ended} />
          )
        }
      />
      <FeedEnd feed={feed} />
      <LogNotes ended={Boolean(rows?.length) && ended} leftOut={leftOut} estimated={estimated} />
      {footer}
    </section>
  );
};
