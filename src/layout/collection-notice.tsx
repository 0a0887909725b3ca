import { FormattedMessage } from 'react-intl';
import { Icon } from '../components/icon.tsx';
import { useCollectionStatus } from '../screens/use-collection-status.ts';
import './notice-bar.css';

/**
 * Notice to administrators while the loader is stalled, so that accepted events do not reach reports; states
 * what to do.
 */
export const CollectionNotice = () => {
  const status = useCollectionStatus();
  return (
    <div role="status">
      {status?.is_loader_stalled === true && (
        <div className="notice-bar">
          <Icon large name="warning" />
          <p>
            <FormattedMessage id="shell.collection.stalled" />
          </p>
        </div>
      )}
      {status?.has_rejected_rows === true && (
        <div className="notice-bar">
          <Icon large name="warning" />
          <p>
            <FormattedMessage
              id="shell.collection.rejected"
              values={{ command: <code>npm run replay-rejected</code> }}
            />
          </p>
        </div>
      )}
    </div>
  );
};
