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

/** How often the countdown looks at the clock, in milliseconds. */
const LOOKS_EVERY_MS = 200;

/**
 * The whole seconds that are left, counted by the clock and not by its own ticks, which a page in the
 * background is denied.
 */
const SecondsLeft = ({ endsAt }: { readonly endsAt: number }) => {
  const left = () => Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000));
  const [seconds, setSeconds] = useState(left);
  const look = useEffectEvent(() => setSeconds(left()));
  useEffect(() => {
    const timer = setInterval(() => look(), LOOKS_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <small>
      <FormattedMessage id="approval.hold.left" values={{ seconds }} />
    </small>
  );
};

/**
 * What was decided last, where notices are shown: while it is held, how long one may still take it back;
 * afterwards the way to decide otherwise,
 * which asks for a reason. A screen reader is told when it appears and when the hold is over, not every
 * second.
 */
export const UndoBar = ({ hold: { state, send, endsAt }, onChange }: Props) => {
  const intl = useIntl();
  const reasonOf = useFailureReason();
  const { to, rows, request, failure } = state.context;
  const count = rows.length;
  const [isHeld, over, unsure, sending] = [
    state.matches('held'),
    state.matches('over'),
    state.matches('unsure'),
    state.matches('takingBack'),
  ];
  const takeBack = () => send({ type: 'takeBack' });
  useUndoKey(isHeld, takeBack);
  const other = to === APPROVED ? REJECTED : APPROVED;
  const change = () => {
    send({ type: 'dismiss' });
    onChange(other, rows);
  };
  const announcement = () => {
    if (isHeld)
      return intl.formatMessage(
        { id: 'approval.hold.told' },
        { done: intl.formatMessage({ id: `approval.done.${to}` }, { count }) },
      );
    if (over) return intl.formatMessage({ id: 'approval.hold.over' });
    return unsure && failure !== null
      ? intl.formatMessage({ id: 'approval.hold.unsure' }, { reason: reasonOf(failure) })
      : '';
  };
  return (
    <AmongNotices>
      <span className="visually-hidden" role="status">
        {announcement()}
      </span>
      {(isHeld || over || unsure || sending) && (
        <section aria-label={intl.formatMessage({ id: 'approval.hold.bar' })}>
          <div
            className="banner tp-undo"
            data-kind={unsure ? 'ERROR' : 'SUCCESS'}
            role="presentation"
            onPointerEnter={() => send({ type: 'enter' })}
            onPointerLeave={() => send({ type: 'leave' })}
            onFocus={() => send({ type: 'enter' })}
            onBlur={() => send({ type: 'leave' })}
          >
            <Icon large name={unsure ? 'error' : 'success'} />
            <span className="tp-undo-text">
              <span>
                {unsure ? announcement() : <FormattedMessage id={`approval.done.${to}`} values={{ count }} />}
              </span>
              {isHeld && <SecondsLeft key={request} endsAt={endsAt} />}
              {over && (
                <small>
                  <FormattedMessage id="approval.hold.over" />
                </small>
              )}
              {unsure && failure?.kind === 'broken' && <FailureReference {...failure} />}
              {sending && (
                <small>
                  <FormattedMessage id="approval.hold.sending" />
                </small>
              )}
            </span>
            {isHeld && (
              <button
                type="button"
                className="banner-action"
                aria-keyshortcuts="Control+Z"
                onClick={takeBack}
              >
                <FormattedMessage id="approval.take_back" />
                <kbd aria-hidden="true">Ctrl+Z</kbd>
              </button>
            )}
            {over && (
              <button type="button" className="banner-action" onClick={change}>
                <FormattedMessage id={`approval.change.${other}`} />
              </button>
            )}
            {unsure && (
              <button type="button" className="banner-action" onClick={takeBack}>
                <FormattedMessage id="state.again" />
              </button>
            )}
            {!sending && (
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
