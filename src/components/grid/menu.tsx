import { useIntl } from 'react-intl';
import { Popover } from '../popover.tsx';
import type { Step } from './order.ts';
import { WIDTH_STEP, type GridColumn, type Sort } from './types.ts';

interface Props<Row> {
  readonly column: GridColumn<Row>;
  readonly anchor: HTMLElement;
  readonly sort: Sort<Row> | null;
  readonly width: number;
  readonly onSort: ((sort: Sort<Row> | null) => void) | undefined;
  readonly onWidth: (width: number | 'fit' | 'reset') => void;
  readonly canStep: (step: Step) => boolean;
  readonly onStep: (step: Step) => void;
  /** The last column that stays in view with the names of the rows; null: only these. */
  readonly pinned: string | null;
  /** Not the names, which always stay, nor the last one, behind which nothing is left to move. */
  readonly canPin: boolean;
  readonly onPin: (pinned: string | null) => void;
  readonly onHide: (() => void) | null;
  readonly onClose: () => void;
}

const STEPS = ['left', 'right', 'first'] as const;

/** What a column means, and everything the mouse can do to it, for the keyboard and the finger. */
export const ColumnMenu = <Row,>({
  column,
  anchor,
  sort,
  width,
  onSort,
  onWidth,
  canStep,
  onStep,
  pinned,
  canPin,
  onPin,
  onHide,
  onClose,
}: Props<Row>) => {
  const intl = useIntl();
  const say = (id: string) => intl.formatMessage({ id });
  const item = (id: string, act: () => void, close = true, disabled = false) => (
    <button
      key={id}
      type="button"
      className="tp-item"
      disabled={disabled}
      onClick={() => {
        act();
        if (close) onClose();
      }}
    >
      {say(id)}
    </button>
  );
  const sorted = sort?.field === column.field ? sort : null;
  return (
    <Popover anchor={anchor} label={column.label} onClose={onClose}>
      <h3>{column.label}</h3>
      {column.help !== undefined && <p>{column.help}</p>}
      <hr />
      {column.sortable === true && onSort !== undefined && (
        <>
          {item(
            'grid.sort_ascending',
            () => onSort({ field: column.field, descending: false }),
            true,
            sorted?.descending === false,
          )}
          {item(
            'grid.sort_descending',
            () => onSort({ field: column.field, descending: true }),
            true,
            sorted?.descending === true,
          )}
          {sorted !== null && item('grid.sort_none', () => onSort(null))}
          <hr />
        </>
      )}
      {item('grid.wider', () => onWidth(width + WIDTH_STEP), false)}
      {item('grid.narrower', () => onWidth(width - WIDTH_STEP), false)}
      {item('grid.fit', () => onWidth('fit'))}
      {item('grid.width_reset', () => onWidth('reset'))}
      {STEPS.some(canStep) && (
        <>
          <hr />
          {STEPS.map(step => item(`grid.move_${step}`, () => onStep(step), true, !canStep(step)))}
        </>
      )}
      {(canPin || pinned !== null) && <hr />}
      {canPin && item('grid.pin', () => onPin(column.field), true, pinned === column.field)}
      {pinned !== null && item('grid.unpin', () => onPin(null))}
      {onHide !== null && (
        <>
          <hr />
          {item('grid.hide', onHide)}
        </>
      )}
    </Popover>
  );
};
