import { useEffect, useEffectEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { ReportProgressDocument, type ReportProgressQuery } from '../../../../graphql/generated/graphql.ts';
import { SLOW_QUERY_MS } from '../../../../machines/query.ts';
import { Button } from '../../../components/button.tsx';
import { useTimedQueryState } from '../../use-query.ts';

/** Interval in seconds at which the progress of the report is requested. */
const PROGRESS_EVERY_S = 2;

/**
 * Number of reports queued before those of this user; null: one of them is being calculated, or none waits.
 */
const aheadOf = (progress: ReportProgressQuery['page']): number | null => {
  const reports = (progress?.reports ?? []).filter(report => report !== null);
  if (reports.length === 0 || reports.some(({ state }) => state !== 'waiting')) return null;
  return Math.min(...reports.map(({ ahead }) => ahead));
};

/**
 * Duration of a slow query, its place in the queue, and a button that cancels it. There is no percentage,
 * since the engine does not report progress.
 */
const LongWait = ({ cancel }: { readonly cancel: () => void }) => {
  const intl = useIntl();
  const [seconds, setSeconds] = useState(SLOW_QUERY_MS / 1000);
  const { answer, busy, reload } = useTimedQueryState(ReportProgressDocument, {});
  const ahead = aheadOf(answer?.page ?? null);
  const tick = useEffectEvent(() => {
    setSeconds(seconds + 1);
    if (!busy && seconds % PROGRESS_EVERY_S === 0) reload();
  });
  useEffect(() => {
    const timer = setInterval(() => tick(), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="tp-waiting">
      <span className="spinner" aria-hidden="true" />
      <span role="status">
        {ahead === null ? (
          <FormattedMessage id="analysis.calculating" />
        ) : (
          <FormattedMessage id="analysis.queued" values={{ ahead }} />
        )}
      </span>
      {/* Not read out with every second. */}
      <span className="for" aria-hidden="true">
        {intl.formatMessage({ id: 'analysis.seconds' }, { seconds })}
      </span>
      <Button label={intl.formatMessage({ id: 'analysis.cancel' })} onClick={cancel} />
    </div>
  );
};
export default LongWait;
