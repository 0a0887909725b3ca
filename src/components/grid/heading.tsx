import type { PointerEvent } from 'react';
import type { Placed } from './places.ts';
import type { SelectionExtent } from './selection.ts';
import type { Sort } from './types.ts';

/** Texts of the headers in the current language. */
export interface HeadingTexts {
  /** Name of the button that opens the menu of a column. */
  readonly menu: (column: string) => string;
  readonly selectAll: string;
  readonly actions: string;
}

interface Props<Row> {
  readonly slot: Placed<Row>;
  /** The sort, if it is by this column. */
  readonly sort: Sort<Row> | null;
  readonly focusable: boolean;
  readonly texts: HeadingTexts;
  readonly selected: SelectionExtent;
  readonly carried: boolean;
  readonly onEdge: (event: PointerEvent<HTMLElement>) => void;
}

const nothing = (): void => undefined;

const ariaSortOf = <Row,>(sort: Sort<Row> | null) => {
  if (sort === null) return 'none';
  return sort.descending ? 'descending' : 'ascending';
};

const placeOf = <Row,>(slot: Props<Row>['slot'], focusable: boolean) => {
  const { index, width, left, stickySide, name } = slot;
  return {
    role: 'columnheader',
    'aria-colindex': index + 1,
    tabIndex: focusable ? 0 : -1,
    'data-column': name,
    'data-row': 0,
    'data-index': index,
    style: stickySide === 'end' ? { width } : { width, left },
  } as const;
};

/** Header cell of a slot: of a column, of the selection boxes, or of the actions. */
export const GridHeading = <Row,>({
  slot,
  sort,
  focusable,
  texts,
  selected,
  carried,
  onEdge,
}: Props<Row>) => {
  const { stickySide, numeric } = slot;
  const place = placeOf(slot, focusable);
  const stickyClass = stickySide === null ? '' : ` tp-${stickySide}`;
  if (slot.kind === 'select') {
    return (
      <div {...place} className={`tp-cell tp-select${stickyClass}`}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={selected === 'all'}
          onChange={nothing}
          aria-label={texts.selectAll}
          ref={box => {
            if (box !== null) box.indeterminate = selected === 'some';
          }}
        />
      </div>
    );
  }
  if (slot.kind === 'actions')
    return (
      <div {...place} className={`tp-cell tp-actions${stickyClass}`}>
        <span className="visually-hidden">{texts.actions}</span>
      </div>
    );
  const { column } = slot;
  return (
    <div
      {...place}
      {...(column.sortable === true && { 'aria-sort': ariaSortOf(sort) })}
      aria-keyshortcuts="Alt+ArrowDown"
      title={column.help?.()}
      {...(stickySide === null && { 'data-movable': '' })}
      className={`tp-cell${numeric ? ' tp-number' : ''}${stickyClass}${column.sortable === true ? ' tp-sortable' : ''}${carried ? ' tp-dragged' : ''}`}
    >
      <span className="tp-label">{column.label}</span>
      <button
        type="button"
        tabIndex={-1}
        className="tp-more"
        aria-label={texts.menu(column.label)}
        data-menu={column.field}
      />
      <span className="tp-edge" data-edge={column.field} onPointerDown={onEdge} />
    </div>
  );
};
