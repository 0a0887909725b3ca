import {
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
} from 'react';
import { useIntl } from 'react-intl';
import { Empty, RowsAwaited } from '../states.tsx';
import { useFormatter } from '../use-formatter.ts';
import { actsOf, type Open } from './commands.ts';
import { GridBody } from './body.tsx';
import './grid.css';
import { GridHead } from './head.tsx';
import { press } from './keys.ts';
import { useSheet, type GridSize } from './layout.ts';
import { ColumnMenu, RowMenu, OverflowPopover } from './lazy-menus.ts';
import { click, doubleClick, hover } from './mouse.ts';
import { isNarrow, watchNarrow } from './narrow.ts';
import { GridRow } from './row.tsx';
import { GridSaid } from './live-region.tsx';
import { SelectionPlace } from './selection-place.tsx';
import { GridTools } from './tools.tsx';
import { TopButton } from './top-button.tsx';
import { branchesOf } from './tree.ts';
import { HEIGHTS, type GridProps, type Shape } from './types.ts';
import { useCarry } from './use-carry.ts';
import { useClickDelay } from './use-click-delay.ts';
import { useColumns } from './use-columns.ts';
import { useCursor, useFocusAt } from './use-cursor.ts';
import { usePicking } from './use-picking.ts';
import { useRows } from './use-rows.ts';
import { useTexts } from './use-texts.ts';

const HEAD_HEIGHT = 44;
const GROUPS_HEIGHT = 26;
const MORE_WHEN_LEFT = 20;
// On cards the grid chooses the columns and their order: headings are not carried.
const letGo = (): void => undefined;
// All places of a card are in sight, however narrow.
const onOneCard = (): number => 1;
// As grid.css has it.
const LEAST_HEIGHT = 320;
/** Both borders of the box that scrolls, in pixels. */
const BORDERS = 2;
const AROUND = 352;

/**
 * The table of every list, log and report: TanStack's columns and virtualizer under our own markup. It draws
 * what is on the screen (10,000 rows
 * of 20 columns are under 700 nodes) and is one tab stop, walked by the keys of the ARIA grid pattern:
 * arrows, Home, End, Page Up, Page Down, with Ctrl to
 * the end. On a header Enter sorts, Alt+Down opens its menu, Ctrl+Shift and an arrow move it. On a row Space
 * picks, Shift reaches, Enter opens what is behind
 * a figure, follows the row's name or opens its actions. Ctrl+A picks all, Ctrl+C copies the cell, F2 goes
 * into it, or shows what has no room in it, and Escape
 * goes back.
 */
export const DataGrid = <Row extends object>(props: GridProps<Row>) => {
  const [truncation, setRoom] = useState<GridSize | null>(null);
  const narrow = useSyncExternalStore(watchNarrow, isNarrow);
  // On a phone a name takes two lines: in one it is too short to be told from the next.
  const shape: Shape =
    narrow && props.cards !== undefined
      ? 'cards'
      : props.beneath !== undefined || (narrow && props.columns[0]?.format === 'text')
        ? 'tall'
        : 'low';
  const box = useRef<HTMLDivElement>(null);
  // Drawn once at the width it has, rather than twice.
  useLayoutEffect(() => {
    if (box.current !== null)
      setRoom({
        width: box.current.clientWidth - BORDERS,
        height: Math.max(LEAST_HEIGHT, innerHeight - AROUND),
      });
  }, []);
  return (
    <div ref={box} className="tp-grid">
      {truncation !== null && <Sheet key={shape} {...props} shape={shape} room={truncation} />}
    </div>
  );
};

