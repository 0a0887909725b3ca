import { FormattedMessage, useIntl } from 'react-intl';
import type { Failure } from '../../../machines/failure.ts';
import { Button } from '../../components/button.tsx';
import { Nothing } from '../../components/states.tsx';

/** The limit by which the server refused to sort a log; null: it did not. */
export const tooManyToSort = (failure: Failure | null): number | null => {
  const fault = failure?.fields?.['ordering']?.find(({ code }) => code === 'too_many_rows');
  return fault === undefined ? null : Number(fault.values?.['max'] ?? 0);
};

interface Props {
  readonly max: number;
  readonly onByTime: () => void;
}

/** Message that too many rows match for sorting by a column, with a button to sort by time. */
export const TooManyToSort = ({ max, onByTime }: Props) => {
  const intl = useIntl();
  return (
    <Nothing title={<FormattedMessage id="fault.too_many_rows" values={{ max }} />}>
      <Button label={intl.formatMessage({ id: 'log.sort_by_time' })} onClick={onByTime} />
    </Nothing>
  );
};
