import { useSelector } from '@xstate/react';
import { FormattedMessage } from 'react-intl';
import { Icon } from '../components/icon.tsx';
import { useInside } from '../console/inside.ts';

/** The way to the server, where there is something to say about it: there is none, or it takes long. */
export const Line = () => {
  const { network } = useInside();
  const down = useSelector(network, state => state.matches({ line: 'down' }));
  const slow = useSelector(network, state => state.matches({ pace: 'slow' }));
  const mayCancel = useSelector(network, state => state.can({ type: 'cancel' }));
  return (
    <div role="status">
      {down
        ? <p className="line" data-kind="down"><Icon large name="offline" /><FormattedMessage id="shell.network.lost" /></p>
        : slow && (
          <p className="line" data-kind="slow">
            <span className="spinner" aria-hidden="true" />
            <FormattedMessage id="shell.network.slow" />
            {mayCancel && <button type="button" className="p-button p-button-text p-button-sm" onClick={() => network.send({ type: 'cancel' })}><FormattedMessage id="shell.network.cancel" /></button>}
          </p>
        )}
    </div>
  );
};
