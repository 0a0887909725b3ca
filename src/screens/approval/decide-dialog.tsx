import { useId, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isReasonDue, type Candidate } from '../../../machines/cv-approval.ts';
import { isComposing } from '../../components/composing.ts';
import { DialogBox } from '../../components/dialog-box.tsx';
import { AreaField } from '../../components/fields/area-field.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { FailureNote } from '../failure-note.tsx';
import { isNames, useKept } from '../use-stored-value.ts';
import type { Approval } from './use-approval.ts';

const MAX_REASON_LENGTH = 500;
const RECENT = 4;

interface Props {
  readonly approval: Approval;
  /** The name under which the last reasons are kept. */
  readonly reasons: string;
}

const sumOf = (rows: readonly Candidate[], of: (row: Candidate) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** Asks whether, and where it is due why, and shows how far the sending is. 340 px wide. */
export const DecideDialog = ({ approval: { state, send }, reasons }: Props) => {
  const intl = useIntl();
  const id = useId();
  const format = useFormatter();
  const [storedReasons, keep] = useKept(reasons, isNames);
  const { context } = state;
  const { to, left, decided, refused, skipped, reason, failure } = context;
  const done = decided.length + refused.length;
  const total = left.length + done;
  const sending = state.matches('submitting');
  const due = isReasonDue(context);
  const wanting = due && reason.trim() === '';
  const tooLong = Array.from(reason).length > MAX_REASON_LENGTH;
  const confirm = () => {
    if (tooLong) return;
    const text = reason.trim();
    if (text !== '') keep([text, ...(storedReasons ?? []).filter(other => other !== text)].slice(0, RECENT));
    send({ type: 'confirm' });
  };
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    confirm();
  };
  return (
    <DialogBox
      labelledBy={id}
      className="modal confirm tp-decide"
      alert
      busy={sending}
      onLeave={sending ? undefined : () => send({ type: 'back' })}
    >
      <h2 id={id}>
        <FormattedMessage id={`approval.${sending ? 'doing' : 'ask'}.${to}`} values={{ count: total }} />
      </h2>
      {sending ? (
        <div className="tp-decide-progress">
          <progress
            aria-label={intl.formatMessage({ id: 'approval.progress' }, { done, total })}
            value={done}
            max={total}
          />
          <span role="status">
            <FormattedMessage
              id={state.matches({ submitting: 'stopping' }) ? 'approval.stopping' : 'approval.progress'}
              values={{ done, total }}
            />
          </span>
        </div>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of what is inside on their way out: Ctrl+Enter confirms from the text as well
        <div className="tp-dialog-body tp-decide-body" onKeyDown={press}>
          {total === 1 && left[0] !== undefined && (
            <p className="confirm-subject">
              <FormattedMessage id="result.one" values={{ id: String(left[0].id) }} />
            </p>
          )}
          <dl className="tp-decide-sums">
            <div>
              <dt>
                <FormattedMessage id="approval.sum.count" />
              </dt>
              <dd>{format('count', left.length)}</dd>
            </div>
            <div>
              <dt>
                <FormattedMessage id="approval.sum.amount" />
              </dt>
              <dd>
                {format(
                  'yen',
                  sumOf(left, ({ amount }) => amount),
                )}
              </dd>
            </div>
            <div>
              <dt>
                <FormattedMessage id="approval.sum.cost" />
              </dt>
              <dd>
                {format(
                  'price',
                  sumOf(left, ({ cost }) => cost),
                )}
              </dd>
            </div>
          </dl>
          {skipped > 0 && (
            <p className="tp-note">
              <FormattedMessage id="approval.aside" values={{ count: skipped }} />
            </p>
          )}
          <p className="tp-note">
            <FormattedMessage id="approval.told" />
          </p>
          {done > 0 && (
            <p className="tp-note">
              <FormattedMessage id="approval.some_done" values={{ count: done, left: left.length }} />
            </p>
          )}
          <AreaField
            name="reason"
            label={<FormattedMessage id="approval.reason" />}
            value={reason}
            maxLength={MAX_REASON_LENGTH}
            required={due}
            mark={intl.formatMessage({ id: 'approval.required' })}
            hint={<FormattedMessage id="approval.reason_hint" />}
            onChange={value => send({ type: 'type', reason: String(value) })}
          />
          {storedReasons !== null && storedReasons.length > 0 && (
            <div
              className="tp-decide-reasons"
              role="group"
              aria-label={intl.formatMessage({ id: 'approval.reason_recent' })}
            >
              {storedReasons.map(text => (
                <button
                  key={text}
                  type="button"
                  className="tp-quiet"
                  onClick={() => send({ type: 'type', reason: text })}
                >
                  {text}
                </button>
              ))}
            </div>
          )}
          {failure !== null && <FailureNote failure={failure} />}
        </div>
      )}
      <div className="actions justify-content-end">
        {sending ? (
          <button
            type="button"
            className="p-button p-button-secondary"
            aria-disabled={state.matches({ submitting: 'stopping' })}
            onClick={() => send({ type: 'cancel' })}
          >
            <FormattedMessage id="approval.stop" />
          </button>
        ) : (
          <>
            <button
              type="button"
              className="p-button p-button-secondary"
              onClick={() => send({ type: 'back' })}
            >
              <FormattedMessage id="confirm.no" />
            </button>
            <button
              type="button"
              className="p-button"
              data-first={due ? undefined : true}
              aria-disabled={wanting || tooLong}
              title={wanting ? intl.formatMessage({ id: 'approval.reason_due' }) : undefined}
              onClick={confirm}
            >
              <FormattedMessage
                id={failure === null ? `approval.${to === 1 ? 'approve' : 'reject'}` : 'state.again'}
              />
            </button>
          </>
        )}
      </div>
    </DialogBox>
  );
};
