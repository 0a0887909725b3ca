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
  /** Rows of the question; null: not known. */
  readonly total: number | null;
  /** The total and what is left out are estimates. */
  readonly estimated?: boolean;
  readonly leftOut?: LeftOut | null;
  /** How many rows came since. */
  readonly newRows: number;
  readonly onNewRows: () => void;
  readonly panel?: Ref<HTMLElement>;
  /** Instead of the rows: why they cannot be had as they were asked for. */
  readonly instead?: ReactNode;
}

interface NewRowsProps {
  readonly count: number;
  readonly onShow: () => void;
}

/** Announces rows that came since; its button shows them and scrolls the grid to its top. */
const NewRowsNotice = ({ count, onShow }: NewRowsProps) => {
  const intl = useIntl();
  const box = useRef<HTMLDivElement>(null);
  return (
    <div ref={box} className="tp-news" role="status">
      {count > 0 && (
        <Button
          label={intl.formatMessage({ id: 'log.news' }, { count })}
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

const isWaiting = ({ busy, stuck }: Feed<object>): boolean => busy || stuck !== null;
const hasEnded = (feed: Feed<object>): boolean => feed.more === null && !isWaiting(feed);
/** How far back rows were searched, where the search stopped before it found any. */
const reachedBy = (feed: Feed<object>) => (isWaiting(feed) ? null : feed.reached);

/** Why there are no more rows below, and the button that tries or searches on. */
const FeedEnd = ({ feed }: { readonly feed: Feed<object> }) => {
  const { stuck, more, retryMore } = feed;
  const reached = reachedBy(feed);
  return (
    <>
      {stuck !== null && <MoreFailed onAgain={retryMore} />}
      {reached !== null && more !== null && <SearchedSoFar reached={reached} onMore={more} />}
    </>
  );
};

/** What is shown in place of the rows: why they cannot be had, or that there are none. */
const insteadOf = (failure: Feed<object>['failure'], reload: () => void, isEmpty: boolean) => {
  if (failure !== null) return <Failed failure={failure} onAgain={reload} />;
  return isEmpty ? (
    <Suspense>
      <EmptyData />
    </Suspense>
  ) : undefined;
};

/**
 * Rows that are read on as one scrolls: what came meanwhile is announced above them, and below them what went
 * wrong or that they end.
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
  instead,
}: Props<Row>) => {
  const copied = useCopied();
  const { rows, failure, busy, reload, more } = feed;
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
        instead={(failure && instead) ?? insteadOf(failure, reload, isEmpty)}
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
    </section>
  );
};
