import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { Icon, type IconName } from '../../components/icon.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { present } from '../../resources/row.ts';
import { syncSettings } from '../../resources/sync-settings.ts';
import { useSyncRuns } from '../imports/use-sync-runs.ts';
import { useQueryState } from '../use-query.ts';
import { useFailedNotices, useWaitingApprovals, type Waiting } from '../pending-counts.ts';
import { useFailedDeliveries } from './failed-deliveries.ts';
import { useVisibleTasks } from './visible-tasks.ts';
import './notices.css';

/** Maximum number of scheduled imports that are checked. */
const MAX_CHECKED = 20;

interface LineProps extends Pick<Waiting, 'to' | 'search'> {
  readonly icon: IconName;
  readonly title: ReactNode;
  /** Whether there is something to do. */
  readonly due: boolean;
  readonly text: ReactNode;
  readonly onFollowed: () => void;
}
const Line = ({ icon, title, due, text, to, search, onFollowed }: LineProps) => (
  <li className="tp-pending-task" data-due={due}>
    <Icon large name={icon} />
    <Link to={to as '/'} search={search as object} onClick={onFollowed}>
      {title}
    </Link>
    <strong>{text}</strong>
  </li>
);

const CountText = ({ count }: { readonly count: number | null }) => {
  const show = useFormatter();
  if (count === null) return '…';
  return count === 0 ? <FormattedMessage id="notices.nothing" /> : show('count', count);
};

interface CountProps extends Pick<LineProps, 'icon' | 'onFollowed'> {
  readonly title: string;
  readonly of: Waiting;
}
const Count = ({ of: { count, query, ...way }, title, ...line }: CountProps) => {
  return (
    <Line
      {...line}
      {...way}
      title={<FormattedMessage id={title} />}
      due={count !== null && count > 0}
      text={query.failure === null ? <CountText count={count} /> : <FormattedMessage id="notices.unknown" />}
    />
  );
};

interface Props {
  readonly productId: number;
  readonly onFollowed: () => void;
}

const Approvals = ({ productId, onFollowed }: Props) => (
  <Count of={useWaitingApprovals(productId)} title="notices.approvals" icon="check" onFollowed={onFollowed} />
);
const Queue = ({ productId, onFollowed }: Props) => (
  <Count of={useFailedNotices(productId)} title="notices.queue" icon="offline" onFollowed={onFollowed} />
);

const Deliveries = ({ productId, onFollowed }: Props) => (
  <Count of={useFailedDeliveries(productId)} title="notices.deliveries" icon="mail" onFollowed={onFollowed} />
);

/** The latest run of a sync setting, if it failed. */
const Sync = ({
  id,
  name,
  onFollowed,
}: {
  readonly id: number;
  readonly name: string;
  readonly onFollowed: () => void;
}) => {
  const show = useFormatter();
  const last = useSyncRuns(id).runs?.[0];
  return last?.state !== 'failed' ? null : (
    <Line
      icon="renew"
      title={<FormattedMessage id="notices.sync" values={{ name }} />}
      due
      text={show('time', last.started_at)}
      to="/ad/sync-setting"
      search={{ modal: 'detail', id: String(id) }}
      onFollowed={onFollowed}
    />
  );
};
const Syncs = ({ productId, onFollowed }: Props) => {
  const { answer } = useQueryState(syncSettings.operations.page, {
    page_size: MAX_CHECKED,
    where: `product_id=${productId}&schedule__ne=none`,
  });
  return present(answer?.page?.results).map(({ id, name }) => (
    <Sync key={id} id={id} name={name} onFollowed={onFollowed} />
  ));
};

/** Pending tasks of a product, limited to those that the user may see. */
export const PendingTasks = ({
  product,
  onFollowed,
}: {
  readonly product: { readonly id: number; readonly title: string };
  readonly onFollowed: () => void;
}) => {
  const intl = useIntl();
  const visible = useVisibleTasks();
  const title = intl.formatMessage({ id: 'notices.pending_tasks' }, { product: product.title });
  const props = { productId: product.id, onFollowed };
  if (!Object.values(visible).includes(true)) return null;
  return (
    <section>
      <h3>{title}</h3>
      <ul className="tp-pending-tasks" aria-label={title}>
        {visible.approvals && <Approvals {...props} />}
        {visible.queue && <Queue {...props} />}
        {visible.deliveries && <Deliveries {...props} />}
        {visible.deliveries && <Syncs {...props} />}
      </ul>
    </section>
  );
};
