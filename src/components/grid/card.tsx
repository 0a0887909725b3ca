import { memo } from 'react';
import './card.css';
import { contentsOf } from './row-contents.tsx';
import { cellAttributes, rowAttributes, type RowProps } from './row.tsx';

/** Horizontal padding of a card, and width of the controls next to its name, in pixels. */
const PADDING_PX = 24;
const NAME_WIDTH_PX = 96;

/**
 * Row on a narrow screen, as a card: its name, its controls, and below them some columns with their labels.
 * For keyboard, clicks and assistive technology it has the same structure as a table row.
 */
const GridCardOf = <Row,>(props: RowProps<Row>) => {
  const { top, width, placed } = props;
  const { nameOf, contentOf } = contentsOf(props);
  return (
    <div
      {...rowAttributes(props)}
      style={top === null ? { width } : { width, transform: `translateY(${top}px)` }}
    >
      {placed.map(slot => {
        const own = slot.kind !== 'data' || slot.name === nameOf;
        return (
          <div key={slot.name} {...cellAttributes(slot, nameOf, props)}>
            {!own && (
              <span className="tp-row-label" aria-hidden="true">
                {slot.column.label}
              </span>
            )}
            <span className="tp-row-value">
              {contentOf({ ...slot, width: own ? width - NAME_WIDTH_PX : (width - PADDING_PX) / 2 })}
            </span>
          </div>
        );
      })}
    </div>
  );
};
export const GridCard = memo(GridCardOf) as typeof GridCardOf;
