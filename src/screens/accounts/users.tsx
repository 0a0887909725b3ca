import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { RowAction } from '../../components/grid/types.ts';
import { useAddress } from '../../console/address.ts';
import { useConfirm } from '../../console/confirm.ts';
import { useExecute, useMayWrite, useNotify, useSignedInData } from '../../console/context.ts';
import { useReportChange } from '../../console/row-changes.ts';
import { invitationOperations, invitations } from '../../resources/invitations.ts';
import type { RowOf } from '../../resources/resource.ts';
import { users } from '../../resources/users.ts';
import { InvitationDetail } from './invitation-detail.tsx';
import { NewUser } from './new-user.tsx';
import { ListScreen } from '../list/list-screen.tsx';

type InvitationRow = RowOf<typeof invitations>;

const LISTS = ['users', 'invitations'] as const;
const readTab = (raw: Readonly<Record<string, string>>) => ({
  tab: LISTS.find(list => list === raw['list']) ?? 'users',
});

const invitationDetail = (id: number, onClose: () => void) => <InvitationDetail id={id} onClose={onClose} />;
const newUserForm = (onClosed: () => void) => <NewUser onClosed={onClosed} />;

/** Withdraws an invitation after a confirmation, which shows a failure itself. */
const useWithdrawal = () => {
  const intl = useIntl();
  const execute = useExecute();
  const confirm = useConfirm();
  const notify = useNotify();
  const reportChange = useReportChange();
  return ({ id, email }: InvitationRow): void => {
    const action = intl.formatMessage({ id: 'invitation.withdraw' });
    const act = () => execute(invitationOperations.withdraw, { id });
    void confirm({ kind: 'do', action, subject: email, destructive: true, act }).then(
      isDone => {
        if (!isDone) return;
        reportChange(invitations);
        notify({ kind: 'SUCCESS', message: 'invitation.withdrawn', values: { email } });
      },
      () => undefined,
    );
  };
};

const Invitations = () => {
  const intl = useIntl();
  const mayWrite = useMayWrite('administration');
  const [resendId, setResendId] = useState<number | null>(null);
  const withdraw = useWithdrawal();
  const actions = useMemo(
    (): readonly RowAction<InvitationRow>[] =>
      mayWrite
        ? [
            {
              id: 'resend',
              label: intl.formatMessage({ id: 'invitation.resend' }),
              icon: 'renew',
              offered: row => row.status,
              run: row => setResendId(row.id),
            },
            {
              id: 'withdraw',
              label: intl.formatMessage({ id: 'invitation.withdraw' }),
              icon: 'bin',
              destructive: true,
              offered: row => row.status,
              run: withdraw,
            },
          ]
        : [],
    // oxlint-disable-next-line react/exhaustive-deps -- `withdraw` is new on each render and equivalent
    [intl, mayWrite],
  );
  return (
    <>
      <ListScreen resource={invitations} actions={actions} form={newUserForm} detail={invitationDetail} />
      {resendId !== null && <NewUser resendId={resendId} onClosed={() => setResendId(null)} />}
    </>
  );
};

/** /config/user: users, and the invitations that are not accepted yet. An agency sees its own user only. */
export const Screen = () => {
  const intl = useIntl();
  const { role } = useSignedInData();
  const [{ tab }] = useAddress(readTab);
  const usersList = <ListScreen key="users" resource={users} form={newUserForm} />;
  if (role.base === 'agency') return usersList;
  return (
    <div className="tp-screen tp-tabbed">
      <nav className="tp-tabs" aria-label={intl.formatMessage({ id: 'resource.users.title' })}>
        {LISTS.map(list => (
          // The lists have different parameters but share a path: the router would carry parameters from one
          // to the other.
          <Link
            key={list}
            to="/config/user"
            search={list === 'users' ? {} : ({ list } as object)}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={list === tab ? 'page' : undefined}
          >
            {intl.formatMessage({ id: `resource.${list}.title` })}
          </Link>
        ))}
      </nav>
      {tab === 'invitations' ? <Invitations key="invitations" /> : usersList}
    </div>
  );
};
