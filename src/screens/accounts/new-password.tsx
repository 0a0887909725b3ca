import { useId, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Faults } from '../../../machines/draft.ts';
import { PasswordField } from '../../components/password-field.tsx';
import { useFaultText } from '../use-fault-text.ts';
import {
  isPersonal,
  lengthOf,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  type NewPassword,
} from './password.ts';
import './accounts.css';

interface Props {
  readonly draft: NewPassword;
  readonly faults: Faults;
  readonly onChange: (field: keyof NewPassword, value: string) => void;
  /** Name and email address of the user. */
  readonly known: readonly string[];
}

/**
 * Fields of a new password and its repetition, with the rules; each rule is ticked when the typed password
 * satisfies it.
 */
export const NewPasswordFields = ({ draft, faults, onChange, known }: Props) => {
  const id = useId();
  const faultText = useFaultText();
  const { password, confirm } = draft;
  const length = lengthOf(password);
  return (
    <>
      <PasswordField
        name="password"
        label={<FormattedMessage id="login.password.new" />}
        autoComplete="new-password"
        value={password}
        describedBy={id}
        faults={faultText(faults['password'])}
        onChange={value => onChange('password', value)}
      />
      <ul id={id} className="rules">
        <Rule met={length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH}>
          <FormattedMessage
            id="login.password.rule.length"
            values={{ min: MIN_PASSWORD_LENGTH, max: MAX_PASSWORD_LENGTH }}
          />
        </Rule>
        <Rule met={length > 0 && !isPersonal(password, known)}>
          <FormattedMessage id="login.password.rule.personal" />
        </Rule>
        <Rule met={password !== '' && password === confirm}>
          <FormattedMessage id="login.password.rule.same" />
        </Rule>
        {/* Only the server has the lists of common passwords, so this rule is never ticked. */}
        <Rule met={false}>
          <FormattedMessage id="login.password.rule.common" />
        </Rule>
      </ul>
      <PasswordField
        name="confirm"
        label={<FormattedMessage id="login.password.confirm" />}
        autoComplete="new-password"
        value={confirm}
        faults={faultText(faults['confirm'])}
        onChange={value => onChange('confirm', value)}
      />
    </>
  );
};

const Rule = ({ met, children }: { readonly met: boolean; readonly children: ReactNode }) => (
  <li data-met={met}>
    <svg
      viewBox="0 0 16 16"
      width="14"
      height="14"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {met ? <path d="M3 8.5 6.5 12 13 4.5" /> : <circle cx="8" cy="8" r="2" />}
    </svg>
    <span>
      {children}
      {met && (
        <span className="visually-hidden">
          {' '}
          (<FormattedMessage id="login.password.rule.met" />)
        </span>
      )}
    </span>
  </li>
);
