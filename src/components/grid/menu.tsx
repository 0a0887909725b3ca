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

interface ItemProps {
  /** Of its message. */
  readonly id: string;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
}

const MenuItem = ({ id, disabled = false, onChoose }: ItemProps) => (
  <button type="button" className="tp-item" disabled={disabled} onClick={onChoose}>
    {useIntl().formatMessage({ id })}
  </button>
);

interface SortProps<Row> {
  readonly field: GridColumn<Row>['field'];
  readonly sort: Sort<Row> | null;
  readonly onSort: (sort: Sort<Row> | null) => void;
}

const SortItems = <Row,>({ field, sort, onSort }: SortProps<Row>) => {
  const descending = sort?.field === field ? sort.descending : null;
  return (
    <>
      <MenuItem
        id="grid.sort_ascending"
        disabled={descending === false}
        onChoose={() => onSort({ field, descending: false })}
      />
      <MenuItem
        id="grid.sort_descending"
        disabled={descending === true}
        onChoose={() => onSort({ field, descending: true })}
      />
      {descending !== null && <MenuItem id="grid.sort_none" onChoose={() => onSort(null)} />}
      <hr />
    </>
  );
};

/** Adds to what an item does that it closes the menu. */
type ThenClose = (act: () => void) => () => void;

interface WidthProps extends Pick<Props<never>, 'width' | 'onWidth'> {
  readonly thenClose: ThenClose;
}

/** Wider and narrower leave the menu open, as one step is rarely enough. */
const WidthItems = ({ width, onWidth, thenClose }: WidthProps) => (
  <>
    <MenuItem id="grid.wider" onChoose={() => onWidth(width + WIDTH_STEP)} />
    <MenuItem id="grid.narrower" onChoose={() => onWidth(width - WIDTH_STEP)} />
    <MenuItem id="grid.fit" onChoose={thenClose(() => onWidth('fit'))} />
    <MenuItem id="grid.width_reset" onChoose={thenClose(() => onWidth('reset'))} />
  </>
);

/** What a column means, and everything the mouse can do to it, for the keyboard and the finger. */
export const ColumnMenu = <Row,>(props: Props<Row>) => {
  const { column, anchor, sort, onSort, canStep, onStep } = props;
  const { pinned, canPin, onPin, onHide, onClose } = props;
  const { field, label, help, sortable } = column;
  const thenClose: ThenClose = act => () => {
    act();
    onClose();
  };
  return (
    <Popover anchor={anchor} label={label} onClose={onClose}>
      <h3>{label}</h3>
      {help !== undefined && <p>{help}</p>}
      <hr />
      {sortable === true && onSort !== undefined && (
        <SortItems field={field} sort={sort} onSort={next => thenClose(() => onSort(next))()} />
      )}
      <WidthItems width={props.width} onWidth={props.onWidth} thenClose={thenClose} />
      {STEPS.some(canStep) && (
        <>
          <hr />
          {STEPS.map(step => (
            <MenuItem
              key={step}
              id={`grid.move_${step}`}
              disabled={!canStep(step)}
              onChoose={thenClose(() => onStep(step))}
            />
          ))}
        </>
      )}
      {(canPin || pinned !== null) && <hr />}
      {canPin && (
        <MenuItem id="grid.pin" disabled={pinned === field} onChoose={thenClose(() => onPin(field))} />
      )}
      {pinned !== null && <MenuItem id="grid.unpin" onChoose={thenClose(() => onPin(null))} />}
      {onHide !== null && (
        <>
          <hr />
          <MenuItem id="grid.hide" onChoose={thenClose(onHide)} />
        </>
      )}
    </Popover>
  );
};
