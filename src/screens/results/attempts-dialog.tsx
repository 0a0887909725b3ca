import { FormattedMessage, useIntl } from 'react-intl';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { time } from '../../components/formats.ts';
import { Icon } from '../../components/icon.tsx';
import { Failed, RowsAwaited } from '../../components/states.tsx';
import { BY_TAG, queueOperations, type Attempt, type Notice } from '../../resources/result-queue.ts';
import { present } from '../../resources/row.ts';
import { useInquiry } from '../use-query.ts';
import { Status } from './status.tsx';

interface Props {
  readonly id: number;
  /** The notice, if it is among the rows that were read. */
  readonly notice: Notice | undefined;
  /** Missing: it cannot be sent again, or not by whoever looks. */
  readonly onResend?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Every try to tell a network, the latest first, and what it answered. */
export const AttemptsDialog = ({ id, notice, onResend, onClose }: Props) => {
  const { answer, failure, again } = useInquiry(queueOperations.attempts, { id });
  const intl = useIntl();
  const attempts = present(answer?.lines?.results).toReversed();
  return (
    <Dialog title={<FormattedMessage id="queue.attempts_of" values={{ id: String(id) }} />} onClose={onClose}>
      <div className="tp-dialog-body">
        {notice !== undefined && (
          <div className="tp-detail">
            <div className="tp-detail-head">
              <Status field="queue_result" code={notice.queue_result} />
              <Status field="state" code={notice.state} />
              {notice.next_time !== null && (
                <span>
                  <FormattedMessage id="queue.next" values={{ time: time(notice.next_time) }} />
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
            {/* A line's own word is its protocol's, which no language translates; a tag has none. */}
            <pre className="tp-request">
              {notice.method === BY_TAG ? <FormattedMessage id="choice.method.TAG" /> : notice.method}{' '}
              {notice.url === '' ? <FormattedMessage id="queue.no_page" /> : notice.url}
              {notice.body !== null && `\n\n${notice.body}`}
            </pre>
          </div>
        )}
        {failure !== null ? (
          <Failed trouble={failure} onAgain={again} />
        ) : answer === null ? (
          <RowsAwaited rows={3} />
        ) : attempts.length === 0 ? (
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
        )}
      </div>
    </Dialog>
  );
};

/** What only becomes of tags. */
const OF_TAGS: ReadonlySet<string> = new Set([
  'not_fetched',
  'page_reloaded',
  'page_policy',
  'network_paused',
]);

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
      <span>
        {status !== null ? (
          `HTTP ${status}`
        ) : (
          <FormattedMessage id={byTag ? (success ? 'queue.shown' : 'queue.not_shown') : 'queue.no_status'} />
        )}
      </span>
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
