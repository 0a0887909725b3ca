import { useEffect, useId, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import type { Formatter } from '../formats.ts';
import { useFormatter } from '../use-formatter.ts';
import { createCommands, type Open } from './commands.ts';
import { useSheet, type GridSize } from './layout.ts';
import { isNarrow, watchNarrow } from './narrow.ts';
import { outlineOf } from './outline.ts';
import { branchesOf } from './tree.ts';
import { HEIGHTS, type GridColumn, type GridProps, type Shape } from './types.ts';
import { useColumnDrag } from './use-column-drag.ts';
import { useClickDelay } from './use-click-delay.ts';
import { useColumns } from './use-columns.ts';
import { useCursor, useFocusAt } from './use-cursor.ts';
import { useSelection } from './use-selection.ts';
import { useRows } from './use-rows.ts';

/** Rows below the last drawn one; with fewer of them more rows are requested. */
const MIN_ROWS_AHEAD = 20;
// A card shows all its slots whatever its width.
const onOneCard = (): number => 1;

/** The slots of a row: as arranged by the user, or as chosen for cards. */
const usePlaces = <Row extends object>(props: GridProps<Row>, shape: Shape) => {
  const columns = useColumns(props);
  const all = columns.slots;
  const cards = shape === 'cards' ? props.cards : undefined;
  const sortedBy = props.sort?.field ?? null;
  const slots = useMemo(() => cards?.places(all, sortedBy) ?? all, [cards, all, sortedBy]);
  return { ...columns, cards, slots };
};

/** The shown rows in order, with their selection and position in the tree. */
const useShownRows = <Row extends object>(
  props: GridProps<Row>,
  columns: readonly GridColumn<Row>[],
  format: Formatter,
) => {
  const { tree, rows, rowKey, sort = null } = props;
  const { locale } = useIntl();
  const [seeking, setSeeking] = useState(false);
  const shown = useRows({ ...props, columns, sort, seeking, format, locale });
  const selection = useSelection(shown, props);
  const branch = useMemo(
    () => (tree === undefined ? null : branchesOf(rows ?? [], rowKey, tree)),
    [tree, rows, rowKey],
  );
  return { shown, selection, branch, onSeek: () => setSeeking(true) };
};

/** Requests more rows when the last rendered row is near the end. */
const useMoreRows = <Row extends object>(
  { onMore = null, busy = false }: GridProps<Row>,
  rowCount: number,
  lastDrawn: number,
): void => {
  const isNear = onMore !== null && !busy && rowCount > 0 && lastDrawn >= rowCount - MIN_ROWS_AHEAD;
  useEffect(() => {
    if (isNear) onMore();
  }, [isNear, onMore]);
};

/** State and commands of a grid. */
export const useGrid = <Row extends object>(props: GridProps<Row>, shape: Shape, size: GridSize) => {
  const intl = useIntl();
  const format = useFormatter(props.words);
  const id = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const narrow = useSyncExternalStore(watchNarrow, isNarrow);
  const [opened, open] = useState<Open<Row> | null>(null);
  const [moved, announce] = useState('');
  const columns = usePlaces(props, shape);
  const { slots, visible } = columns;
  const rows = useShownRows(props, visible, format);
  const { shown } = rows;
  const outline = outlineOf(props, shown, visible);
  const rowHeight = HEIGHTS[shape];
  const footHeight = outline.footRows * rowHeight;
  const extent = { rows: 1 + outline.rowCount + outline.footRows, columns: slots.length };
  const cursor = useCursor(extent);
  const sheet = useSheet({
    ...outline,
    scroll,
    slots,
    widthOf: columns.cards ? onOneCard : columns.widthOf,
    rowHeight,
    footHeight,
    cursor: cursor.at,
    size,
    narrow,
    pinned: columns.pinned,
  });
  useFocusAt(scroll, cursor, sheet.show);
  const clickDelay = useClickDelay();
  const carrying = useColumnDrag(scroll, sheet.placed, columns.fieldAfter, columns.moveBefore);
  useMoreRows(props, shown.length, sheet.rows.at(-1)?.index ?? 0);
  const access = { props, intl, format, id, ...columns, ...rows, arrange: columns, cursor, open, announce };
  const act = createCommands(access);
  return {
    ...access,
    outline,
    sheet,
    scroll,
    extent,
    rowHeight,
    footHeight,
    opened,
    moved,
    clickDelay,
    carrying,
    act,
  };
};

/** State of a grid for its parts. */
export type GridState<Row extends object> = ReturnType<typeof useGrid<Row>>;
