import { useIntl } from 'react-intl';
import { Popover } from '../popover.tsx';
import type { Step } from './order.ts';
import { WIDTH_STEP_PX, type GridColumn, type Sort } from './types.ts';

interface Props<Row> {
  readonly column: GridColumn<Row>;
  readonly anchor: HTMLElement;
  readonly sort: Sort<Row> | null;
  readonly width: number;
  readonly onSort: ((sort: Sort<Row> | null) => void) | undefined;
  readonly onWidth: (width: number | 'fit' | 'reset') => void;
  readonly canStep: (step: Step) => boolean;
  readonly onStep: (step: Step) => void;
  /** Last column that is pinned to the left with the names of the rows; null: only the names. */
  readonly pinned: string | null;
  /**
   * Not for the column of names, which is always pinned, nor for the last one, after which no column could
   * scroll.
   */
  readonly canPin: boolean;
  readonly onPin: (pinned: string | null) => void;
  readonly onHide: (() => void) | null;
  readonly onClose: () => void;
}

const STEPS = ['left', 'right', 'first'] as const;

interface ItemProps {
  /** Message id of the label. */
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

/** Wraps an action so that the menu closes after it. */
type RunAndClose = (act: () => void) => () => void;

interface WidthProps extends Pick<Props<never>, 'width' | 'onWidth'> {
  readonly closesAfter: RunAndClose;
}

/** Wider and narrower do not close the menu, as one step is rarely enough. */
const WidthItems = ({ width, onWidth, closesAfter }: WidthProps) => (
  <>
    <MenuItem id="grid.wider" onChoose={() => onWidth(width + WIDTH_STEP_PX)} />
    <MenuItem id="grid.narrower" onChoose={() => onWidth(width - WIDTH_STEP_PX)} />
    <MenuItem id="grid.fit" onChoose={closesAfter(() => onWidth('fit'))} />
    <MenuItem id="grid.width_reset" onChoose={closesAfter(() => onWidth('reset'))} />
  </>
);

/** Menu of a column with its description and all commands that the mouse offers, for keyboard and touch. */
export const ColumnMenu = <Row,>(props: Props<Row>) => {
  const { column, anchor, sort, onSort, canStep, onStep } = props;
  const { pinned, canPin, onPin, onHide, onClose } = props;
  const { field, label, help, sortable } = column;
  const closesAfter: RunAndClose = act => () => {
    act();
    onClose();
  };
  return (
    <Popover anchor={anchor} label={label} onClose={onClose}>
      <h3>{label}</h3>
      {help !== undefined && <p>{help()}</p>}
      <hr />
      {sortable === true && onSort !== undefined && (
        <SortItems field={field} sort={sort} onSort={next => closesAfter(() => onSort(next))()} />
      )}
      <WidthItems width={props.width} onWidth={props.onWidth} closesAfter={closesAfter} />
      {STEPS.some(canStep) && (
        <>
          <hr />
          {STEPS.map(step => (
            <MenuItem
              key={step}
              id={`grid.move_${step}`}
              disabled={!canStep(step)}
              onChoose={closesAfter(() => onStep(step))}
            />
          ))}
        </>
      )}
      {(canPin || pinned !== null) && <hr />}
      {canPin && (
        <MenuItem id="grid.pin" disabled={pinned === field} onChoose={closesAfter(() => onPin(field))} />
      )}
      {pinned !== null && <MenuItem id="grid.unpin" onChoose={closesAfter(() => onPin(null))} />}
      {onHide !== null && (
        <>
          <hr />
          <MenuItem id="grid.hide" onChoose={closesAfter(onHide)} />
        </>
      )}
    </Popover>
  );
};
