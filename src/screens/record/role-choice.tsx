import { useId } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { PERMISSION_KEYS, type Level } from '../../../machines/startup.ts';
import { FieldFrame, type FieldProps } from '../../components/field.tsx';
import { listedText } from '../../components/labelled-text.ts';
import { NotLoaded } from '../../components/states.tsx';
import { roleOperations, type RoleRow } from '../../resources/role.ts';
import { useAllRows } from '../use-all-rows.ts';
import './role-choice.css';

interface Props extends FieldProps {
  readonly value: unknown;
  readonly onChange: (role: number) => void;
}

/** Levels in the order in which they are explained. */
const EXPLAINED: readonly Level[] = ['write', 'read', 'none'];

/** What a role may do with the logs and with CV approval: the permissions of each level. */
const Levels = ({ permissions }: Pick<RoleRow, 'permissions'>) => {
  const intl = useIntl();
  return EXPLAINED.map(level => {
    const keys = PERMISSION_KEYS.filter(key => permissions[key] === level);
    return (
      keys.length > 0 && (
        <span key={level} className="tp-role-level">
          <FormattedMessage
            id={`role.explained.${level}`}
            values={{
              what: listedText(
                keys.map(key => intl.formatMessage({ id: `permission.${key}` })),
                intl,
              ),
            }}
          />
        </span>
      )
    );
  });
};

/** Choice of a role; each states what it may see and do. */
export const RoleChoice = ({ name, value, onChange, ...frame }: Props) => {
  const id = useId();
  const { answer, failure, reload } = useAllRows(roleOperations.page, {});
  const isInvalid = (frame.faults ?? []).length > 0;
  return (
    <FieldFrame id={id} group {...frame}>
      {answer === null ? (
        <NotLoaded failure={failure} onAgain={reload} rows={3} />
      ) : (
        <div className="tp-roles" role="radiogroup" aria-labelledby={`${id}-label`} aria-invalid={isInvalid}>
          {answer.rows.map(role => (
            <label key={role.role_id} className="tp-role">
              <input
                type="radio"
                name={name}
                value={role.role_id}
                checked={value === role.role_id}
                aria-labelledby={`${id}-${role.role_id}-name`}
                aria-describedby={`${id}-${role.role_id}`}
                onChange={() => onChange(role.role_id)}
              />
              <span>
                <strong id={`${id}-${role.role_id}-name`}>{role.role_name}</strong>
                <span id={`${id}-${role.role_id}`} className="tp-role-explained">
                  <FormattedMessage id={`role.base.${role.base}.hint`} />
                  <Levels permissions={role.permissions} />
                </span>
              </span>
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  );
};
