import { useCallback, useEffect, useId, useLayoutEffect, useMemo, useReducer, useRef, useSyncExternalStore, type KeyboardEvent, type MouseEvent } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '../button.tsx';
import { copy } from '../copy.ts';
import type { Value } from '../formats.ts';
import { Icon } from '../icon.tsx';
import { RowsAwaited } from '../states.tsx';
import { useFormatter } from '../use-formatter.ts';
import { ColumnChooser } from './chooser.tsx';
import { keepInside, move, type Cursor } from './cursor.ts';
import { fitWidth } from './fit.ts';
import './grid.css';
import { GridHead } from './head.tsx';
import { useSheet } from './layout.ts';
import { ColumnMenu } from './menu.tsx';
import { GridRow } from './row.tsx';
import { useGridTable } from './table.ts';
import { ROW_HEIGHT, type GridProps } from './types.ts';

interface State {
  readonly cursor: Cursor;
  /** The cursor moved by keyboard or click: the cell takes the focus. */
  readonly grabbing: boolean;
  readonly menu: { readonly field: string; readonly anchor: HTMLElement } | null;
  readonly chooser: HTMLElement | null;
}
const START: State = { cursor: { row: 0, column: 0 }, grabbing: false, menu: null, chooser: null };
const change = (state: State, part: Partial<State>): State => ({ ...state, ...part });

const HEAD_HEIGHT = 44;
const GROUPS_HEIGHT = 26;
const MORE_WHEN_LEFT = 20;
const NARROW = '(max-width: 640px)';
const watchNarrow = (changed: () => void) => {
  const media = matchMedia(NARROW);
  media.addEventListener('change', changed);
  return () => media.removeEventListener('change', changed);
};
const NO_ROWS: readonly never[] = [];
const NO_FIELDS: readonly string[] = [];

/**
 * The table of every list, log and report: TanStack's table and virtualizer under our own markup. It draws what is on the screen (10,000 rows
 * of 20 columns are under 700 nodes) and is one tab stop, walked by the keys of the ARIA grid pattern:
 * arrows, Home, End, Ctrl+Home, Ctrl+End, Page Up, Page Down; Enter sorts on a header, Alt+Down opens its menu; Ctrl+C copies the cell.
 */
