import { lazy, Suspense, type ReactNode } from 'react';
import type { Sort } from '../../components/grid/types.ts';
import type { Log } from '../../resources/log.ts';
import { PrintView } from '../print/print-view.tsx';
import { DownloadMenu } from '../list/download-menu.tsx';
import type { useConditions } from '../list/use-conditions.tsx';
import { textOfSort, type ListSort } from '../list/view.ts';
import { FeedPanel } from './feed-panel.tsx';
import type LogPrintOf from './log-print.tsx';
import type LogViewsOf from './log-views.tsx';
import { readLogSearch, writeLogSearch } from './search.ts';
import type { Feed } from './use-feed.ts';
import type { LogAddress } from './use-log-address.ts';
import { addressedColumns, useLogColumns } from './use-log-columns.ts';
import { useNewRows } from './use-new-rows.ts';
import { useRowLinks } from './use-row-links.ts';

// Loaded after the rows, as neither is needed before them.
const LogPrint = lazy(() => import('./log-print.tsx')) as unknown as typeof LogPrintOf;
const LogViews = lazy(() => import('./log-views.tsx')) as unknown as typeof LogViewsOf;

const NONE: readonly string[] = [];

interface RowsProps<Raw extends object, Row extends object> {
  readonly log: Log<Raw, Row>;
  readonly address: LogAddress;
  readonly feed: Feed<Row>;
  readonly title: string;
  readonly conditions: ReturnType<typeof useConditions>;
  /** Content below the rows. */
  readonly footer: ReactNode;
}

interface TableProps<Raw extends object, Row extends object> extends RowsProps<Raw, Row> {
  readonly table: ReturnType<typeof useLogColumns<Raw, Row>>;
}

const rowKeyOf =
  <Raw extends object, Row extends object>({ key }: Log<Raw, Row>) =>
  (row: Row): string =>
    String(row[key]);
const sortOf = <Row,>({ search }: LogAddress) => search.sort as Sort<Row> | null;

/** Saved views, print and download of a log. */
const LogTools = <Raw extends object, Row extends object>({
  log,
  address: { shape, search, go, parameters },
  feed,
  table: { shown, arrangement },
}: TableProps<Raw, Row>) => (
  <>
    <Suspense>
      <LogViews
        name={log.name}
        filters={shape.filters}
        read={raw => readLogSearch(raw, shape)}
        write={one => writeLogSearch(one, shape)}
        search={{ ...search, hide: arrangement.hidden, order: arrangement.order ?? null }}
        go={go}
      />
      <LogPrint feed={feed} total={feed.head?.total ?? null} />
    </Suspense>
    <DownloadMenu path={log.path} query={parameters} columns={shown} />
  </>
);

/** The button that adds a filter, before the grid's tools; none where the fields have it. */
const leadOf = (add: ReactNode): { readonly lead?: ReactNode } =>
  add === null
    ? {}
    : {
        lead: (
          <div className="tp-bar" role="search">
            {add}
          </div>
        ),
      };

/** Rows on the screen, with a count of new ones. */
const LogGrid = <Raw extends object, Row extends object>(props: TableProps<Raw, Row>) => {
  const { log, address, feed, title, conditions, table } = props;
  const { head } = feed;
  const newRows = useNewRows(
    log,
    address.byTime,
    feed.busy || !address.hasNewest ? null : (head?.latest ?? null),
  );
  const { link, actions } = useRowLinks(log);
  const sortBy = (sort: ListSort | null) =>
    address.go({ sort: sort === null ? undefined : textOfSort(sort) });
  return (
    <FeedPanel
      feed={feed}
      total={head?.total ?? null}
      estimated={head?.total_estimated ?? false}
      leftOut={head?.left_out ?? null}
      newRows={newRows}
      onNewRows={feed.reload}
      footer={props.footer}
      onByTime={() => sortBy(null)}
      grid={{
        label: title,
        columns: table.columns,
        rowKey: rowKeyOf(log),
        ...table.arrangement,
        ...(link && { link }),
        ...(actions.length > 0 && { actions }),
        ...(log.sorted && { sort: sortOf<Row>(address), onSort: sortBy, presorted: true }),
        ...leadOf(conditions.add),
        note: conditions.bar,
        tools: <LogTools {...props} />,
      }}
    />
  );
};

/** Print view of the rows. */
const LogPaper = <Raw extends object, Row extends object>({
  log,
  address,
  feed: { rows, head, failure },
  title,
  table: { columns, arrangement },
}: TableProps<Raw, Row>) =>
  rows !== null &&
  failure === null && (
    <PrintView
      title={title}
      columns={columns}
      hidden={arrangement.hidden}
      order={arrangement.order ?? NONE}
      sort={sortOf<Row>(address)}
      rows={rows}
      rowKey={rowKeyOf(log)}
      totals={undefined}
      secondLine={undefined}
      {...(head && head.total !== null && !head.total_estimated && { total: head.total })}
    />
  );

/** Rows of a log, on the screen and in print. */
export const LogRows = <Raw extends object, Row extends object>(props: RowsProps<Raw, Row>) => {
  const table = useLogColumns(props.log, addressedColumns(props.address));
  return (
    <>
      <LogGrid {...props} table={table} />
      {props.conditions.editor}
      <LogPaper {...props} table={table} />
    </>
  );
};
