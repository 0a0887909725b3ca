import { Suspense, useId, type KeyboardEvent } from 'react';
import { useIntl } from 'react-intl';
import { Empty, RowsPlaceholder } from '../states.tsx';
import { GridBody } from './body.tsx';
import { GridHead } from './head.tsx';
import { press } from './keys.ts';
import type { GridSize } from './layout.ts';
import { GridMenus } from './lazy-menus.ts';
import { GridLiveRegion } from './live-region.tsx';
import { click, doubleClick, hover } from './mouse.ts';
import { GridRow } from './row.tsx';
import { SelectionPlace } from './selection-place.tsx';
import { GridTools } from './tools.tsx';
import { TopButton } from './top-button.tsx';
import type { GridProps, Shape } from './types.ts';
import { useGrid, type GridState } from './use-grid.ts';
import { useTexts } from './use-texts.ts';

// On cards the grid determines columns and order, so headings cannot be dragged.
const ignoreRelease = (): void => undefined;

interface PartProps<Row extends object> {
  readonly grid: GridState<Row>;
}

/** Runs the command of a key at the cursor. */
const pressAtCursor = <Row extends object>(
  event: KeyboardEvent<HTMLDivElement>,
  { clickDelay, cursor: { at }, extent, outline, rowHeight, slots, visible, act }: GridState<Row>,
): void => {
  clickDelay.cancel();
  const rowsInSight = Math.floor((event.currentTarget.clientHeight - outline.headHeight) / rowHeight);
  const slot = slots[at.column];
  const place = {
    at,
    extent,
    rows: outline.rowCount,
    page: Math.max(1, rowsInSight - 1),
    kind: slot?.kind,
    named: slot?.name === visible[0]?.field,
  };
  if (press(event, place, act)) event.preventDefault();
};

/** The headers, the visible rows and the totals. */
const SheetRows = <Row extends object>({ grid }: PartProps<Row>) => {
  const { props, outline, sheet, cursor, carrying, cards, selection } = grid;
  const texts = useTexts();
  const { placed, width } = sheet;
  const { at } = cursor;
  return (
    <>
      <GridHead
        placed={placed}
        width={width}
        sort={props.sort ?? null}
        cursor={at.row === 0 ? at.column : -1}
        grouped={outline.grouped}
        texts={texts.heading}
        selected={selection.extent}
        carried={carrying.carried}
        onCarry={cards ? ignoreRelease : carrying.start}
        onResize={grid.dragWidth}
      />
      {!outline.isEmpty && (
        <Suspense fallback={<div style={{ height: sheet.height }} />}>
          <GridBody
            {...props}
            as={cards?.row ?? GridRow}
            totals={outline.totals}
            rows={grid.shown}
            items={sheet.rows}
            height={sheet.height}
            headHeight={outline.headHeight}
            width={width}
            placed={placed}
            cursor={at}
            format={grid.format}
            texts={texts.row}
            ariaBefore={outline.ariaBefore}
            ariaTotals={outline.ariaRows}
            branch={grid.branch}
            isSelected={selection.isSelected}
          />
        </Suspense>
      )}
    </>
  );
};

/** The scroll box; it has the role grid or treegrid. */
const SheetBox = <Row extends object>({
  grid,
  shape,
  keysHelp,
}: PartProps<Row> & { readonly shape: Shape; readonly keysHelp: string }) => {
  const { scroll, id, slots, act, cursor, carrying, props, outline } = grid;
  const { label, rows, tree, onMore = null, busy = false } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- it has role grid or treegrid, both of which take keys
    <div
      ref={scroll}
      id={id}
      role={tree === undefined ? 'grid' : 'treegrid'}
      tabIndex={-1}
      aria-label={label}
      aria-describedby={keysHelp}
      aria-busy={busy}
      {...(props.onSelect !== undefined && { 'aria-multiselectable': true })}
      aria-rowcount={onMore === null ? outline.ariaRows : -1}
      aria-colcount={slots.length}
      className={`tp-scroll${shape === 'low' ? '' : ` tp-${shape}`}${busy && rows !== null ? ' tp-dim' : ''}`}
      onKeyDown={event => pressAtCursor(event, grid)}
      onFocus={cursor.onFocus}
      onBlur={cursor.onBlur}
      onMouseOver={hover}
      onDoubleClick={event => doubleClick(event, slots, act)}
      onClick={event => {
        if (!carrying.wasCarried()) click(event, slots, act, cursor.point, grid.clickDelay);
      }}
    >
      <SheetRows grid={grid} />
    </div>
  );
};

/** Content under the headers instead of rows. */
const EmptyBody = <Row extends object>({ grid: { props, shown } }: PartProps<Row>) => {
  const { instead, rows } = props;
  if (instead !== undefined && instead !== null) return instead;
  if (rows === null) return <RowsPlaceholder />;
  return rows.length > 0 && shown.length === 0 && <Empty title="grid.found_none" />;
};

interface Props<Row extends object> {
  readonly props: GridProps<Row>;
  readonly shape: Shape;
  readonly size: GridSize;
}

/** A grid whose size has been measured: its tools, rows, menus and live region. */
export const Sheet = <Row extends object>({ props, shape, size }: Props<Row>) => {
  const grid = useGrid(props, shape, size);
  const intl = useIntl();
  const keysHelp = useId();
  const { cursor, outline } = grid;
  return (
    <>
      <GridTools
        {...props}
        caption={props.caption}
        onSeek={grid.onSeek}
        hidden={props.hidden ?? []}
        hiddenAtFirst={props.hiddenAtFirst ?? []}
      />
      {props.note}
      {props.selection !== undefined && <SelectionPlace {...props.selection} empty={outline.isEmpty} />}
      <SheetBox grid={grid} shape={shape} keysHelp={keysHelp} />
      <TopButton
        scroll={grid.scroll}
        footHeight={grid.footHeight}
        onTop={() => cursor.grab({ row: 1, column: cursor.at.column })}
      />
      <EmptyBody grid={grid} />
      <span id={keysHelp} className="visually-hidden">
        {intl.formatMessage({ id: 'grid.keys' })}
      </span>
      <GridLiveRegion {...props} visible={grid.visible} found={grid.shown.length} moved={grid.moved} />
      <Suspense>{grid.opened !== null && <GridMenus grid={grid} opened={grid.opened} />}</Suspense>
    </>
  );
};
