import { FormattedMessage, useIntl } from 'react-intl';
import { PERMISSION_KEYS } from '../../../machines/startup.ts';
import { Icon } from '../../components/icon.tsx';
import { Failed, RowsAwaited } from '../../components/states.tsx';
import { useConfirm } from '../../console/confirm.ts';
import { failureOf, referenceOf } from '../../../machines/failure.ts';
import { useAddress, type RawSearch } from '../../console/address.ts';
import { useTellChanged } from '../../console/row-changes.ts';
import { useAsk, useConsole, useKnown, useMayWrite, useNotify } from '../../console/context.ts';
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

/** The columns of the file: those of the screen. */
const COLUMNS = ['role_name', 'role_code', 'base', ...PERMISSION_KEYS] as const;
/**
 * Whether deleted roles are shown too, and the dialog that is open: for a new role, or for the one of this
 * id.
 */
const readSearch = (raw: RawSearch) => ({
  deleted: raw['deleted'] === '1',
  kind: raw['modal'],
  id: Number(raw['id']),
});

/** /config/role: every role and its six levels; administrators change them. */
export const Screen = () => {
  const { actor } = useConsole();
  const tellChanged = useTellChanged();
  const { role: own } = useKnown();
  const admin = useMayWrite('administration');
  const intl = useIntl();
  const ask = useAsk();
  const confirm = useConfirm();
  const notify = useNotify();
  const reasonOf = useFailureReason();
  const [{ deleted, kind, id }, go] = useAddress(readSearch);
  const query = { ...(deleted && { show_deleted: true }) };
  const { answer, failure, busy, again } = useAllRows(roleOperations.page, query);
  useRefreshable({ answer, busy, again });
  const overlay = useOverlay();
  const roles = answer?.rows ?? [];
  const edited = kind === 'edit' ? roles.find(({ role_id }) => role_id === id) : undefined;
  const show = (dialog: Readonly<Record<string, string>>) => {
    overlay.opened();
    go(dialog);
  };
  const close = () => overlay.close(() => go({ modal: undefined, id: undefined }, { replace: true }));
  const done = (message: string, name: string | null, undo?: () => void) => {
    if (name === null) return;
    notify({
      kind: 'SUCCESS',
      message,
      values: { name },
      ...(undo && { action: { label: 'message.undo', act: undo } }),
    });
    again();
    tellChanged({ name: 'roles', selection: 'role' });
    if (edited?.role_code === own.code) actor.send({ type: 'self.changed' });
  };
  const restore = ({ role_id, role_name }: RoleRow) =>
    void ask(roleOperations.restore, { ids: [role_id] }).then(
      () => done('role.restored', role_name),
      (cause: unknown) =>
        notify({
          kind: 'ERROR',
          message: 'message.failed_because',
          values: { action: intl.formatMessage({ id: 'deed.restore' }), reason: reasonOf(failureOf(cause)) },
          timeout: -1,
          reference: referenceOf(failureOf(cause)),
        }),
    );
  /** A role that users still have stays, and the question says so. */
  const remove = (role: RoleRow) => {
    const { role_id, role_name } = role;
    const confirmed = confirm({
      kind: 'do',
      action: intl.formatMessage({ id: 'deed.remove' }),
      subject: intl.formatMessage({ id: 'role.delete.ask' }, { name: role_name }),
      act: () => ask(roleOperations.remove, { id: role_id }),
    });
    // Why it was not deleted the question has said before it was given up.
    void confirmed.then(
      happened => done('role.deleted', happened ? role_name : null, () => restore(role)),
      () => done('role.deleted', null),
    );
  };
  return (
    <article className="tp-screen">
      <header className="account-head">
        <div className="tp-screen-head">
          <h1>
            <FormattedMessage id="role.title" />
          </h1>
          <p>
            <FormattedMessage id="role.lead" />
          </p>
        </div>
        {admin && (
          <button type="button" className="p-button" onClick={() => show({ modal: 'add' })}>
            <Icon name="plus" />
            <FormattedMessage id="role.add" />
          </button>
        )}
      </header>
      <section className="tp-panel" aria-busy={busy}>
        <div className="tp-bar">
          <label className="check">
            <input
              type="checkbox"
              checked={deleted}
              onChange={event => go({ deleted: event.target.checked ? '1' : undefined })}
            />
            <FormattedMessage id="list.show_deleted" />
          </label>
          <div className="tp-bar-tools">
            <DownloadMenu path="roles" query={query} columns={deleted ? [...COLUMNS, 'status'] : COLUMNS} />
          </div>
        </div>
        {failure ? (
          <Failed trouble={failure} onAgain={again} />
        ) : answer === null ? (
          <RowsAwaited rows={4} />
        ) : (
          <RoleMatrix
            roles={roles}
            admin={admin}
            onEdit={role => show({ modal: 'edit', id: String(role.role_id) })}
            onRemove={remove}
            onRestore={restore}
          />
        )}
        {answer !== null && !admin && (
          <p className="tp-note">
            <FormattedMessage id="role.read_only" />
          </p>
        )}
      </section>
      {admin && kind === 'add' && (
        <RoleDialog
          id={null}
          onClosed={saved => {
            close();
            done('role.saved', saved?.role_name ?? null);
          }}
        />
      )}
      {admin && kind === 'edit' && id > 0 && (
        <RoleDialog
          key={id}
          id={id}
          onClosed={saved => {
            close();
            done('role.saved', saved?.role_name ?? null);
          }}
        />
      )}
    </article>
  );
};
