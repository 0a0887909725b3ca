import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { LONG } from '../../../machines/inquiry.ts';
import { Button } from '../../components/button.tsx';

/** For how long an answer has been counted, and how not to wait for it. The engine does not say how much of it is done, so nothing here pretends to. */
const LongWait = ({ giveUp }: { readonly giveUp: () => void }) => {
  const intl = useIntl();
  const [seconds, setSeconds] = useState(LONG / 1000);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(before => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="tp-waiting">
      <span className="spinner" aria-hidden="true" />
      <span role="status"><FormattedMessage id="analysis.counting" /></span>
      {/* Not read out with every second. */}
      <span className="for" aria-hidden="true">{intl.formatMessage({ id: 'analysis.seconds' }, { seconds })}</span>
      <Button label={intl.formatMessage({ id: 'analysis.give_up' })} onClick={giveUp} />
    </div>
  );
};
export default LongWait;
