import { useSelector } from '@xstate/react';
import { FormattedMessage } from 'react-intl';
import { isServerUnreachable } from '../../machines/session.ts';
import { Icon } from '../components/icon.tsx';
import { useConsole } from '../console/context.ts';
import { useSignedInActors } from '../console/signed-in.ts';

const Down = ({ message }: { readonly message: string }) => (
  <p className="line" data-kind="down">
    <Icon large name="offline" />
    <FormattedMessage id={message} />
  </p>
);

const Slow = () => {
  const { network } = useSignedInActors();
  const mayCancel = useSelector(network, state => state.can({ type: 'cancel' }));
  return (
    <p className="line" data-kind="slow">
      <span className="spinner" aria-hidden="true" />
      <FormattedMessage id="shell.network.slow" />
      {mayCancel && (
        <button
          type="button"
          className="p-button p-button-text p-button-sm"
          onClick={() => network.send({ type: 'cancel' })}
        >
          <FormattedMessage id="shell.network.cancel" />
        </button>
      )}
    </p>
  );
};

/** @returns the most severe problem of the connection to the server; null: no problem */
const useConnection = (): 'lost' | 'unreachable' | 'slow' | null => {
  const { network } = useSignedInActors();
  const session = useSelector(useConsole().actor, state => state.context.session);
  const isLost = useSelector(network, state => state.matches({ line: 'down' }));
  const isUnreachable = useSelector(session, isServerUnreachable);
  const isSlow = useSelector(network, state => state.matches({ pace: 'slow' }));
  if (isLost) return 'lost';
  if (isUnreachable) return 'unreachable';
  return isSlow ? 'slow' : null;
};

/** State of the connection if there is a problem: offline, server unreachable, or slow requests. */
export const Line = () => {
  const connection = useConnection();
  return (
    <div role="status">
      {connection === 'lost' && <Down message="shell.network.lost" />}
      {connection === 'unreachable' && <Down message="shell.network.unreachable" />}
      {connection === 'slow' && <Slow />}
    </div>
  );
};
