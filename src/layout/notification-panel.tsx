import { useSelector } from '@xstate/react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Icon } from '../components/icon.tsx';
import { NOTICE_ICONS } from '../components/notice.tsx';
import { useConsole } from '../console/context.ts';
import { useProductChoice } from '../console/product.ts';
import { PendingTasks } from '../screens/notices/pending-tasks.tsx';

/**
 * The user's pending tasks, and the notices of the banner since the console was opened, newest first.
 */
export const NotificationPanel = ({ onClose }: { readonly onClose: () => void }) => {
  const intl = useIntl();
  const banner = useSelector(useConsole().actor, state => state.context.banner);
  const past = useSelector(banner, state => state.context.past);
  const { product } = useProductChoice();
  return (
    <div className="tp-notifications">
      <h2>
        <FormattedMessage id="notices.title" />
      </h2>
      {product !== null && <PendingTasks product={product} onFollowed={onClose} />}
      <h3>
        <FormattedMessage id="notices.since_opened" />
      </h3>
      {past.length === 0 ? (
        <p>
          <FormattedMessage id="notices.none" />
        </p>
      ) : (
        <ul className="tp-past-notices" aria-label={intl.formatMessage({ id: 'notices.since_opened' })}>
          {past.map((notice, index) => (
            <li key={past.length - index} data-kind={notice.kind}>
              <Icon large name={NOTICE_ICONS[notice.kind]} />
              <span className="visually-hidden">{intl.formatMessage({ id: `notices.${notice.kind}` })}</span>
              <span>
                <FormattedMessage id={notice.message} {...(notice.values && { values: notice.values })} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
