import { useRef, type ReactNode, type Ref } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { cards } from '../../components/grid/cards.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { GridProps } from '../../components/grid/types.ts';
import { Icon } from '../../components/icon.tsx';
import { RowRange } from '../../components/row-range.tsx';
import { Empty, Failed, MoreFailed } from '../../components/states.tsx';
import type { LeftOut } from '../../resources/log.ts';
import { CopyLink } from '../copy-link.tsx';
import { useCopied } from '../use-copied.ts';
import './log.css';
import { LogNotes } from './log-notes.tsx';
import type { Feed } from './use-feed.ts';

interface Props<Row extends object> {
  readonly feed: Feed<Row>;
  readonly grid: Pick<GridProps<Row>, 'label' | 'columns' | 'rowKey' | 'actions' | 'link' | 'picked' | 'onPicked'> & Partial<GridProps<Row>>;
  /** Instead of those that were read: some of them were dealt with meanwhile. */
  readonly rows?: readonly Row[] | null;
  /** Rows of the question; null: not known. */
  readonly total: number | null;
  readonly leftOut?: LeftOut | null;
  /** How many rows came since. */
  readonly news: number;
  readonly onNews: () => void;
  readonly panel?: Ref<HTMLElement>;
  /** What stands above the rows and their tools: how they are narrowed. */
  readonly children?: ReactNode;
}

/** Rows that are read on as one scrolls: what came meanwhile is announced above them, and below them what went wrong or that they end. */
export const FeedPanel = <Row extends object>({ feed, grid, rows = feed.rows, total, leftOut = null, news, onNews, panel, children }: Props<Row>) => {
  const intl = useIntl();
  const copied = useCopied();
  const box = useRef<HTMLDivElement>(null);
  const { failure, stuck, busy, again, more, retryMore } = feed;
  const instead = failure !== null ? <Failed trouble={failure} onAgain={again} /> : rows?.length === 0 && !busy ? <Empty title="state.empty" hint="state.empty_hint" /> : undefined;
  const ended = more === null && stuck === null && !busy;
  const showNews = () => {
    box.current?.parentElement?.querySelector('[role="grid"]')?.scrollTo({ top: 0 });
    onNews();
  };
  return (
    <section ref={panel} className="tp-panel">
      {children}
      <div ref={box} className="tp-news" role="status">
        {news > 0 && <Button label={intl.formatMessage({ id: 'log.news' }, { count: news })} icon={<Icon name="up" />} onClick={showNews} />}
      </div>
      <DataGrid
        cards={cards} {...grid} tools={<><CopyLink />{grid.tools}</>} rows={rows} busy={busy} instead={instead} onMore={more} onCopied={copied}
        caption={rows !== null && failure === null && <RowRange loaded={rows.length} total={total} ended={ended} />}
      />
      {stuck !== null && <MoreFailed onAgain={retryMore} />}
      <LogNotes ended={rows !== null && rows.length > 0 && ended} leftOut={leftOut} />
    </section>
  );
};
