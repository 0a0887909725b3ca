import { useIntl } from 'react-intl';
import { Icon } from '../icon.tsx';
import { Popover } from '../popover.tsx';
import type { RowAction } from './types.ts';

interface Props<Row> {
  readonly row: Row;
  readonly actions: readonly RowAction<Row>[];
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

/** Menu with the actions of one row. */
export const RowMenu = <Row,>({ row, actions, anchor, onClose }: Props<Row>) => {
  const intl = useIntl();
  return (
    <Popover anchor={anchor} role="menu" label={intl.formatMessage({ id: 'grid.actions' })} onClose={onClose}>
      {actions
        .filter(({ offered }) => offered?.(row) ?? true)
        .map(({ id, label, icon, destructive, run, disabled }) => (
          <button
            key={id}
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={`tp-item${destructive === true ? ' tp-danger' : ''}`}
            disabled={disabled?.(row) ?? false}
            // The menu closes first, so that a dialog opened by the action returns the focus to the row.
            onClick={() => {
              onClose();
              run(row);
            }}
          >
            {icon !== undefined && <Icon name={icon} />}
            <span>{label}</span>
          </button>
        ))}
    </Popover>
  );
};
