import { useIntl } from 'react-intl';
import { PERMISSION_KEYS } from '../../../machines/startup.ts';
import { Button } from '../../components/button.tsx';
import { ScrollBox } from '../../components/scroll-box.tsx';
import { isBase, isSystemRole, type RoleRow } from '../../resources/role.ts';
import { LevelMark } from '../record/level.tsx';
import './role.css';

interface Props {
  readonly roles: readonly RoleRow[];
  readonly admin: boolean;
  readonly onEdit: (role: RoleRow) => void;
  readonly onRemove: (role: RoleRow) => void;
  readonly onRestore: (role: RoleRow) => void;
}

/** Returns a formatter of messages. */
const useTranslate = () => {
  const intl = useIntl();
  return (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
};

const MatrixHead = ({ admin }: Pick<Props, 'admin'>) => {
  const translate = useTranslate();
  return (
    <div role="rowgroup" className="matrix-head">
      <div role="row">
        <div role="columnheader">{translate('role.name')}</div>
        <div role="columnheader">{translate('role.base')}</div>
        {PERMISSION_KEYS.map(key => (
          <div key={key} role="columnheader" className="matrix-level">
            {translate(`permission.${key}`)}
          </div>
        ))}
        {admin && (
          <div role="columnheader" className="matrix-actions">
            {translate('role.actions')}
          </div>
        )}
      </div>
    </div>
  );
};

interface RowProps extends Omit<Props, 'roles'> {
  readonly role: RoleRow;
}

const RowActions = ({ role, onEdit, onRemove, onRestore }: RowProps) => {
  const translate = useTranslate();
  const name = role.role_name;
  return (
    <div role="cell" className="matrix-actions">
      <span>
        {role.status ? (
          <>
            <Button
              label={translate('role.edit_short')}
              name={translate('role.edit_one', { name })}
              onClick={() => onEdit(role)}
            />
            <Button
              label={translate('role.delete')}
              name={translate('role.remove_one', { name })}
              disabled={isSystemRole(role)}
              onClick={() => onRemove(role)}
            />
          </>
        ) : (
          <Button
            label={translate('action.restore')}
            name={translate('role.restore_one', { name })}
            onClick={() => onRestore(role)}
          />
        )}
      </span>
    </div>
  );
};

const MatrixRow = (props: RowProps) => {
  const translate = useTranslate();
  const { role, admin } = props;
  return (
    <div role="row" data-role={role.role_code} data-deleted={!role.status}>
      <div role="rowheader">
        <span>
          {role.status ? role.role_name : <del>{role.role_name}</del>}
          {!role.status && <span className="role-tag">{translate('grid.deleted')}</span>}
          {isSystemRole(role) && <span className="role-tag">{translate('role.system')}</span>}
          <small>
            <code>{role.role_code}</code>
          </small>
        </span>
      </div>
      <div role="cell" data-label={translate('role.base')}>
        {isBase(role.base) ? translate(`role.base.${role.base}`) : role.base}
      </div>
      {PERMISSION_KEYS.map(key => (
        <div key={key} role="cell" className="matrix-level" data-label={translate(`permission.${key}`)}>
          <LevelMark level={role.permissions[key]} />
        </div>
      ))}
      {admin && <RowActions {...props} />}
    </div>
  );
};

/**
 * Table built with ARIA roles: on narrow screens each row is laid out as a card, and screen readers do not
 * recognise table elements with another `display` as a table.
 */
export const RoleMatrix = ({ roles, ...row }: Props) => {
  const title = useTranslate()('resource.roles.title');
  return (
    <ScrollBox className="matrix-box" label={title}>
      <div className="matrix" role="table" aria-label={title}>
        <MatrixHead admin={row.admin} />
        <div role="rowgroup" className="matrix-body">
          {roles.map(role => (
            <MatrixRow key={role.role_id} role={role} {...row} />
          ))}
        </div>
      </div>
    </ScrollBox>
  );
};