export const DataGrid = <Row extends object>(props: GridProps<Row>) => {
  const { label, columns, rows, rowKey, totals, sort = null, onSort, hidden = NO_FIELDS, hiddenAtFirst = NO_FIELDS, onHidden, busy = false, instead, onMore, link, onCopied, caption } = props;
  const intl = useIntl();
  const format = useFormatter();
  const title = useId();
  const scroll = useRef<HTMLDivElement>(null);
  const [state, set] = useReducer(change, START);
  const narrow = useSyncExternalStore(watchNarrow, () => matchMedia(NARROW).matches);

  const table = useGridTable({ columns, rows: rows ?? NO_ROWS, rowKey, sort, hidden, locale: intl.locale });
  const sorted = table.getRowModel().rows;
  const visible = useMemo(
    () => columns.filter((column, index) => index === 0 || !hidden.includes(column.field)), [columns, hidden]);
  const widthOf = (field: string): number => table.getColumn(field)?.getSize() ?? 0;
  const grouped = visible.some(column => column.group !== undefined);
  const headHeight = HEAD_HEIGHT + (grouped ? GROUPS_HEIGHT : 0);
  const headRows = grouped ? 2 : 1;
  const allRows = 1 + sorted.length + (totals ? 1 : 0);

  const extent = { rows: allRows, columns: visible.length };
  const cursor = keepInside(state.cursor, extent);
  const { down, across, placed, width } = useSheet({
    scroll, columns: visible, widthOf, rowCount: sorted.length, headHeight, footHeight: totals ? ROW_HEIGHT : 0, cursor, narrow,
  });

  const setWidth = useCallback((field: string, wanted: number) => table.setColumnSizing(before => ({ ...before, [field]: Math.round(wanted) })), [table]);

  useLayoutEffect(() => {
    if (!state.grabbing) return;
    if (cursor.row > 0 && cursor.row <= sorted.length) down.scrollToIndex(cursor.row - 1, { align: 'auto' });
    if (cursor.column > 0) across.scrollToIndex(cursor.column - 1, { align: 'auto' });
    const cell = scroll.current?.querySelector<HTMLElement>(`[data-row="${cursor.row}"][data-index="${cursor.column}"]`);
    cell?.focus({ preventScroll: true });
    // The sheet has the cell in sight; the page around it may not have the sheet.
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    set({ grabbing: false });
  }, [state.grabbing, cursor.row, cursor.column, sorted.length, down, across]);

  const rowItems = down.getVirtualItems();
  const lastShown = rowItems.at(-1)?.index ?? 0;
  const moreIsNear = onMore !== null && onMore !== undefined && !busy && sorted.length > 0 && lastShown >= sorted.length - MORE_WHEN_LEFT;
  useEffect(() => { if (moreIsNear) onMore(); }, [moreIsNear, onMore]);

  const sortBy = (field: string): void => {
    const column = visible.find(other => other.field === field);
    if (column?.sortable !== true || onSort === undefined) return;
    // Figures are looked at from the largest, names from the first; a third time ends the sorting.
    const downFirst = column.format !== 'text';
    if (sort?.field !== field) onSort({ field: column.field, descending: downFirst });
    else onSort(sort.descending === downFirst ? { field: column.field, descending: !downFirst } : null);
  };
  const copyCell = async (at: Cursor): Promise<void> => {
    const column = visible[at.column];
    const row = at.row > sorted.length ? totals?.row : sorted[at.row - 1]?.original;
    const value = column === undefined || row === undefined ? null : row[column.field] as Value;
    if (value === null || value === undefined || value === '') return;
    await copy(String(value)).then(() => onCopied?.(true), () => onCopied?.(false));
  };
  const openMenu = (field: string): void => {
    const anchor = scroll.current?.querySelector<HTMLElement>(`[role="columnheader"][data-column="${field}"]`);
    if (anchor) set({ menu: { field, anchor } });
  };

  /** Whether the row leads anywhere; then one is on the way. */
  const openRow = ({ row }: Cursor): boolean => {
    const data = row > 0 ? sorted[row - 1]?.original : undefined;
    if (link === undefined || data === undefined || link.to(data) === null) return false;
    link.open(data);
    return true;
  };

  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const stroke = { key: event.key, ctrl: event.ctrlKey || event.metaKey };
    const field = visible[cursor.column]?.field;
    const onHead = cursor.row === 0;
    if (onHead && field !== undefined && event.altKey && event.key === 'ArrowDown') openMenu(field);
    else if (event.altKey) return;
    else if (onHead && field !== undefined && (event.key === 'Enter' || event.key === ' ')) sortBy(field);
    else if (event.key === 'Enter' && openRow(cursor)) return event.preventDefault();
    else if (stroke.ctrl && event.key === 'c' && !onHead && String(getSelection() ?? '') === '') void copyCell(cursor);
    else {
      const page = Math.max(1, Math.floor((event.currentTarget.clientHeight - headHeight) / ROW_HEIGHT) - 1);
      const next = move(cursor, stroke, { ...extent, page });
      if (next === null) return;
      set({ cursor: next, grabbing: true });
    }
    event.preventDefault();
  };
  const cellOf = (event: MouseEvent): Cursor | null => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-index]');
    return cell === null ? null : { row: Number(cell.dataset['row']), column: Number(cell.dataset['index']) };
  };
  const click = (event: MouseEvent<HTMLDivElement>): void => {
    const target = event.target as HTMLElement;
    const at = cellOf(event);
    if (at === null || target.dataset['edge'] !== undefined) return;
    set({ cursor: at });
    // With a modifier the browser opens a tab or a window.
    if (target.closest('a') !== null && !event.ctrlKey && !event.metaKey && !event.shiftKey && openRow(at)) return event.preventDefault();
    const menu = target.closest<HTMLElement>('[data-menu]')?.dataset['menu'];
    if (menu !== undefined) openMenu(menu);
    else if (at.row === 0) sortBy(visible[at.column]?.field ?? '');
  };
  const doubleClick = (event: MouseEvent<HTMLDivElement>): void => {
    const edge = (event.target as HTMLElement).dataset['edge'];
    if (edge !== undefined) resize(edge, 'fit');
    const at = cellOf(event);
    if (at !== null && at.row > 0 && visible[at.column]?.format === 'id') void copyCell(at);
  };
  const resize = (field: string, wanted: number | 'fit' | 'reset'): void => {
    const column = visible.find(other => other.field === field);
    if (column === undefined) return;
    if (wanted === 'reset') table.setColumnSizing(({ [field]: _, ...others }) => others);
    else setWidth(field, wanted === 'fit' ? fitWidth(column, sorted.map(row => row.original), format) : wanted);
  };

  const menuColumn = visible.find(column => column.field === state.menu?.field);
  const nothing = rows === null || rows.length === 0 || instead !== undefined;
  const sortedColumn = visible.find(column => column.field === sort?.field);
  const announced = sortedColumn === undefined ? '' : intl.formatMessage(
    { id: sort?.descending === true ? 'grid.sorted_descending' : 'grid.sorted_ascending' }, { column: sortedColumn.label });

  return (
    <div className="tp-grid">
      <div className="tp-tools">
        <span className="tp-caption">{caption}</span>
        {onHidden !== undefined && (
          <Button label={intl.formatMessage({ id: 'grid.columns' })} icon={<Icon name="columns" />} opens onClick={button => set({ chooser: button })} />
        )}
      </div>
      <div
        ref={scroll} role="grid" tabIndex={-1} aria-label={label} aria-describedby={title} aria-busy={busy}
        aria-rowcount={onMore ? -1 : headRows + sorted.length + (totals ? 1 : 0)} aria-colcount={visible.length}
        className={`tp-scroll${busy && rows !== null ? ' tp-dim' : ''}`} onKeyDown={press} onClick={click} onDoubleClick={doubleClick}
      >
        <GridHead
          placed={placed} width={width} sort={sort} cursor={cursor.row === 0 ? cursor.column : -1} grouped={grouped}
          menuLabel={intl.formatMessage({ id: 'grid.menu' })} onResize={setWidth}
        />
        {!nothing && (
          <div role="rowgroup" className="tp-body" style={{ height: down.getTotalSize(), width }}>
            {rowItems.map(item => {
              const row = sorted[item.index];
              return row === undefined ? null : (
                <GridRow
                  key={row.id} row={row.original} at={item.index + 1} ariaIndex={item.index + 1 + headRows} top={item.start - headHeight} width={width}
                  placed={placed} format={format} cursor={cursor.row === item.index + 1 ? cursor.column : -1}
                  {...(link !== undefined && { href: link.to(row.original) })}
                />
              );
            })}
          </div>
        )}
        {!nothing && totals && (
          <div role="rowgroup" className="tp-foot" style={{ width }}>
            <GridRow
              row={totals.row} at={sorted.length + 1} ariaIndex={sorted.length + 1 + headRows} top={null} width={width} placed={placed} format={format}
              label={totals.label} cursor={cursor.row === sorted.length + 1 ? cursor.column : -1}
            />
          </div>
        )}
      </div>
      {instead ?? (rows === null && <RowsAwaited />)}
      <span id={title} className="visually-hidden">{intl.formatMessage({ id: 'grid.keys' })}</span>
      <span className="visually-hidden" role="status">{announced}</span>
      {state.menu !== null && menuColumn !== undefined && (
        <ColumnMenu
          column={menuColumn} anchor={state.menu.anchor} sort={sort} width={widthOf(menuColumn.field)} fixed={menuColumn === visible[0]}
          onSort={next => onSort?.(next)} onWidth={wanted => resize(menuColumn.field, wanted)} onClose={() => set({ menu: null })}
          onHide={onHidden === undefined ? null : () => onHidden([...hidden, menuColumn.field])}
        />
      )}
      {state.chooser !== null && onHidden !== undefined && (
        <ColumnChooser columns={columns} hidden={hidden} hiddenAtFirst={hiddenAtFirst} anchor={state.chooser} onHidden={onHidden} onClose={() => set({ chooser: null })} />
      )}
    </div>
  );
};
