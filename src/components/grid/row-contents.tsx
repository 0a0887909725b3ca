import type { ReactNode } from 'react';
import type { Value } from '../formats.ts';
import { Sparkline } from '../sparkline.tsx';
import type { Placed } from './places.ts';
import type { RowProps } from './row.tsx';
import { shownIn } from './truncation.ts';

type PlacedColumn<Row> = Extract<Placed<Row>, { readonly kind: 'data' }>;

const nothing = (): void => undefined;

/**
 * A text, or its part that fits into the cell: screen readers get the full text, and overflow-popover.tsx
 * shows it.
 */
const drawFitted = <Row,>(text: string, slot: PlacedColumn<Row>): ReactNode => {
  const shown = shownIn(text, {
    numeric: slot.numeric,
    address: slot.column.format === 'address',
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

/** The selection box. The grid handles the click; React requires a change handler of a controlled input. */
const drawSelectBox = (selected: boolean, label: string): ReactNode => (
  <input type="checkbox" tabIndex={-1} checked={selected} onChange={nothing} aria-label={label} />
);

const drawActionsButton = (label: string): ReactNode => (
  <button type="button" tabIndex={-1} className="tp-more" aria-haspopup="menu" aria-label={label} />
);

/** The row's name, as a link if the row has an address, after the button that expands its inner rows. */
const drawLinkedName = <Row,>(
  { href = null, expanded = null, texts }: RowProps<Row>,
  name: string,
  slot: PlacedColumn<Row>,
): ReactNode => {
  const shown = drawFitted(name, slot);
  const linked =
    href === null ? (
      shown
    ) : (
      <a href={href} tabIndex={-1}>
        {shown}
      </a>
    );
  return expanded === null ? (
    linked
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
      {linked}
    </>
  );
};

const drawName = <Row,>(props: RowProps<Row>, name: string, slot: PlacedColumn<Row>): ReactNode => {
  const linked = drawLinkedName(props, name, slot);
  // The tag precedes the name, since a long name would push it out of the cell.
  return props.deleted === true ? (
    <>
      <span className="tp-tag">{props.texts.deleted}</span>
      <del>{linked}</del>
    </>
  ) : (
    linked
  );
};

/** A sparkline with its values as hidden text. */
const drawTrend = (values: unknown, unfinished: boolean, text: string): ReactNode =>
  Array.isArray(values) ? (
    <>
      <Sparkline values={values as readonly (number | null)[]} unfinished={unfinished} />
      <span className="visually-hidden">{text}</span>
    </>
  ) : (
    text
  );

const drawTags = (text: string): ReactNode =>
  text.split(', ').map(word => (
    <span key={word} className="tp-tag">
      {word}
    </span>
  ));

/** A value other than the row's name, with its second line if there is one. */
const drawValue = <Row,>(
  { row, secondLine }: RowProps<Row>,
  text: string,
  slot: PlacedColumn<Row>,
): ReactNode => {
  const { field, format, unfinished } = slot.column;
  if (format === 'trend') return drawTrend(row[field], unfinished === true, text);
  const second = secondLine?.(row, field) ?? null;
  if (second !== null)
    return (
      <>
        <span>{drawFitted(text, slot)}</span>
        <span className={`tp-second-line tp-${second.tone}`}>{second.text}</span>
      </>
    );
  return format === 'tags' && text !== '-' ? drawTags(text) : drawFitted(text, slot);
};

/**
 * Contents of a row's cells.
 * @returns the field that names the row, and the renderer of a cell's content
 */
export const contentsOf = <Row,>(props: RowProps<Row>) => {
  const { row, placed, format, texts, label, selected = null } = props;
  const naming = placed.find(slot => slot.kind === 'data');
  const nameOf = naming?.name;
  const textOf = ({ column }: PlacedColumn<Row>): string =>
    format(column.format, row[column.field] as Value, column.field);
  const name = label ?? (naming === undefined ? '' : textOf(naming));

  const contentOf = (slot: Placed<Row>): ReactNode => {
    if (slot.kind === 'select') return selected === null ? null : drawSelectBox(selected, texts.select(name));
    if (slot.kind === 'actions') return label === undefined ? drawActionsButton(texts.actions(name)) : null;
    return slot.name === nameOf ? drawName(props, name, slot) : drawValue(props, textOf(slot), slot);
  };
  return { nameOf, contentOf };
};
