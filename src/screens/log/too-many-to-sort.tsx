import { FormattedMessage, useIntl } from 'react-intl';
import type { Failure } from '../../../machines/failure.ts';
import { Button } from '../../components/button.tsx';
import { Nothing } from '../../components/states.tsx';

/** The bound that a log was refused for, as too many rows would have to be sorted; null: it was not. */
export const tooManyToSort = (failure: Failure | null): number | null => {
  const fault = failure?.fields?.['ordering']?.find(({ code }) => code === 'too_many_rows');
  return fault === undefined ? null : Number(fault.values?.['max'] ?? 0);
};

interface Props {
  readonly max: number;
  readonly onByTime: () => void;
}

/** More rows match than are sorted by a column, and the way back to the order of time. */
export const TooManyToSort = ({ max, onByTime }: Props) => {
  const intl = useIntl();
  return (
    <Nothing title={<FormattedMessage id="fault.too_many_rows" values={{ max }} />}>
      <Button label={intl.formatMessage({ id: 'log.sort_by_time' })} onClick={onByTime} />
    </Nothing>
  );
};
