import { useEffect, useEffectEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { APPROVED, REJECTED, type Candidate, type Verdict } from '../../../machines/decision.ts';
import { AmongNotices } from '../../components/among-notices.tsx';
import { FailureReference } from '../../components/failure-reference.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { useFailureReason } from '../../console/texts.ts';
import type { DecisionHold } from './use-decision-hold.ts';

interface Props {
  readonly hold: DecisionHold;
  /** Opens the opposite decision on the rows, for decisions that can no longer be taken back. */
  readonly onChange: (to: Verdict, rows: readonly Candidate[]) => void;
}

const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

/** Takes the decisions back on Ctrl+Z, except in text fields and dialogs. */
const useUndoKey = (on: boolean, undo: () => void): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.key.toLowerCase() !== 'z' ||
      !(event.ctrlKey || event.metaKey) ||
      event.shiftKey ||
      event.altKey
    )
      return;
    if (
      event.target instanceof HTMLElement &&
      (event.target.matches(FIELDS) || event.target.closest('dialog') !== null)
    )
      return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    if (!on) return undefined;
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [on]);
};

/** Interval in ms at which the countdown is updated. */
const COUNTDOWN_INTERVAL_MS = 200;

/** Remaining whole seconds, computed from the clock, since timers of background pages are throttled. */
const SecondsLeft = ({ endsAt }: { readonly endsAt: number }) => {
  const left = () => Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  const look = useEffectEvent(() => setSeconds(left()));
  useEffect(() => {
    const timer = setInterval(() => look(), COUNTDOWN_INTERVAL_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <small>
      <FormattedMessage id="approval.hold.left" values={{ seconds }} />
    </small>
  );
};

/** Announcement for screen readers: the hold has begun or ended, or why nothing was taken back. */
const useAnnouncement = ({ state }: DecisionHold): string => {
  const intl = useIntl();
  const reasonOf = useFailureReason();
  const { verdict, rows, failure } = state.context;
  if (state.matches('onHold')) {
    const done = intl.formatMessage({ id: `approval.done.${verdict}` }, { count: rows.length });
    return intl.formatMessage({ id: 'approval.hold.notice' }, { done });
  }
  if (state.matches('expired')) return intl.formatMessage({ id: 'approval.hold.over' });
  return state.matches('unconfirmed') && failure !== null
    ? intl.formatMessage({ id: 'approval.hold.unsure' }, { reason: reasonOf(failure) })
    : '';
};

/** The decisions, and the remaining time of the hold. */
const UndoText = ({
  hold: { state, endsAt },
  failed,
}: {
  readonly hold: DecisionHold;
  readonly failed: string;
}) => {
  const { verdict, rows, request, failure } = state.context;
  const isUnsure = state.matches('unconfirmed');
  return (
    <span className="tp-undo-text">
      <span>
        {isUnsure ? (
          failed
        ) : (
          <FormattedMessage id={`approval.done.${verdict}`} values={{ count: rows.length }} />
        )}
      </span>
      {state.matches('onHold') && <SecondsLeft key={request} endsAt={endsAt} />}
      {state.matches('expired') && (
        <small>
          <FormattedMessage id="approval.hold.over" />
        </small>
      )}
      {isUnsure && failure?.kind === 'broken' && <FailureReference {...failure} />}
      {state.matches('takingBack') && (
        <small>
          <FormattedMessage id="approval.hold.sending" />
        </small>
      )}
    </span>
  );
};

/** Button that takes back during the hold, then opens the opposite decision, or retries after a failure. */
const UndoButton = ({ hold: { state, send }, onChange }: Props) => {
  const { verdict, rows } = state.context;
  const other = verdict === APPROVED ? REJECTED : APPROVED;
  const takeBack = () => send({ type: 'takeBack' });
  const change = () => {
    send({ type: 'dismiss' });
    onChange(other, rows);
  };
  if (state.matches('onHold'))
    return (
      <button type="button" className="banner-action" aria-keyshortcuts="Control+Z" onClick={takeBack}>
        <FormattedMessage id="approval.take_back" />
        <kbd aria-hidden="true">Ctrl+Z</kbd>
      </button>
    );
  if (state.matches('expired'))
    return (
      <button type="button" className="banner-action" onClick={change}>
        <FormattedMessage id={`approval.change.${other}`} />
      </button>
    );
  return (
    state.matches('unconfirmed') && (
      <button type="button" className="banner-action" onClick={takeBack}>
        <FormattedMessage id="state.retry" />
      </button>
    )
  );
};

/**
 * The latest decisions, in the notice area. During the hold with a countdown and undo; afterwards with the
 * opposite decision, which requires a reason. Screen readers hear when the bar appears and when the hold
 * ends, not each second.
 */
export const UndoBar = ({ hold, onChange }: Props) => {
  const { state, send } = hold;
  const intl = useIntl();
  const announcement = useAnnouncement(hold);
  const isUnsure = state.matches('unconfirmed');
  const isSending = state.matches('takingBack');
  useUndoKey(state.matches('onHold'), () => send({ type: 'takeBack' }));
  return (
    <AmongNotices>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      {(state.matches('onHold') || state.matches('expired') || isUnsure || isSending) && (
        <section aria-label={intl.formatMessage({ id: 'approval.hold.bar' })}>
          <div
            className="banner tp-undo"
            data-kind={isUnsure ? 'ERROR' : 'SUCCESS'}
            role="presentation"
            onPointerEnter={() => send({ type: 'enter' })}
            onPointerLeave={() => send({ type: 'leave' })}
            onFocus={() => send({ type: 'enter' })}
            onBlur={() => send({ type: 'leave' })}
          >
            <Icon large name={isUnsure ? 'error' : 'success'} />
            <UndoText hold={hold} failed={announcement} />
            <UndoButton hold={hold} onChange={onChange} />
            {!isSending && (
              <IconButton
                icon="close"
                large
                label={intl.formatMessage({ id: 'shell.close' })}
                onClick={() => send({ type: 'dismiss' })}
              />
            )}
          </div>
        </section>
      )}
    </AmongNotices>
  );
};
