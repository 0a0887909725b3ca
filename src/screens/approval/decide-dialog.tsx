import { useId, type KeyboardEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { APPROVED, isReasonRequired, type Candidate } from '../../../machines/decision.ts';
import { isComposing } from '../../components/composing.ts';
import { DialogBox } from '../../components/dialog-box.tsx';
import { AreaField } from '../../components/fields/area-field.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { FailureNote } from '../failure-note.tsx';
import { isNames, useStoredValue } from '../use-stored-value.ts';
import type { Approval } from './use-approval.ts';

const MAX_REASON_LENGTH = 500;
const MAX_RECENT_REASONS = 4;

interface Props {
  readonly approval: Approval;
  /** Storage name of the recent reasons. */
  readonly reasons: string;
}

const sumOf = (rows: readonly Candidate[], of: (row: Candidate) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** Number of sent results, of the total. */
const DecideProgress = ({
  done,
  total,
  isStopping,
}: {
  readonly done: number;
  readonly total: number;
  readonly isStopping: boolean;
}) => {
  const intl = useIntl();
  return (
    <div className="tp-decide-progress">
      <progress
        aria-label={intl.formatMessage({ id: 'approval.progress' }, { done, total })}
        value={done}
        max={total}
      />
      <span role="status">
        <FormattedMessage
          id={isStopping ? 'approval.stopping' : 'approval.progress'}
          values={{ done, total }}
        />
      </span>
    </div>
  );
};

/** Number of results to decide, with the sums of their sales and CV costs. */
const DecideSums = ({ rows }: { readonly rows: readonly Candidate[] }) => {
  const format = useFormatter();
  const sums = [
    ['approval.sum.count', format('count', rows.length)],
    [
      'approval.sum.amount',
      format(
        'yen',
        sumOf(rows, ({ amount }) => amount),
      ),
    ],
    [
      'approval.sum.cost',
      format(
        'price',
        sumOf(rows, ({ cost }) => cost),
      ),
    ],
  ] as const;
  return (
    <dl className="tp-decide-sums">
      {sums.map(([label, sum]) => (
        <div key={label}>
          <dt>
            <FormattedMessage id={label} />
          </dt>
          <dd>{sum}</dd>
        </div>
      ))}
    </dl>
  );
};

/** The results to decide, and the part of the selection that is left out. */
const DecideSubject = ({ approval: { state } }: Pick<Props, 'approval'>) => {
  const { remaining, decided, refused, skipped } = state.context;
  const done = decided.length + refused.length;
  return (
    <>
      {remaining.length + done === 1 && remaining[0] !== undefined && (
        <p className="confirm-subject">
          <FormattedMessage id="result.one" values={{ id: String(remaining[0].id) }} />
        </p>
      )}
      <DecideSums rows={remaining} />
      {skipped > 0 && (
        <p className="tp-note">
          <FormattedMessage id="approval.skipped" values={{ count: skipped }} />
        </p>
      )}
      <p className="tp-note">
        <FormattedMessage id="approval.hold.hint" />
      </p>
      {done > 0 && (
        <p className="tp-note">
          <FormattedMessage id="approval.some_done" values={{ count: done, left: remaining.length }} />
        </p>
      )}
    </>
  );
};

/** Field for the reason, with buttons for recent reasons. */
const ReasonField = ({
  approval: { state, send },
  recent,
}: Pick<Props, 'approval'> & { readonly recent: readonly string[] }) => {
  const intl = useIntl();
  return (
    <>
      <AreaField
        name="reason"
        label={<FormattedMessage id="approval.reason" />}
        value={state.context.reason}
        maxLength={MAX_REASON_LENGTH}
        required={isReasonRequired(state.context)}
        mark={intl.formatMessage({ id: 'approval.required' })}
        hint={<FormattedMessage id="approval.reason_hint" />}
        onChange={value => send({ type: 'type', reason: String(value) })}
      />
      {recent.length > 0 && (
        <div
          className="tp-decide-reasons"
          role="group"
          aria-label={intl.formatMessage({ id: 'approval.reason_recent' })}
        >
          {recent.map(text => (
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
    </>
  );
};

/** Buttons that confirm or cancel; a required reason must be written before. */
const ConfirmButtons = ({
  approval: { state, send },
  isTooLong,
  onConfirm,
}: Pick<Props, 'approval'> & { readonly isTooLong: boolean; readonly onConfirm: () => void }) => {
  const intl = useIntl();
  const { verdict, reason, failure } = state.context;
  const isDue = isReasonRequired(state.context);
  const isMissing = isDue && reason.trim() === '';
  const label = `approval.${verdict === APPROVED ? 'approve' : 'reject'}`;
  return (
    <>
      <button type="button" className="p-button p-button-secondary" onClick={() => send({ type: 'back' })}>
        <FormattedMessage id="confirm.no" />
      </button>
      <button
        type="button"
        className="p-button"
        data-first={isDue ? undefined : true}
        aria-disabled={isMissing || isTooLong}
        title={isMissing ? intl.formatMessage({ id: 'approval.reason_missing' }) : undefined}
        onClick={onConfirm}
      >
        <FormattedMessage id={failure === null ? label : 'state.retry'} />
      </button>
    </>
  );
};

/** Stops before the next part of the request. */
const StopButton = ({
  isStopping,
  onStop,
}: {
  readonly isStopping: boolean;
  readonly onStop: () => void;
}) => (
  <button type="button" className="p-button p-button-secondary" aria-disabled={isStopping} onClick={onStop}>
    <FormattedMessage id="approval.stop" />
  </button>
);

/**
 * Confirmation dialog of decisions, 340 px wide. Contains the reason where it is required, and shows the
 * progress of sending.
 */
export const DecideDialog = ({ approval, reasons }: Props) => {
  const { state, send } = approval;
  const id = useId();
  const [storedReasons, storeReasons] = useStoredValue(reasons, isNames);
  const recent = storedReasons ?? [];
  const { verdict, remaining, decided, refused, reason, failure } = state.context;
  const done = decided.length + refused.length;
  const total = remaining.length + done;
  const isSending = state.matches('submitting');
  const isStopping = state.matches({ submitting: 'stopping' });
  const isTooLong = Array.from(reason).length > MAX_REASON_LENGTH;
  const confirm = () => {
    if (isTooLong) return;
    const text = reason.trim();
    if (text !== '')
      storeReasons([text, ...recent.filter(other => other !== text)].slice(0, MAX_RECENT_REASONS));
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
      busy={isSending}
      onLeave={isSending ? undefined : () => send({ type: 'back' })}
    >
      <h2 id={id}>
        <FormattedMessage
          id={`approval.${isSending ? 'running' : 'confirm'}.${verdict}`}
          values={{ count: total }}
        />
      </h2>
      {isSending ? (
        <DecideProgress done={done} total={total} isStopping={isStopping} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys bubble from its fields: Ctrl+Enter confirms from the text as well
        <div className="tp-dialog-body tp-decide-body" onKeyDown={press}>
          <DecideSubject approval={approval} />
          <ReasonField approval={approval} recent={recent} />
          {failure !== null && <FailureNote failure={failure} />}
        </div>
      )}
      <div className="actions justify-content-end">
        {isSending ? (
          <StopButton isStopping={isStopping} onStop={() => send({ type: 'cancel' })} />
        ) : (
          <ConfirmButtons approval={approval} isTooLong={isTooLong} onConfirm={confirm} />
        )}
      </div>
    </DialogBox>
  );
};
