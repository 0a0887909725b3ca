import { FormattedMessage } from 'react-intl';

interface Props {
  /** Number of loaded rows, counted from the first. */
  readonly loaded: number;
  /** Number of rows of the query; null: unknown. */
  readonly total: number | null;
  /** The total is an estimate. */
  readonly estimated?: boolean;
  /** No row follows the loaded rows. */
  readonly ended: boolean;
}

const RangeText = ({ loaded, total, estimated = false, ended }: Props) => {
  if (loaded === 0) return <FormattedMessage id="grid.rows" values={{ count: 0 }} />;
  if (ended) return <FormattedMessage id="pager.range" values={{ from: 1, to: loaded, total: loaded }} />;
  // Rows that arrived after the count can make the number of loaded rows exceed the total, which is then not
  // shown.
  return total === null || total <= loaded ? (
    <FormattedMessage id="pager.range_open" values={{ from: 1, to: loaded }} />
  ) : (
    <FormattedMessage
      id={estimated ? 'pager.range_about' : 'pager.range'}
      values={{ from: 1, to: loaded, total }}
    />
  );
};

/**
 * Range of loaded rows in a list that loads more on scrolling. A range without a total means that more rows
 * follow.
 */
export const RowRange = (props: Props) => (
  <span className="tp-row-range">
    <RangeText {...props} />
  </span>
);
