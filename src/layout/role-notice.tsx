import { useSelector } from '@xstate/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { DEFAULT_ROLE } from '../../machines/startup.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { useConsole } from '../console/context.ts';
import './notice-bar.css';

/**
 * Notice while the user's role could not be loaded, so that the default role without permissions applies; has
 * a button to load it again.
 */
export const RoleNotice = () => {
  const intl = useIntl();
  const { actor } = useConsole();
  const isDefault = useSelector(actor, ({ context }) => context.data?.role === DEFAULT_ROLE);
  const isLoading = useSelector(actor, state => state.matches({ open: 'renewing' }));
  return (
    <div role="status">
      {isDefault && (
        <div className="notice-bar">
          <Icon large name="warning" />
          <p>
            <FormattedMessage id="shell.role.unavailable" />
          </p>
          <Button
            label={intl.formatMessage({ id: 'state.retry' })}
            disabled={isLoading}
            onClick={() => actor.send({ type: 'self.changed' })}
          />
        </div>
      )}
    </div>
  );
};
