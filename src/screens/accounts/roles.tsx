import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PERMISSION_KEYS } from '../../../machines/startup.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { Failed, RowsAwaited } from '../../components/states.tsx';
import { useConfirm } from '../../console/confirm.ts';
import { failureOf, referenceOf } from '../../../machines/failure.ts';
import { useTellChanged } from '../../console/changed.ts';
import { useAsk, useConsole, useKnown, useMayWrite, useNotify } from '../../console/context.ts';
import { useFailureReason } from '../../console/texts.ts';
import { isBase, isSystemRole, roleOperations, type RoleRow } from '../../resources/role.ts';
import { present } from '../../resources/row.ts';
import '../screens.css';
import { useInquiry } from '../use-inquiry.ts';
import './accounts.css';
import { LevelMark } from './level.tsx';
import { RoleDialog } from './role-dialog.tsx';

const ALL = { page_size: 9999 };
type Task = { readonly kind: 'add' } | { readonly kind: 'edit'; readonly role: RoleRow };

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
  const { answer, failure, busy, again } = useInquiry(roleOperations.page, ALL);
  const [task, setTask] = useState<Task | null>(null);
  const roles = present(answer?.page?.results);
  const done = (message: string, name: string | null, undo?: () => void) => {
    setTask(null);
    if (name === null) return;
    notify({ kind: 'SUCCESS', message, values: { name }, ...(undo && { action: { label: 'message.undo', act: undo } }) });
    again();
    tellChanged({ name: 'roles', selection: 'role' });
    if (task?.kind === 'edit' && task.role.role_code === own.code) actor.send({ type: 'self.changed' });
  };
  const restore = ({ role_id, role_name }: RoleRow) => void ask(roleOperations.restore, { ids: [role_id] }).then(
    () => done('role.restored', role_name),
    (cause: unknown) => notify({ kind: 'ERROR', message: 'message.failed_because', values: { action: intl.formatMessage({ id: 'deed.restore' }), reason: reasonOf(failureOf(cause)) }, timeout: -1, reference: referenceOf(failureOf(cause)) }));
  /** A role that users still have stays, and the question says so. */
  const remove = (role: RoleRow) => {
    const { role_id, role_name } = role;
    const asked = confirm({
      kind: 'do', action: intl.formatMessage({ id: 'deed.remove' }), subject: intl.formatMessage({ id: 'role.delete.ask' }, { name: role_name }),
      act: () => ask(roleOperations.remove, { id: role_id }),
    });
    // Why it was not deleted the question has said before it was given up.
    void asked.then(happened => done('role.deleted', happened ? role_name : null, () => restore(role)), () => done('role.deleted', null));
  };
  return (
    <article className="tp-screen">
      <header className="account-head">
        <div className="tp-screen-head">
          <h1><FormattedMessage id="role.title" /></h1>
          <p><FormattedMessage id="role.lead" /></p>
        </div>
        {admin && <button type="button" className="p-button" onClick={() => setTask({ kind: 'add' })}><Icon name="plus" /><FormattedMessage id="role.add" /></button>}
      </header>
      <section className="tp-panel" aria-busy={busy}>
        {failure ? <Failed trouble={failure} onAgain={again} />
          : answer === null ? <RowsAwaited rows={4} />
          : <Matrix roles={roles} admin={admin} onEdit={role => setTask({ kind: 'edit', role })} onRemove={remove} />}
        {answer !== null && !admin && <p className="tp-note"><FormattedMessage id="role.read_only" /></p>}
      </section>
      {task?.kind === 'add' && <RoleDialog id={null} onClosed={saved => done('role.saved', saved?.role_name ?? null)} />}
      {task?.kind === 'edit' && <RoleDialog id={task.role.role_id} onClosed={saved => done('role.saved', saved?.role_name ?? null)} />}
    </article>
  );
};

interface MatrixProps {
  readonly roles: readonly RoleRow[];
  readonly admin: boolean;
  readonly onEdit: (role: RoleRow) => void;
  readonly onRemove: (role: RoleRow) => void;
}

/** A table by its roles: on a narrow screen each row is laid out as a card, and table elements would be no table any more to a screen reader. */
const Matrix = ({ roles, admin, onEdit, onRemove }: MatrixProps) => {
  const intl = useIntl();
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  return (
    <ScrollBox className="matrix-box" label={say('role.title')}>
      <div className="matrix" role="table" aria-label={say('role.title')}>
        <div role="rowgroup" className="matrix-head">
          <div role="row">
            <div role="columnheader">{say('role.name')}</div>
            <div role="columnheader">{say('role.base')}</div>
            {PERMISSION_KEYS.map(key => <div key={key} role="columnheader" className="matrix-level">{say(`permission.${key}`)}</div>)}
            {admin && <div role="columnheader" className="matrix-actions">{say('role.actions')}</div>}
          </div>
        </div>
        <div role="rowgroup" className="matrix-body">
          {roles.map(role => (
            <div key={role.role_id} role="row" data-role={role.role_code}>
              <div role="rowheader">
                <span>
                  {role.role_name}
                  {isSystemRole(role) && <span className="role-tag">{say('role.system')}</span>}
                  <small><code>{role.role_code}</code></small>
                </span>
              </div>
              <div role="cell" data-label={say('role.base')}>{isBase(role.base) ? say(`role.base.${role.base}`) : role.base}</div>
              {PERMISSION_KEYS.map(key => (
                <div key={key} role="cell" className="matrix-level" data-label={say(`permission.${key}`)}><LevelMark level={role.permissions[key]} /></div>
              ))}
              {admin && (
                <div role="cell" className="matrix-actions">
                  <span>
                    <Button label={say('role.edit_short')} name={say('role.edit_one', { name: role.role_name })} onClick={() => onEdit(role)} />
                    <Button
                      label={say('role.delete')} name={say('role.remove_one', { name: role.role_name })} disabled={isSystemRole(role)}
                      onClick={() => onRemove(role)}
                    />
                  </span>
                </div>
              )}
            </div>
          ))}
        </div>
      </div>
    </ScrollBox>
  );
};
