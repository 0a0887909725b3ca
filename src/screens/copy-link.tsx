import { useRouterState } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { Button } from '../components/button.tsx';
import { copy } from '../components/copy.ts';
import { Icon } from '../components/icon.tsx';
import { useCopied } from './use-copy-notice.ts';

/** Copies the current address, which contains the complete query. */
export const CopyLink = () => {
  const intl = useIntl();
  const href = useRouterState({ select: state => state.location.href });
  const copied = useCopied();
  return (
    <Button
      label={intl.formatMessage({ id: 'list.copy_link' })}
      icon={<Icon name="link" />}
      onClick={() =>
        void copy(window.location.origin + href).then(
          () => copied(true),
          () => copied(false),
        )
      }
    />
  );
};
