import { memo, type ReactNode } from 'react';
import type { Formatter, Value } from '../formats.ts';
import { Sparkline } from '../sparkline.tsx';
import type { Placed } from './layout.ts';
import { shownIn } from './truncation.ts';
import type { SecondLine, DrillDown } from './types.ts';

/** Texts that every row has, in the language spoken now. */
export interface RowTexts {
  readonly deleted: string;
  readonly pick: (name: string) => string;
  readonly actions: (name: string) => string;
  readonly fold: (name: string) => string;
}

export interface RowProps<Row> {
  readonly row: Row;
  /** Position among the grid's rows, the header being 0. */
  readonly at: number;
  /** As assistive technology counts: from 1, with every header row, over all pages. */
  readonly ariaIndex: number;
  readonly top: number | null;
  readonly width: number;
  readonly placed: readonly Placed<Row>[];
  readonly format: Formatter;
  readonly texts: RowTexts;
  /** The place that has the cursor, or -1. */
  readonly cursor: number;
  /** Replaces the name: the label of the totals, which are no row that one could do anything to. */
  readonly label?: string;
  /** Where the row's name leads. */
  readonly href?: string | null;
  /** Null where rows cannot be picked. */
  readonly picked?: boolean | null;
  readonly deleted?: boolean;
  /** How it stands in a tree: 1 outside, 2 under another row; null where there is no tree. */
  readonly level?: number | null;
  /** Whether what stands under it is shown; null where nothing does. */
  readonly expanded?: boolean | null;
  readonly beneath?: (row: Row, field: string) => SecondLine | null;
  readonly behind?: DrillDown<Row>;
}

const nothing = (): void => undefined;

/**
 * A text, or what a cell has room for of it: the whole is then read out, and told to who asks for it
 * (overflow-popover.tsx).
 */
const fitted = <Row,>(text: string, slot: Placed<Row>): ReactNode => {
  const shown = shownIn(text, {
    numeric: slot.numeric,
    address: slot.kind === 'data' && slot.column.format === 'address',
    width: slot.width,
  });
  return shown === text ? (
    text
  ) : (
    <>
      <span aria-hidden="true" data-short="">
        {shown}
      </span>
      <span className="visually-hidden">{text}</span>
    </>
  );
};

/** What the cells of a row hold. */
export const contentsOf = <Row,>({
  row,
  placed,
  format,
  texts,
  label,
  href = null,
  picked = null,
  deleted = false,
  expanded = null,
  beneath,
}: RowProps<Row>) => {
  const nameOf = placed.find(slot => slot.kind === 'data')?.name;
  const textOf = (slot: Placed<Row> | undefined): string =>
    slot?.kind !== 'data'
      ? ''
      : label !== undefined && slot.name === nameOf
        ? label
        : format(slot.column.format, row[slot.column.field] as Value, slot.column.field);
  const name = textOf(placed.find(slot => slot.kind === 'data'));

  const contentOf = (slot: Placed<Row>): ReactNode => {
    if (slot.kind === 'pick') {
      // The grid hears the click; a box that nobody may turn would be no box.
      return picked === null ? null : (
        <input
          type="checkbox"
          tabIndex={-1}
          checked={picked}
          onChange={nothing}
          aria-label={texts.pick(name)}
        />
      );
    }
    if (slot.kind === 'actions')
      return label === undefined ? (
        <button
          type="button"
          tabIndex={-1}
          className="tp-more"
          aria-haspopup="menu"
          aria-label={texts.actions(name)}
        />
      ) : null;
    if (slot.name === nameOf) {
      const shown = fitted(name, slot);
      const plain =
        href === null ? (
          shown
        ) : (
          <a href={href} tabIndex={-1}>
            {shown}
          </a>
        );
      const text =
        expanded === null ? (
          plain
        ) : (
          <>
            <button
              type="button"
              tabIndex={-1}
              className="tp-fold"
              aria-expanded={expanded}
              aria-label={texts.fold(name)}
              data-fold=""
            />
            {plain}
          </>
        );
      // The word comes first: a long name would push it out of the cell.
      return deleted ? (
        <>
          <span className="tp-tag">{texts.deleted}</span>
          <del>{text}</del>
        </>
      ) : (
        text
      );
    }
    const text = textOf(slot);
    if (slot.column.format === 'trend') {
      const values = row[slot.column.field];
      // What the line says is said by the figures beside it.
      return Array.isArray(values) ? (
        <>
          <Sparkline
            values={values as readonly (number | null)[]}
            unfinished={slot.column.unfinished === true}
          />
          <span className="visually-hidden">{text}</span>
        </>
      ) : (
        text
      );
    }
    const second = beneath?.(row, slot.column.field) ?? null;
    if (second !== null)
      return (
        <>
          <span>{fitted(text, slot)}</span>
          <span className={`tp-beneath tp-${second.tone}`}>{second.text}</span>
        </>
      );
    return slot.column.format === 'tags' && text !== '-'
      ? text.split(', ').map(word => (
          <span key={word} className="tp-tag">
            {word}
          </span>
        ))
      : fitted(text, slot);
  };
  return { nameOf, contentOf };
};

