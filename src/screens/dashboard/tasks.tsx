import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { TagSeenDocument } from '../../../graphql/generated/graphql.ts';
import { Button } from '../../components/button.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { useFormatter } from '../../components/use-formatter.ts';
import { useLevel, useMayWrite } from '../../console/context.ts';
import { useRefreshable } from '../../console/refresh.ts';
import { useQueryState, type QueryState } from '../use-query.ts';
import { RETURNING } from '../use-overlay.ts';
import { useFailedNotices, useWaitingApprovals } from '../pending-counts.ts';

interface TaskProps {
  readonly title: string;
  readonly icon: IconName;
  /** Null: not known yet. */
  readonly text: ReactNode | null;
  /** Whether there is something to do. */
  readonly due: boolean;
  readonly to: string;
  readonly search: Readonly<Record<string, string>>;
  readonly query: QueryState<object>;
}

const Task = ({ title, icon, text, due, to, search, query }: TaskProps) => {
  const intl = useIntl();
  const { busy, failure, reload } = query;
  useRefreshable(query);
  const name = intl.formatMessage({ id: title });
  return (
    <li className="tp-task" data-due={due} aria-busy={busy}>
      <Icon name={icon} />
      <Link to={to as '/'} search={search as object} state={RETURNING}>
        {name}
      </Link>
      {failure === null ? (
        <strong>{text ?? '…'}</strong>
      ) : (
        <span role="alert">
          {intl.formatMessage({ id: 'dashboard.task_failed' })}{' '}
          <Button label={intl.formatMessage({ id: 'state.retry' })} onClick={reload} />
        </span>
      )}
    </li>
  );
};

interface CountTaskProps extends Pick<TaskProps, 'title' | 'icon' | 'to' | 'search' | 'query'> {
  /** Null: not known yet. */
  readonly count: number | null;
}

const CountTask = ({ count, ...task }: CountTaskProps) => {
  const show = useFormatter();
  const text = count === 0 ? <FormattedMessage id="dashboard.task_none" /> : show('count', count);
  return <Task {...task} due={count !== null && count > 0} text={count === null ? null : text} />;
};

const Approvals = ({ productId }: { readonly productId: number }) => (
  <CountTask title="dashboard.task_approvals" icon="check" {...useWaitingApprovals(productId)} />
);
const Notices = ({ productId }: { readonly productId: number }) => (
  <CountTask title="dashboard.task_notices" icon="offline" {...useFailedNotices(productId)} />
);

const Tag = ({ productId }: { readonly productId: number }) => {
  const show = useFormatter();
  const query = useQueryState(TagSeenDocument, { id: productId });
  const seen = query.answer?.one ?? null;
  // No tag reports the events of sample data, so its silence is no task.
  const isSample = seen?.is_sample_data === true && seen.verdict !== 'seen';
  return (
    <Task
      title="dashboard.task_tag"
      icon="detail"
      due={seen !== null && seen.verdict !== 'seen' && !isSample}
      to="/config/product"
      search={{ modal: 'edit', id: String(productId) }}
      query={query}
      text={
        seen && (
          <FormattedMessage
            id={isSample ? 'dashboard.tag.sample' : `dashboard.tag.${seen.verdict}`}
            values={{ last: show('time', seen.last_seen) }}
          />
        )
      }
    />
  );
};

/** Links to pending tasks, limited to those that the user may see and do. */
export const Tasks = ({ productId }: { readonly productId: number }) => {
  const intl = useIntl();
  const mayApprove = useLevel('cv_approval') !== 'none';
  const mayQueue = useLevel('result_queue') !== 'none';
  const maySetUp = useMayWrite('settings');
  if (!mayApprove && !mayQueue && !maySetUp) return null;
  return (
    <ul className="tp-tasks" aria-label={intl.formatMessage({ id: 'dashboard.tasks' })}>
      {mayApprove && <Approvals productId={productId} />}
      {mayQueue && <Notices productId={productId} />}
      {maySetUp && <Tag productId={productId} />}
    </ul>
  );
};
