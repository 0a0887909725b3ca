import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { date } from '../../components/formats.ts';
import { Icon } from '../../components/icon.tsx';
import { FailureNote } from '../failure-note.tsx';
import { RecordLink } from '../log/record-link.tsx';
import type { Recomputation, Recomputing } from './use-recomputing.ts';

interface CountProps {
  readonly text: string;
  readonly done: number;
  /** 0: unknown. */
  readonly total: number;
}

const ProgressBar = ({ text, done, total }: CountProps) => {
  const counted = total > 0 ? { value: Math.min(done, total), max: total } : null;
  return (
    <>
      <p id="recompute-progress">
        <strong>{text}</strong>
        {counted !== null && (
          <span>
            <FormattedMessage id="recompute.progress" values={{ done: counted.value, total }} />
          </span>
        )}
      </p>
      <progress aria-labelledby="recompute-progress" {...counted} />
    </>
  );
};

/** Progress of a recomputation, which continues on the server when the screen is left. */
export const Progress = ({ recomputing: { state, send, job } }: { readonly recomputing: Recomputing }) => {
  const intl = useIntl();
  const { failure } = state.context;
  const applying = job?.state === 'applying' || state.matches('applying');
  const [title, hint] = applying
    ? ['recompute.applying', 'recompute.applying.hint']
    : ['recompute.planning', 'recompute.planning.hint'];
  const done = applying ? job?.applied : job?.planned;
  return (
    <>
      <div className="tp-recompute-wait">
        <div>
          <ProgressBar
            text={intl.formatMessage({ id: title })}
            done={done ?? 0}
            total={job?.conversions ?? 0}
          />
          {job !== null && (
            <p className="tp-note">
              <FormattedMessage id={hint} values={{ from: date(job.from), to: date(job.to) }} />
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

/** Outcome of a recomputation: its final state and the number of changes. */
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
      <RecordLink
        needs="result_notification_log"
        to={{ path: '/log/result', search: { period: 'custom', from, to } }}
      >
        <FormattedMessage id="recompute.to_log" />
      </RecordLink>
    </p>
  </div>
);