const Sheet = <Row extends object>({
  room: truncation,
  shape,
  ...props
}: GridProps<Row> & { readonly room: GridSize; readonly shape: Shape }) => {
  const {
    label,
    rows,
    totals,
    sort = null,
    onSort,
    firstRow = 0,
    totalRows = 0,
    onMore = null,
    hidden = [],
    hiddenAtFirst = [],
    onHidden,
  } = props;
  const { actions = [], quick = '', busy = false, instead, onPicked, caption } = props;
  const intl = useIntl();
  const format = useFormatter(props.words);
  const texts = useTexts();
  const id = useId();
  const keysHelp = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const narrow = useSyncExternalStore(watchNarrow, isNarrow);
  const [open, setOpen] = useState<Open<Row> | null>(null);
  const [moved, setMoved] = useState('');
  const [seeking, setSeeking] = useState(false);

  const { slots: all, visible, widthOf, pinned, dragWidth, ...arrange } = useColumns(props);
  const cards = shape === 'cards' ? props.cards : undefined;
  const sortedBy = sort?.field ?? null;
  const slots = useMemo(() => cards?.places(all, sortedBy) ?? all, [cards, all, sortedBy]);
  const shown = useRows({ ...props, columns: visible, sort, seeking, format, locale: intl.locale });
  const picking = usePicking(shown, props);
  const { tree, rowKey } = props;
  const branch = useMemo(
    () => (tree === undefined ? null : branchesOf(rows ?? [], rowKey, tree)),
    [tree, rows, rowKey],
  );
  const rowHeight = HEIGHTS[shape];

  const nothing = rows === null || shown.length === 0 || instead !== undefined;
  const grouped = visible.some(column => column.group !== undefined);
  const headRows = grouped ? 2 : 1;
  const headHeight = HEAD_HEIGHT + (grouped ? GROUPS_HEIGHT : 0);
  // Totals are of all rows; under those that one looks for they would mislead.
  const shownTotals = nothing || quick !== '' ? undefined : totals;
  const below = shownTotals === undefined ? 0 : 1;
  const ariaRows =
    headRows + (nothing ? 0 : Math.max(quick === '' ? totalRows : 0, firstRow + shown.length)) + below;

  const extent = { rows: 1 + (nothing ? 0 : shown.length) + below, columns: slots.length };
  const cursor = useCursor(extent);
  const sheet = useSheet({
    scroll,
    slots,
    widthOf: cards ? onOneCard : widthOf,
    rowCount: nothing ? 0 : shown.length,
    rowHeight,
    headHeight,
    footHeight: below * rowHeight,
    cursor: cursor.at,
    room: truncation,
    narrow,
    pinned,
  });
  useFocusAt(scroll, cursor, sheet.show);
  const clickDelay = useClickDelay();
  const carrying = useCarry(scroll, sheet.placed, arrange.behind, arrange.moveBefore);

  const lastDrawn = sheet.rows.at(-1)?.index ?? 0;
  const moreIsNear =
    onMore !== null && !busy && shown.length > 0 && lastDrawn >= shown.length - MORE_WHEN_LEFT;
  useEffect(() => {
    if (moreIsNear) onMore();
  }, [moreIsNear, onMore]);

  const act = actsOf({
    props,
    intl,
    format,
    id,
    slots,
    visible,
    shown,
    branch,
    arrange,
    cursor,
    picking,
    open: setOpen,
    say: setMoved,
  });
  const pressed = (event: KeyboardEvent<HTMLDivElement>): void => {
    clickDelay.cancel();
    const page = Math.max(1, Math.floor((event.currentTarget.clientHeight - headHeight) / rowHeight) - 1);
    if (
      press(
        event,
        {
          at: cursor.at,
          extent,
          rows: extent.rows - 1 - below,
          page,
          kind: slots[cursor.at.column]?.kind,
          named: slots[cursor.at.column]?.name === visible[0]?.field,
        },
        act,
      )
    )
      event.preventDefault();
  };

  return (
    <>
      <GridTools
        {...props}
        caption={caption}
        onSeek={() => setSeeking(true)}
        hidden={hidden}
        hiddenAtFirst={hiddenAtFirst}
      />
      {props.note}
      {props.selection !== undefined && <SelectionPlace {...props.selection} empty={nothing} />}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it has one of two roles, both of which take keys */}
      <div
        ref={scroll}
        id={id}
        role={tree === undefined ? 'grid' : 'treegrid'}
        tabIndex={-1}
        aria-label={label}
        aria-describedby={keysHelp}
        aria-busy={busy}
        {...(onPicked !== undefined && { 'aria-multiselectable': true })}
        aria-rowcount={onMore === null ? ariaRows : -1}
        aria-colcount={slots.length}
        className={`tp-scroll${shape === 'low' ? '' : ` tp-${shape}`}${busy && rows !== null ? ' tp-dim' : ''}`}
        onKeyDown={pressed}
        onFocus={cursor.onFocus}
        onBlur={cursor.onBlur}
        onMouseOver={hover}
        onDoubleClick={event => doubleClick(event, slots, act)}
        onClick={event => {
          if (!carrying.wasCarried()) click(event, slots, act, cursor.point, clickDelay);
        }}
      >
        <GridHead
          placed={sheet.placed}
          width={sheet.width}
          sort={sort}
          cursor={cursor.at.row === 0 ? cursor.at.column : -1}
          grouped={grouped}
          texts={texts.heading}
          picked={picking.extent}
          carried={carrying.carried}
          onCarry={cards ? letGo : carrying.start}
          onResize={dragWidth}
        />
        {!nothing && (
          <Suspense>
            <GridBody
              {...props}
              as={cards?.row ?? GridRow}
              totals={shownTotals}
              rows={shown}
              items={sheet.rows}
              height={sheet.height}
              headHeight={headHeight}
              width={sheet.width}
              placed={sheet.placed}
              cursor={cursor.at}
              format={format}
              texts={texts.row}
              ariaBefore={headRows + firstRow}
              ariaTotals={ariaRows}
              branch={branch}
              isPicked={picking.isPicked}
            />
          </Suspense>
        )}
      </div>
      <TopButton
        scroll={scroll}
        footHeight={below * rowHeight}
        onTop={() => cursor.grab({ row: 1, column: cursor.at.column })}
      />
      {instead ??
        (rows === null ? (
          <RowsAwaited />
        ) : (
          rows.length > 0 && shown.length === 0 && <Empty title="grid.found_none" />
        ))}
      <span id={keysHelp} className="visually-hidden">
        {intl.formatMessage({ id: 'grid.keys' })}
      </span>
      <GridSaid {...props} visible={visible} found={shown.length} moved={moved} />
      <Suspense>
        {open?.kind === 'column' && (
          <ColumnMenu
            column={open.column}
            anchor={open.anchor}
            sort={sort}
            width={widthOf({ kind: 'data', name: open.column.field, column: open.column })}
            onSort={onSort}
            onWidth={wanted => act.resize(open.column, wanted)}
            canStep={step => arrange.canStep(open.column.field, step)}
            onStep={step => act.stepField(open.column.field, step)}
            pinned={pinned}
            canPin={open.column !== visible[0] && open.column !== visible.at(-1)}
            onPin={arrange.pin}
            onHide={onHidden === undefined || open.column === visible[0] ? null : () => act.hide(open.column)}
            onClose={() => setOpen(null)}
          />
        )}
        {open?.kind === 'row' && (
          <RowMenu row={open.row} actions={actions} anchor={open.anchor} onClose={() => setOpen(null)} />
        )}
        {open?.kind === 'whole' && (
          <OverflowPopover
            {...open}
            {...(props.onCopied !== undefined && { onCopied: props.onCopied })}
            onClose={() => setOpen(null)}
          />
        )}
      </Suspense>
    </>
  );
};
