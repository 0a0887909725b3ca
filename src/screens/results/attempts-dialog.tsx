import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { time } from '../../components/formats.ts';
import { Icon } from '../../components/icon.tsx';
import { NotLoaded } from '../../components/states.tsx';
import { BY_TAG, queueOperations, type Attempt, type Notice } from '../../resources/result-queue.ts';
import { present } from '../../resources/row.ts';
import { useQueryState } from '../use-query.ts';
import { Status } from './status.tsx';

interface Props {
  readonly id: number;
  /** The notification, if its row is loaded. */
  readonly notice: Notice | undefined;
  /** Absent: the notification cannot be sent again, or not by this user. */
  readonly onResend?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** State of a notification, and the request that was sent. */
const NoticeFacts = ({ notice, onResend }: Pick<Props, 'onResend'> & { readonly notice: Notice }) => {
  const intl = useIntl();
  const { queue_result, state, next_time, method, url, body } = notice;
  return (
    <div className="tp-detail">
      <div className="tp-detail-head">
        <Status field="queue_result" code={queue_result} />
        <Status field="state" code={state} />
        {next_time !== null && (
          <span>
            <FormattedMessage id="queue.next" values={{ time: time(next_time) }} />
          </span>
        )}
        {onResend !== undefined && (
          <Button
            label={intl.formatMessage({ id: 'queue.resend' })}
            icon={<Icon name="restore" />}
            onClick={onResend}
          />
        )}
      </div>
      {/* HTTP methods are not translated; a CV tag has none. */}
      <pre className="tp-request">
        {method === BY_TAG ? <FormattedMessage id="choice.method.TAG" /> : method}{' '}
        {url === '' ? <FormattedMessage id="queue.no_page" /> : url}
        {body !== null && `\n\n${body}`}
      </pre>
    </div>
  );
};

interface AttemptListProps {
  readonly attempts: readonly Attempt[];
  readonly notice: Notice | undefined;
}

const AttemptList = ({ attempts, notice }: AttemptListProps) =>
  attempts.length === 0 ? (
    <p className="tp-note">
      <FormattedMessage id="queue.no_attempts" />
    </p>
  ) : (
    <ol className="tp-ledger">
      {attempts.map(attempt => (
        <Line
          key={attempt.number}
          attempt={attempt}
          byTag={attempt.failure === null ? notice?.method === BY_TAG : OF_TAGS.has(attempt.failure)}
        />
      ))}
    </ol>
  );

/** All attempts of a notification, latest first, with their outcome. */
export const AttemptsDialog = ({ id, notice, onResend, onClose }: Props) => {
  const { answer, failure, reload } = useQueryState(queueOperations.attempts, { id });
  return (
    <Dialog title={<FormattedMessage id="queue.attempts_of" values={{ id: String(id) }} />} onClose={onClose}>
      <div className="tp-dialog-body">
        {notice !== undefined && <NoticeFacts notice={notice} onResend={onResend} />}
        {failure !== null || answer === null ? (
          <NotLoaded failure={failure} onAgain={reload} rows={3} />
        ) : (
          <AttemptList attempts={present(answer.lines?.results).toReversed()} notice={notice} />
        )}
      </div>
    </Dialog>
  );
};

/** Failures that only CV tags can have. */
const OF_TAGS: ReadonlySet<string> = new Set([
  'not_fetched',
  'page_reloaded',
  'page_policy',
  'network_paused',
]);

/** Message id of an attempt's outcome without an HTTP status. */
const outcomeOf = (success: boolean, byTag: boolean): string => {
  if (!byTag) return 'queue.no_status';
  return success ? 'queue.shown' : 'queue.not_shown';
};

const Line = ({
  attempt: { number, success, http_status: status, failure, answer, executed_time: at },
  byTag,
}: {
  readonly attempt: Attempt;
  readonly byTag: boolean;
}) => (
  <li data-good={success}>
    <header>
      <strong>
        <FormattedMessage id="queue.attempt" values={{ number }} />
      </strong>
      <Status field="queue_result" code={success} />
      <span>{status !== null ? `HTTP ${status}` : <FormattedMessage id={outcomeOf(success, byTag)} />}</span>
      <time dateTime={at}>{time(at)}</time>
    </header>
    {failure !== null && (
      <p>
        <FormattedMessage id={`choice.failure.${failure}`} />
      </p>
    )}
    {answer !== '' && <code translate="no">{answer}</code>}
  </li>
);
