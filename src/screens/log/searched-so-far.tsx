import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { useFormatter } from '../../components/use-formatter.ts';

interface Props {
  /** Rows before this instant were not searched yet. */
  readonly reached: string;
  readonly onMore: () => void;
}

/** Note that a search stopped early: how far it searched, and a button to continue. */
export const SearchedSoFar = ({ reached, onMore }: Props) => {
  const intl = useIntl();
  const format = useFormatter();
  return (
    <div className="tp-strip" role="status">
      <FormattedMessage id="log.reached" values={{ time: format('time', reached) }} />
      <Button label={intl.formatMessage({ id: 'log.continue_search' })} onClick={onMore} />
    </div>
  );
};
