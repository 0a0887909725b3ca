import type { PointerEvent } from 'react';
import type { Placed } from './places.ts';
import type { Extent } from './picking.ts';
import type { Sort } from './types.ts';

/** Texts of the headers in the current language. */
export interface HeadingTexts {
  readonly menu: string;
  readonly pickAll: string;
  readonly actions: string;
}

interface Props<Row> {
  readonly slot: Placed<Row>;
  /** The sort, if it is by this column. */
  readonly sort: Sort<Row> | null;
  readonly focusable: boolean;
  readonly texts: HeadingTexts;
  readonly picked: Extent;
  readonly carried: boolean;
  readonly onEdge: (event: PointerEvent<HTMLElement>) => void;
}

const nothing = (): void => undefined;

const ariaSortOf = <Row,>(sort: Sort<Row> | null) => {
  if (sort === null) return 'none';
  return sort.descending ? 'descending' : 'ascending';
};

/** Header cell of a slot: of a column, of the selection boxes, or of the actions. */
export const GridHeading = <Row,>({ slot, sort, focusable, texts, picked, carried, onEdge }: Props<Row>) => {
  const { index, width, stickySide, numeric, name } = slot;
  const place = {
    role: 'columnheader',
    'aria-colindex': index + 1,
    tabIndex: focusable ? 0 : -1,
    'data-column': name,
    'data-row': 0,
    'data-index': index,
    style: stickySide === 'end' ? { width } : { width, left: slot.left },
  } as const;
  const stickyClass = stickySide === null ? '' : ` tp-${stickySide}`;
  if (slot.kind === 'pick') {
    return (
      <div {...place} className={`tp-cell tp-pick${stickyClass}`}>
        <input
          type="checkbox"
          tabIndex={-1}
          checked={picked === 'all'}
          onChange={nothing}
          aria-label={texts.pickAll}
          ref={box => {
            if (box !== null) box.indeterminate = picked === 'some';
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
      title={column.help}
      {...(stickySide === null && { 'data-movable': '' })}
      className={`tp-cell${numeric ? ' tp-number' : ''}${stickyClass}${column.sortable === true ? ' tp-sortable' : ''}${carried ? ' tp-carried' : ''}`}
    >
      <span className="tp-label">{column.label}</span>
      <button
        type="button"
        tabIndex={-1}
        className="tp-more"
        aria-label={`${column.label}: ${texts.menu}`}
        data-menu={column.field}
      />
      <span className="tp-edge" data-edge={column.field} onPointerDown={onEdge} />
    </div>
  );
};
