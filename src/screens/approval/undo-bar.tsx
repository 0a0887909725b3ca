import { useEffect, useEffectEvent, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { APPROVED, REJECTED, type Candidate, type Verdict } from '../../../machines/cv-approval.ts';
import { AmongNotices } from '../../components/among-notices.tsx';
import { FailureReference } from '../../components/failure-reference.tsx';
import { Icon } from '../../components/icon.tsx';
import { useFailureReason } from '../../console/texts.ts';
import type { DecisionHold } from './use-decision-hold.ts';

interface Props {
  readonly hold: DecisionHold;
  /** Decides the other way over the rows: what the bar offers once they cannot be taken back. */
  readonly onChange: (to: Verdict, rows: readonly Candidate[]) => void;
}

const FIELDS = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

/** Ctrl+Z takes back, unless it is meant for a field or a dialog. */
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

/** How often the countdown reads the clock. */
const COUNTDOWN_INTERVAL_MS = 200;

/**
 * The whole seconds that are left, counted by the clock and not by its own ticks, which a page in the
 * background is denied.
 */
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

/** What the screen reader hears: that the hold began, that it is over, or why nothing was taken back. */
const useAnnouncement = ({ state }: DecisionHold): string => {
  const intl = useIntl();
  const reasonOf = useFailureReason();
  const { to, rows, failure } = state.context;
  if (state.matches('held')) {
    const done = intl.formatMessage({ id: `approval.done.${to}` }, { count: rows.length });
    return intl.formatMessage({ id: 'approval.hold.told' }, { done });
  }
  if (state.matches('over')) return intl.formatMessage({ id: 'approval.hold.over' });
  return state.matches('unsure') && failure !== null
    ? intl.formatMessage({ id: 'approval.hold.unsure' }, { reason: reasonOf(failure) })
    : '';
};

/** What was decided, and what of the hold is left. */
const UndoText = ({
  hold: { state, endsAt },
  failed,
}: {
  readonly hold: DecisionHold;
  readonly failed: string;
}) => {
  const { to, rows, request, failure } = state.context;
  const isUnsure = state.matches('unsure');
  return (
    <span className="tp-undo-text">
      <span>
        {isUnsure ? failed : <FormattedMessage id={`approval.done.${to}`} values={{ count: rows.length }} />}
      </span>
      {state.matches('held') && <SecondsLeft key={request} endsAt={endsAt} />}
      {state.matches('over') && (
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

/** Takes back while that is possible; afterwards decides the other way, or repeats what failed. */
const UndoButton = ({ hold: { state, send }, onChange }: Props) => {
  const { to, rows } = state.context;
  const other = to === APPROVED ? REJECTED : APPROVED;
  const takeBack = () => send({ type: 'takeBack' });
  const change = () => {
    send({ type: 'dismiss' });
    onChange(other, rows);
  };
  if (state.matches('held'))
    return (
      <button type="button" className="banner-action" aria-keyshortcuts="Control+Z" onClick={takeBack}>
        <FormattedMessage id="approval.take_back" />
        <kbd aria-hidden="true">Ctrl+Z</kbd>
      </button>
    );
  if (state.matches('over'))
    return (
      <button type="button" className="banner-action" onClick={change}>
        <FormattedMessage id={`approval.change.${other}`} />
      </button>
    );
  return (
    state.matches('unsure') && (
      <button type="button" className="banner-action" onClick={takeBack}>
        <FormattedMessage id="state.again" />
      </button>
    )
  );
};

/**
 * What was decided last, where notices are shown: during the hold, how long it can still be taken back;
 * afterwards the other decision, which asks for a reason. A screen reader hears when it appears and when the
 * hold is over, not every second.
 */
export const UndoBar = ({ hold, onChange }: Props) => {
  const { state, send } = hold;
  const intl = useIntl();
  const announcement = useAnnouncement(hold);
  const isUnsure = state.matches('unsure');
  const isSending = state.matches('takingBack');
  useUndoKey(state.matches('held'), () => send({ type: 'takeBack' }));
  return (
    <AmongNotices>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      {(state.matches('held') || state.matches('over') || isUnsure || isSending) && (
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
              <button
                type="button"
                className="icon-button"
                aria-label={intl.formatMessage({ id: 'shell.close' })}
                onClick={() => send({ type: 'dismiss' })}
              >
                <Icon large name="close" />
              </button>
            )}
          </div>
        </section>
      )}
    </AmongNotices>
  );
};
