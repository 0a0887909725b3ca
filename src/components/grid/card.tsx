import { memo } from 'react';
import './card.css';
import { contentsOf } from './row-contents.tsx';
import { cellAttributes, rowAttributes, type RowProps } from './row.tsx';

/** Both paddings of a card, and the controls in the line of its row's name, in pixels. */
const AROUND = 24;
const BESIDE = 96;

/**
 * A row on a narrow screen: its name, what is done with it, and under that a few of its columns with what
 * they are called. To keys, clicks and assistive technology it is the row that it is in a table.
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
              {contentOf({ ...slot, width: own ? width - BESIDE : (width - AROUND) / 2 })}
            </span>
          </div>
        );
      })}
    </div>
  );
};
export const GridCard = memo(GridCardOf) as typeof GridCardOf;
