import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Popover } from '../popover.tsx';
import { folded } from './quick.ts';
import { QuickField } from './quick-field.tsx';
import type { ColumnSetChoice, GridColumn } from './types.ts';

interface Props<Row> {
  readonly columns: readonly GridColumn<Row>[];
  readonly hidden: readonly string[];
  /** Fields that are hidden by default. */
  readonly hiddenAtFirst: readonly string[];
  /** Named choices; undefined: none. */
  readonly sets: readonly ColumnSetChoice[] | undefined;
  readonly anchor: HTMLElement;
  readonly onHidden: (hidden: readonly string[]) => void;
  readonly onClose: () => void;
}

const NO_SETS: readonly ColumnSetChoice[] = [];
const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every(field => other.includes(field));

/** The named choices, of which the present one is pressed. */
const ColumnSets = ({
  sets,
  hidden,
  onHidden,
}: Pick<Props<never>, 'hidden' | 'onHidden'> & { readonly sets: readonly ColumnSetChoice[] }) => {
  const intl = useIntl();
  return (
    <div className="tp-column-sets" role="group" aria-label={intl.formatMessage({ id: 'grid.column_sets' })}>
      {sets.map(set => (
        <button
          key={set.label}
          type="button"
          aria-pressed={isSame(set.hidden, hidden)}
          onClick={() => onHidden(set.hidden)}
        >
          {set.label}
        </button>
      ))}
    </div>
  );
};

/** Popover that shows and hides columns. The first column is not listed, as it is always shown. */
export const ColumnChooser = <Row,>({
  columns,
  hidden,
  hiddenAtFirst,
  sets = NO_SETS,
  anchor,
  onHidden,
  onClose,
}: Props<Row>) => {
  const intl = useIntl();
  const [wanted, setWanted] = useState('');
  const choosable = columns.slice(1);
  const found = choosable.filter(column =>
    folded(`${column.group ?? ''} ${column.label}`).includes(folded(wanted)),
  );
  const toggle = (field: string, shown: boolean) =>
    onHidden(shown ? hidden.filter(other => other !== field) : [...hidden, field]);
  return (
    <Popover anchor={anchor} label={intl.formatMessage({ id: 'grid.columns' })} onClose={onClose}>
      {sets.length > 0 && <ColumnSets sets={sets} hidden={hidden} onHidden={onHidden} />}
      <QuickField
        label={intl.formatMessage({ id: 'grid.columns_search' })}
        value={wanted}
        onChange={setWanted}
      />
      {found.map(column => (
        <label key={column.field} className="tp-item">
          <input
            type="checkbox"
            checked={!hidden.includes(column.field)}
            onChange={event => toggle(column.field, event.target.checked)}
          />
          <span>{column.label}</span>
        </label>
      ))}
      <hr />
      <button type="button" className="tp-item" onClick={() => onHidden([])}>
        {intl.formatMessage({ id: 'grid.columns_all' })}
      </button>
      <button
        type="button"
        className="tp-item"
        onClick={() => onHidden(choosable.map(column => column.field))}
      >
        {intl.formatMessage({ id: 'grid.columns_none' })}
      </button>
      <button type="button" className="tp-item" onClick={() => onHidden(hiddenAtFirst)}>
        {intl.formatMessage({ id: 'grid.columns_reset' })}
      </button>
    </Popover>
  );
};
