import { Link } from '@tanstack/react-router';
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PlacedItem } from '../../../machines/board-items.ts';
import type { IconName } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import type { SavedView } from '../../resources/saved-views.ts';
import { useNear } from '../use-near.ts';
import { reportOf } from './board-views.ts';
import { ItemContent } from './item-content.tsx';

/** Type of the dragged data: other dragged things, such as files, are not items. */
const DRAG_TYPE = 'application/x-touchpath-item';
/** Steps of the arrow keys on the handle. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/** What the user does with an item while the board is arranged. */
export interface Arrangement {
  readonly count: number;
  readonly onMove: (key: number, to: number) => void;
  readonly onWiden: () => void;
  readonly onRemove: () => void;
}

interface ToolProps {
  readonly icon: IconName;
  readonly label: string;
  readonly disabled?: boolean;
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

const Tool = ({ icon, label, disabled = false, pressed, onClick }: ToolProps) => (
  <IconButton
    icon={icon}
    label={label}
    title={label}
    aria-disabled={disabled}
    aria-pressed={pressed}
    onClick={() => {
      if (!disabled) onClick();
    }}
  />
);

/** Buttons that move, widen and remove an item, and the handle by which the arrow keys move it; the mouse drags its header. */
const ItemTools = ({
  item,
  index,
  name,
  arrangement: { count, onMove, onWiden, onRemove },
}: {
  readonly item: PlacedItem;
  readonly index: number;
  readonly name: string;
  readonly arrangement: Arrangement;
}) => {
  const intl = useIntl();
  const label = (id: string) => intl.formatMessage({ id }, { name });
  const step = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(item.key, index + by);
  };
  return (
    <div className="tp-board-tools" role="toolbar" aria-label={label('report_board.arrange_item')}>
      <IconButton
        icon="move"
        className="tp-board-handle"
        label={label('report_board.drag')}
        onKeyDown={step}
      />
      <Tool
        icon="previous"
        label={label('report_board.move_earlier')}
        disabled={index === 0}
        onClick={() => onMove(item.key, index - 1)}
      />
      <Tool
        icon="next"
        label={label('report_board.move_later')}
        disabled={index === count - 1}
        onClick={() => onMove(item.key, index + 1)}
      />
      <Tool icon="widen" label={label('report_board.widen')} pressed={item.wide} onClick={onWiden} />
      <Tool icon="bin" label={label('report_board.remove_item')} onClick={onRemove} />
    </div>
  );
};

/** Why an item shows no report. */
const Absent = ({ message, children }: { readonly message: string; readonly children?: ReactNode }) => (
  <p className="tp-board-absent">
    <FormattedMessage id={message} />
    {children}
  </p>
);

const isDragged = (event: DragEvent): boolean => event.dataTransfer.types.includes(DRAG_TYPE);

/** Receives an item that is dragged onto another. */
const useDrop = (arrangement: Arrangement | null, index: number) => {
  const [isOver, setOver] = useState(false);
  if (arrangement === null) return { isOver: false, handlers: {} };
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!isDragged(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!isDragged(event)) return;
        event.preventDefault();
        arrangement.onMove(Number(event.dataTransfer.getData(DRAG_TYPE)), index);
      },
    },
  };
};

interface Props {
  readonly item: PlacedItem;
  readonly index: number;
  /** Null: the view was deleted, or is not shared with the user. */
  readonly view: SavedView | null;
  /** Null: the board is only shown. */
  readonly arrangement: Arrangement | null;
}

/** An item of a board: a report of a saved view, which loads when the item comes near to the window. */
export const BoardItem = ({ item, index, view, arrangement }: Props) => {
  const intl = useIntl();
  const { place, isNear } = useNear();
  const { isOver, handlers } = useDrop(arrangement, index);
  const report = view === null ? null : reportOf(view);
  const name = view?.name ?? intl.formatMessage({ id: 'report_board.absent_name' });
  return (
    <section
      ref={place as never}
      className="tp-panel tp-board-item"
      data-kind={item.kind}
      data-wide={item.wide}
      data-over={report?.isOverTime === true ? 'time' : 'items'}
      data-target={isOver}
      aria-label={intl.formatMessage({ id: 'report_board.item' }, { number: index + 1, name })}
      {...handlers}
    >
      {/* Not the handle itself: Firefox does not drag a button. */}
      <header
        {...(arrangement !== null && {
          draggable: true,
          onDragStart: (event: DragEvent) => {
            event.dataTransfer.setData(DRAG_TYPE, String(item.key));
            event.dataTransfer.effectAllowed = 'move';
          },
        })}
      >
        <h2>
          {view !== null && report !== null ? (
            <Link to={report.page.to as '/'} search={{ ...report.search, saved: String(view.id) } as object}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h2>
        {arrangement !== null && (
          <ItemTools item={item} index={index} name={name} arrangement={arrangement} />
        )}
      </header>
      {view === null && <Absent message="report_board.absent" />}
      {view !== null && report === null && <Absent message="report_board.not_shown" />}
      {report !== null && isNear && <ItemContent report={report} item={item} name={name} />}
    </section>
  );
};
