import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { date } from '../../components/formats.ts';
import { Icon } from '../../components/icon.tsx';
import { FailureNote } from '../failure-note.tsx';
import { Way } from '../log/way.tsx';
import type { Recomputation, Recomputing } from './use-recomputing.ts';

/** How far a recomputation is. It goes on when the screen is left. */
export const Progress = ({ recomputing: { state, send, job } }: { readonly recomputing: Recomputing }) => {
  const intl = useIntl();
  const { failure } = state.context;
  const applying = job?.state === 'applying' || state.matches('beginning');
  const [done, total] = applying
    ? [job?.applied ?? 0, job?.conversions ?? 0]
    : [job?.planned ?? 0, job?.conversions ?? 0];
  const text = intl.formatMessage({ id: applying ? 'recompute.applying' : 'recompute.planning' });
  const known = total > 0;
  return (
    <>
      <div className="tp-recompute-wait">
        <div>
          <p id="recompute-progress">
            <strong>{text}</strong>
            {known && (
              <span>
                <FormattedMessage id="recompute.progress" values={{ done: Math.min(done, total), total }} />
              </span>
            )}
          </p>
          <progress
            aria-labelledby="recompute-progress"
            {...(known && { value: Math.min(done, total), max: total })}
          />
          {job !== null && (
            <p className="tp-note">
              <FormattedMessage
                id={applying ? 'recompute.applying.hint' : 'recompute.planning.hint'}
                values={{ from: date(job.from), to: date(job.to) }}
              />
            </p>
          )}
        </div>
        <Button
          label={intl.formatMessage({ id: 'recompute.cancel' })}
          disabled={job === null || state.matches('cancelling')}
          onClick={() => send({ type: 'cancel' })}
        />
      </div>
      {failure !== null && <FailureNote failure={failure} />}
    </>
  );
};

/** How a recomputation ended, and what it has changed. */
export const Ended = ({ job: { state, from, to, done } }: { readonly job: Recomputation }) => (
  <div className="tp-recompute-done" role="status" data-state={state}>
    <p>
      <Icon name={state === 'done' ? 'check' : 'warning'} />
      <strong>
        <FormattedMessage id={`recompute.ended.${state}`} />
      </strong>
    </p>
    <p>
      <FormattedMessage id="recompute.confirm.what" values={{ ...done }} />
    </p>
    {state !== 'done' && (
      <p className="tp-note">
        <FormattedMessage id="recompute.ended.hint" />
      </p>
    )}
    <p>
      <Way
        needs="result_notification_log"
        to={{ path: '/log/result', search: { period: 'custom', from, to } }}
      >
        <FormattedMessage id="recompute.to_log" />
      </Way>
    </p>
  </div>
);