/** What a row is to style sheets and to assistive technology. */
export const rowAttributes = <Row,>({
  at,
  ariaIndex,
  picked = null,
  deleted = false,
  level = null,
  expanded = null,
}: RowProps<Row>) => ({
  role: 'row',
  'aria-rowindex': ariaIndex,
  ...(level !== null && { 'aria-level': level }),
  ...(expanded !== null && { 'aria-expanded': expanded }),
  ...(picked !== null && { 'aria-selected': picked }),
  className: `tp-row${at % 2 === 0 ? ' tp-even' : ''}${level === 2 ? ' tp-inner' : ''}${expanded === null ? '' : ' tp-outer'}${picked === true ? ' tp-picked' : ''}${deleted ? ' tp-deleted' : ''}`,
});

/** The same of a cell, and what keys and clicks know it by. */
export const cellAttributes = <Row,>(
  slot: Placed<Row>,
  nameOf: string | undefined,
  { row, at, cursor, label, behind }: RowProps<Row>,
) => ({
  role: slot.name === nameOf ? 'rowheader' : 'gridcell',
  'aria-colindex': slot.index + 1,
  tabIndex: cursor === slot.index ? 0 : -1,
  className: `tp-cell${slot.numeric ? ' tp-number' : ''}${slot.stuck === null ? '' : ` tp-${slot.stuck}`} tp-${slot.kind === 'data' ? slot.column.format : slot.kind}`,
  'data-column': slot.name,
  'data-row': at,
  'data-index': slot.index,
  ...(slot.kind === 'data' &&
    behind?.has(row, slot.column.field) === true && {
      'data-figure': '',
      'aria-haspopup': 'dialog' as const,
    }),
  // What stands for a code is told by style sheets, which draw its sign before its word.
  ...(slot.kind === 'data' &&
    slot.column.format === 'choice' &&
    label === undefined && { 'data-code': String(row[slot.column.field]) }),
});

/**
 * One row. It is drawn again only when its own data, the columns on the screen, its cursor or its mark
 * change.
 */
const GridRowOf = <Row,>(props: RowProps<Row>) => {
  const { top, width, placed } = props;
  const { nameOf, contentOf } = contentsOf(props);
  return (
    <div
      {...rowAttributes(props)}
      style={top === null ? { width } : { width, transform: `translateY(${top}px)` }}
    >
      {placed.map(slot => (
        <div
          key={slot.name}
          {...cellAttributes(slot, nameOf, props)}
          style={slot.stuck === 'end' ? { width: slot.width } : { width: slot.width, left: slot.left }}
        >
          {contentOf(slot)}
        </div>
      ))}
    </div>
  );
};
export const GridRow = memo(GridRowOf) as typeof GridRowOf;
