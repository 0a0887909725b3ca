import { FormattedMessage, useIntl } from 'react-intl';

interface AllProps {
  /**
   * Number of rows on all pages (null: unknown), number of selected rows, and maximum number of selectable
   * rows.
   */
  readonly total: number | null;
  readonly selected: number;
  readonly limit: number;
  readonly onGather: () => void;
}

/** Button that extends the selection to all rows that match the filter. */
export const GatherAll = ({ total, selected, limit, onGather }: AllProps) => {
  const intl = useIntl();
  if (total === null || total <= selected || selected >= limit) return null;
  const label =
    total > limit
      ? intl.formatMessage({ id: 'list.select_first' }, { most: limit })
      : intl.formatMessage({ id: 'list.select_all' }, { total });
  return (
    <button type="button" className="tp-quiet" onClick={onGather}>
      {label}
    </button>
  );
};

/**
 * Progress while rows are read.
 * @param max number of expected rows; absent: unknown
 */
export const Gathering = ({
  count,
  max,
  onStop,
}: {
  readonly count: number;
  readonly max?: number;
  readonly onStop: () => void;
}) => {
  const intl = useIntl();
  return (
    <span
      className="tp-selection"
      role="group"
      aria-label={intl.formatMessage({ id: 'list.selected_actions' })}
    >
      <progress
        aria-label={intl.formatMessage({ id: 'list.selecting' }, { count })}
        {...(max !== undefined && { value: count, max })}
      />
      <span role="status">
        <FormattedMessage id="list.selecting" values={{ count }} />
      </span>
      <button type="button" className="tp-quiet" onClick={onStop}>
        <FormattedMessage id="list.stop" />
      </button>
    </span>
  );
};
