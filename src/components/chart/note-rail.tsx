import { useMemo, useState, type PointerEvent } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../icon.tsx';
import { labelledText, listedText } from '../labelled-text.ts';
import { badgesOf, nearestIndex, positionOf, type AxisRange, type NoteBadge } from './note-badges.ts';
import type { ChartShape, NoteHandlers } from './shape.ts';
import './note-rail.css';

interface Props {
  readonly shape: ChartShape;
  readonly range: AxisRange;
  readonly handlers: NoteHandlers;
}

/** Button below the axis with the number of notes; a line connects it with the value of its day. */
const Badge = ({
  shape,
  badge,
  onOpen,
}: Pick<Props, 'shape'> & {
  readonly badge: NoteBadge;
  readonly onOpen: NoteHandlers['onOpen'];
}) => {
  const intl = useIntl();
  const { noted, left } = badge;
  const count = noted.reduce((sum, { texts }) => sum + texts.length, 0);
  const named = noted.map(({ index, texts }) => `${shape.categories[index] ?? ''} ${texts.join(' / ')}`);
  return (
    <button
      type="button"
      className="tp-note-badge"
      style={{ insetInlineStart: `${left}px` }}
      aria-haspopup="dialog"
      aria-label={labelledText(
        intl.formatMessage({ id: 'chart.notes_count' }, { count }),
        listedText(named, intl),
        intl,
      )}
      onClick={event =>
        onOpen(
          noted.map(({ index }) => index),
          event.currentTarget,
        )
      }
    >
      {count > 1 ? count : <Icon name="note" />}
    </button>
  );
};

/**
 * Band below the time axis with the notes on days. The rest of the band adds a note to the day under the pointer;
 * for the keyboard, the chart has a button that does so.
 */
export const NoteRail = ({ shape, range, handlers }: Props) => {
  const intl = useIntl();
  const [hovered, setHovered] = useState<number | null>(null);
  const badges = useMemo(() => badgesOf(shape.notes ?? [], range), [shape.notes, range]);
  const follow = (event: PointerEvent<HTMLElement>): void =>
    setHovered(nearestIndex(range, event.clientX - event.currentTarget.getBoundingClientRect().left));
  return (
    <div className="tp-note-rail">
      <button
        type="button"
        className="tp-note-adder"
        tabIndex={-1}
        aria-label={intl.formatMessage({ id: 'chart.add_note' })}
        onPointerMove={follow}
        onPointerLeave={() => setHovered(null)}
        onClick={event => {
          const { left } = event.currentTarget.getBoundingClientRect();
          handlers.onAdd(nearestIndex(range, event.clientX - left));
        }}
      >
        {hovered !== null && (
          <span style={{ insetInlineStart: `${positionOf(range, hovered)}px` }}>
            <Icon name="plus" />
          </span>
        )}
      </button>
      {badges.map(badge => (
        <Badge key={badge.left} shape={shape} badge={badge} onOpen={handlers.onOpen} />
      ))}
    </div>
  );
};
