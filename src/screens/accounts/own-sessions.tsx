import { Link } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { BusyButton } from '../../components/busy-button.tsx';
import { Button } from '../../components/button.tsx';
import { DialogBox } from '../../components/dialog-box.tsx';
import { time } from '../../components/formats.ts';
import { Icon } from '../../components/icon.tsx';
import { NotLoaded } from '../../components/states.tsx';
import { useSignedInData } from '../../console/context.ts';
import { useRefreshable } from '../../console/refresh.ts';
import { FailureNote } from '../failure-note.tsx';
import '../screens.css';
import './own-sessions.css';
import { useOwnSessions, type OwnSessionsView, type SessionRow } from './use-own-sessions.ts';

/** Browser and operating system of a session as one text. */
const useSessionName = (): ((session: SessionRow) => string) => {
  const intl = useIntl();
  return ({ browser, os }) => {
    const named = browser ?? intl.formatMessage({ id: 'session.browser.unknown' });
    return os === null ? named : `${named} · ${os}`;
  };
};

const DEVICES = ['desktop', 'mobile', 'tablet'] as const;
const DEVICE_ICONS = { desktop: 'computer', mobile: 'phone', tablet: 'phone' } as const;

/** Device, address and times of a session. */
const SessionFacts = ({
  session: { address, started_at, last_used_at },
}: {
  readonly session: SessionRow;
}) => {
  const intl = useIntl();
  const none = intl.formatMessage({ id: 'session.not_recorded' });
  const facts = [
    ['session.last_used_at', time(last_used_at)],
    ['session.started_at', started_at === null ? none : time(started_at)],
    ['session.address', address ?? none],
  ] as const;
  return (
    <dl className="tp-session-facts">
      {facts.map(([label, text]) => (
        <div key={label}>
          <dt>
            <FormattedMessage id={label} />
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
};

interface ItemProps {
  readonly session: SessionRow;
  readonly disabled: boolean;
  readonly onRevoke: () => void;
}

const SessionItem = ({ session, disabled, onRevoke }: ItemProps) => {
  const intl = useIntl();
  const name = useSessionName()(session);
  const device = DEVICES.find(one => one === session.device);
  return (
    <li className="tp-session">
      <Icon name={device === undefined ? 'help' : DEVICE_ICONS[device]} />
      <div className="tp-session-text">
        <h2>
          {name}
          {device !== undefined && (
            <span className="tp-session-device">
              <FormattedMessage id={`session.device.${device}`} />
            </span>
          )}
          {session.current && (
            <span className="tp-session-current">
              <FormattedMessage id="session.current" />
            </span>
          )}
        </h2>
        <SessionFacts session={session} />
      </div>
      {!session.current && (
        <Button
          label={intl.formatMessage({ id: 'session.revoke' })}
          name={intl.formatMessage({ id: 'session.revoke.name' }, { session: name })}
          disabled={disabled}
          opens
          onClick={onRevoke}
        />
      )}
    </li>
  );
};

/** Confirmation of the end of one session or of all others. */
const RevocationDialog = ({ view }: { readonly view: OwnSessionsView }) => {
  const { state, send, sessions, count, revocation, failure } = view;
  const id = useId();
  const nameOf = useSessionName();
  const busy = state.matches('revoking');
  const session = revocation.kind === 'one' ? sessions?.find(one => one.id === revocation.id) : undefined;
  return (
    <DialogBox
      labelledBy={id}
      className="modal confirm"
      alert
      light
      busy={busy}
      onLeave={() => send({ type: 'cancel' })}
    >
      <h2 id={id}>
        <FormattedMessage id={`session.confirm.${revocation.kind}`} values={{ count: count - 1 }} />
      </h2>
      {session !== undefined && <p className="confirm-subject">{nameOf(session)}</p>}
      <p className="tp-note">
        <FormattedMessage id="session.confirm.hint" />
      </p>
      {failure !== null && <FailureNote failure={failure} />}
      <div className="actions justify-content-end">
        <button
          type="button"
          className="p-button p-button-secondary"
          data-first
          disabled={busy}
          onClick={() => send({ type: 'cancel' })}
        >
          <FormattedMessage id="confirm.no" />
        </button>
        <BusyButton busy={busy} onClick={() => send({ type: 'confirm' })}>
          <FormattedMessage id={revocation.kind === 'one' ? 'session.revoke' : 'session.revoke_others'} />
        </BusyButton>
      </div>
    </DialogBox>
  );
};

const SessionList = ({
  view,
  sessions,
}: {
  readonly view: OwnSessionsView;
  readonly sessions: readonly SessionRow[];
}) => {
  const { state, send, count } = view;
  return (
    <>
      <ul className="tp-sessions" aria-busy={state.hasTag('busy')}>
        {sessions.map(session => (
          <SessionItem
            key={session.id}
            session={session}
            disabled={!state.matches('listed')}
            onRevoke={() => send({ type: 'revoke', revocation: { kind: 'one', id: session.id } })}
          />
        ))}
      </ul>
      {count === 1 && (
        <p className="tp-note">
          <FormattedMessage id="session.only_this" />
        </p>
      )}
      {count > sessions.length && (
        <p className="tp-note">
          <FormattedMessage id="session.shown" values={{ shown: sessions.length, count }} />
        </p>
      )}
    </>
  );
};

/** Hints below the list; the first leads to the change of the password. */
const SessionNotes = () => {
  const { profile } = useSignedInData();
  return (
    <div className="tp-session-notes">
      <p className="tp-note">
        <FormattedMessage id="session.suspicious" />{' '}
        <Link to={'/config/user/$id/password' as never} params={{ id: String(profile.id) } as never}>
          <FormattedMessage id="shell.password" />
        </Link>
      </p>
      <p className="tp-note">
        <FormattedMessage id="session.note" />
      </p>
    </div>
  );
};

/** /config/sessions: the sessions of the signed-in user, who can end the others. */
export const Screen = () => {
  const intl = useIntl();
  const heading = useRef<HTMLHeadingElement>(null);
  const [revocations, setRevocations] = useState(0);
  // The row of an ended session is removed, and the button that had the focus with it.
  useEffect(() => {
    if (revocations > 0) heading.current?.focus();
  }, [revocations]);
  const view = useOwnSessions(() => setRevocations(before => before + 1));
  const { state, send, list, sessions, count, failure } = view;
  const isConfirming = state.matches('confirming') || state.matches('revoking');
  const reload = () => send({ type: 'reload' });
  useRefreshable({ answer: list, busy: state.hasTag('busy'), reload });
  return (
    <article className="tp-screen tp-own-sessions">
      <header className="tp-screen-head">
        <h1 ref={heading} tabIndex={-1}>
          <FormattedMessage id="shell.sessions" />
        </h1>
        <p>
          <FormattedMessage id="session.lead" />
        </p>
      </header>
      <section className="tp-panel">
        {count > 1 && (
          <div className="tp-session-tools">
            <Button
              label={intl.formatMessage({ id: 'session.revoke_others' })}
              disabled={!state.matches('listed')}
              opens
              onClick={() => send({ type: 'revoke', revocation: { kind: 'others' } })}
            />
          </div>
        )}
        {sessions === null || state.matches('failed') ? (
          <NotLoaded failure={state.matches('failed') ? failure : null} onAgain={reload} rows={3} />
        ) : (
          <SessionList view={view} sessions={sessions} />
        )}
        <SessionNotes />
      </section>
      {isConfirming && <RevocationDialog view={view} />}
    </article>
  );
};
