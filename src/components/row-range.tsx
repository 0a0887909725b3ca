import { FormattedMessage } from 'react-intl';

interface Props {
  /** Rows that are loaded, from the first one on. */
  readonly loaded: number;
  /** Rows of the query; null: unknown. */
  readonly total: number | null;
  /** The total is an estimate. */
  readonly estimated?: boolean;
  /** No row follows the loaded ones. */
  readonly ended: boolean;
}

/**
 * The range of a list that grows while it is scrolled. A range without a total means that more rows follow.
 */
export const RowRange = ({ loaded, total, estimated = false, ended }: Props) => {
  if (loaded === 0) return <FormattedMessage id="grid.rows" values={{ count: 0 }} />;
  if (ended) return <FormattedMessage id="pager.range" values={{ from: 1, to: loaded, total: loaded }} />;
  // Rows that arrived after the count make the loaded ones more than the count: the count is then not shown.
  return total === null || total <= loaded ? (
    <FormattedMessage id="pager.range_open" values={{ from: 1, to: loaded }} />
  ) : (
    <FormattedMessage
      id={estimated ? 'pager.range_about' : 'pager.range'}
      values={{ from: 1, to: loaded, total }}
    />
  );
};
