import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Failure } from '../../machines/failure.ts';
import { isServerUnreachable } from '../../machines/session.ts';
import { useConsole } from '../console/context.ts';
import { FailureNote } from '../screens/failure-note.tsx';
import { PublicPage } from '../screens/public-page.tsx';

/**
 * Placeholder of the frame during the start-up; the style sheet shows it after a delay (`.skeleton` in
 * skeleton.css).
 */
export const Starting = () => {
  const isUnreachable = useSelector(
    useSelector(useConsole().actor, state => state.context.session),
    isServerUnreachable,
  );
  return (
    <div className={`shell skeleton${isUnreachable ? '' : ' starting'}`} aria-busy="true">
      <div className="sidebar" aria-hidden="true">
        <i style={{ width: '60%' }} />
        <i />
        <i />
        <i />
      </div>
      <div className="workplace">
        <div className="navbar" aria-hidden="true">
          <i style={{ width: '180px' }} />
        </div>
        <main className="main">
          <p role="status" className="visually-hidden">
            <FormattedMessage id={isUnreachable ? 'startup.waiting' : 'startup.loading'} />
          </p>
          {isUnreachable && (
            <p>
              <FormattedMessage id="startup.waiting" />
            </p>
          )}
          <i style={{ width: '220px', height: '28px' }} aria-hidden="true" />
          <i style={{ height: '96px' }} aria-hidden="true" />
          <i style={{ height: '320px' }} aria-hidden="true" />
        </main>
      </div>
    </div>
  );
};

/** The start-up failed: the reason, and a button to retry. */
export const StartFailed = ({
  failure,
  again,
}: {
  readonly failure: Failure;
  readonly again: () => void;
}) => {
  const { actor } = useConsole();
  const session = useSelector(actor, state => state.context.session);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <PublicPage>
      <h1 tabIndex={-1} ref={heading}>
        <FormattedMessage id="startup.failed" />
      </h1>
      <FailureNote failure={failure} />
      <div className="actions">
        <button type="button" className="p-button" onClick={again}>
          <FormattedMessage id="startup.retry" />
        </button>
        <button
          type="button"
          className="p-button p-button-text"
          onClick={() => session.send({ type: 'signOut' })}
        >
          <FormattedMessage id="shell.signOut" />
        </button>
      </div>
    </PublicPage>
  );
};
