import { FormattedMessage, useIntl } from 'react-intl';
import { PERMISSION_KEYS } from '../../../machines/startup.ts';
import { Icon } from '../../components/icon.tsx';
import { NotLoaded } from '../../components/states.tsx';
import { useConfirm } from '../../console/confirm.ts';
import { failureOf, referenceOf } from '../../../machines/failure.ts';
import { useAddress, type RawSearch } from '../../console/address.ts';
import { useChanged, useReportChange } from '../../console/row-changes.ts';
import { useExecute, useConsole, useSignedInData, useMayWrite, useNotify } from '../../console/context.ts';
import { useRefreshable } from '../../console/refresh.ts';
import { useFailureReason } from '../../console/texts.ts';
import { roleOperations, type RoleRow } from '../../resources/role.ts';
import { DownloadMenu } from '../list/download-menu.tsx';
import '../list/list.css';
import '../screens.css';
import { useAllRows } from '../use-all-rows.ts';
import { useOverlay } from '../use-overlay.ts';
import './accounts.css';
import { RoleDialog } from './role-dialog.tsx';
import { RoleMatrix } from './role-matrix.tsx';

/** Columns of the download, as on the screen. */
const COLUMNS = ['role_name', 'role_code', 'base', ...PERMISSION_KEYS] as const;
/**
 * Parameters of the address: whether deleted roles are shown, and the open dialog with the id of its role.
 */
const readSearch = (raw: RawSearch) => ({
  deleted: raw['deleted'] === '1',
  kind: raw['modal'],
  id: Number(raw['id']),
});

/** State of the screen: the roles, the parameters of the address, and the commands that change them. */
const useRoles = () => {
  const [{ deleted, kind, id }, go] = useAddress(readSearch);
  const query = { ...(deleted && { show_deleted: true }) };
  const { answer, failure, busy, reload } = useAllRows(roleOperations.page, query);
  useRefreshable({ answer, busy, reload });
  useChanged('roles', reload);
  const overlay = useOverlay();
  return {
    deleted,
    kind,
    id,
    query,
    roles: answer?.rows ?? null,
    failure,
    busy,
    reload,
    showDeleted: (shown: boolean) => go({ deleted: shown ? '1' : undefined }),
    show: (dialog: Readonly<Record<string, string>>) => {
      overlay.opened();
      go(dialog);
    },
    close: () => overlay.close(() => go({ modal: undefined, id: undefined }, { replace: true })),
  };
};

/** Returns a function that announces a change of roles and reloads data that depends on roles. */
const useRoleDone = ({ roles, kind, id }: ReturnType<typeof useRoles>) => {
  const { actor } = useConsole();
  const { role: own } = useSignedInData();
  const reportChange = useReportChange();
  const notify = useNotify();
  const edited = kind === 'edit' ? roles?.find(({ role_id }) => role_id === id) : undefined;
  return (message: string, name: string | null, undo?: () => void) => {
    if (name === null) return;
    notify({
      kind: 'SUCCESS',
      message,
      values: { name },
      ...(undo && { action: { label: 'message.undo', act: undo } }),
    });
    reportChange({ name: 'roles', selection: 'role' });
    if (edited?.role_code === own.code) actor.send({ type: 'self.changed' });
  };
};

/** Commands that delete roles, with a confirmation, and restore them. */
const useRoleCommands = (done: ReturnType<typeof useRoleDone>) => {
  const intl = useIntl();
  const execute = useExecute();
  const confirm = useConfirm();
  const notify = useNotify();
  const reasonOf = useFailureReason();
  const restore = ({ role_id, role_name }: RoleRow) =>
    void execute(roleOperations.restore, { ids: [role_id] }).then(
      () => done('role.restored', role_name),
      (cause: unknown) =>
        notify({
          kind: 'ERROR',
          message: 'message.failed_because',
          values: {
            action: intl.formatMessage({ id: 'action.restore' }),
            reason: reasonOf(failureOf(cause)),
          },
          timeout: -1,
          reference: referenceOf(failureOf(cause)),
        }),
    );
  /** The server refuses to delete a role that users have; the confirmation dialog states that. */
  const remove = (role: RoleRow) => {
    const { role_id, role_name } = role;
    const confirmed = confirm({
      kind: 'do',
      action: intl.formatMessage({ id: 'action.remove' }),
      subject: intl.formatMessage({ id: 'role.delete.ask' }, { name: role_name }),
      act: () => execute(roleOperations.remove, { id: role_id }),
    });
    // The confirmation dialog has already shown the failure of a deletion.
    void confirmed.then(
      happened => done('role.deleted', happened ? role_name : null, () => restore(role)),
      () => done('role.deleted', null),
    );
  };
  return { restore, remove };
};

const RolesHead = ({ onAdd }: { readonly onAdd: (() => void) | null }) => (
  <header className="account-head">
    <div className="tp-screen-head">
      <h1>
        <FormattedMessage id="resource.roles.title" />
      </h1>
      <p>
        <FormattedMessage id="role.lead" />
      </p>
    </div>
    {onAdd !== null && (
      <button type="button" className="p-button" onClick={onAdd}>
        <Icon name="plus" />
        <FormattedMessage id="role.add" />
      </button>
    )}
  </header>
);

const RolesBar = ({ of }: { readonly of: ReturnType<typeof useRoles> }) => (
  <div className="tp-bar">
    <label className="check">
      <input type="checkbox" checked={of.deleted} onChange={event => of.showDeleted(event.target.checked)} />
      <FormattedMessage id="list.show_deleted" />
    </label>
    <div className="tp-bar-tools">
      <DownloadMenu path="roles" query={of.query} columns={of.deleted ? [...COLUMNS, 'status'] : COLUMNS} />
    </div>
  </div>
);

/** Id of the role in the open dialog; null: a new role, undefined: no dialog. */
const openRoleOf = (kind: string | undefined, id: number): number | null | undefined => {
  if (kind === 'add') return null;
  return kind === 'edit' && id > 0 ? id : undefined;
};

/** /config/role: roles with their six permission levels; administrators can change them. */
export const Screen = () => {
  const admin = useMayWrite('administration');
  const list = useRoles();
  const { roles, failure, busy, reload, show, close } = list;
  const done = useRoleDone(list);
  const { restore, remove } = useRoleCommands(done);
  const open = admin ? openRoleOf(list.kind, list.id) : undefined;
  return (
    <article className="tp-screen">
      <RolesHead onAdd={admin ? () => show({ modal: 'add' }) : null} />
      <section className="tp-panel" aria-busy={busy}>
        <RolesBar of={list} />
        {failure || roles === null ? (
          <NotLoaded failure={failure} onAgain={reload} rows={4} />
        ) : (
          <RoleMatrix
            roles={roles}
            admin={admin}
            onEdit={role => show({ modal: 'edit', id: String(role.role_id) })}
            onRemove={remove}
            onRestore={restore}
          />
        )}
        {roles !== null && !admin && (
          <p className="tp-note">
            <FormattedMessage id="role.read_only" />
          </p>
        )}
      </section>
      {open !== undefined && (
        <RoleDialog
          key={open}
          id={open}
          onClosed={saved => {
            close();
            done('role.saved', saved?.role_name ?? null);
          }}
        />
      )}
    </article>
  );
};
