import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { TextField } from './text-field.tsx';

interface Props {
  readonly name: string;
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly faults?: readonly string[] | undefined;
  readonly hint?: ReactNode;
  readonly describedBy?: string;
  readonly autoComplete: 'current-password' | 'new-password';
  readonly mark?: string | undefined;
  readonly required?: boolean;
  readonly onBlur?: (() => void) | undefined;
}

/** A password, hidden until one asks to see it. Pasting is allowed; a length is told, never cut. */
export const PasswordField = (props: Props) => {
  const intl = useIntl();
  const [shown, setShown] = useState(false);
  return (
    <TextField required {...props} type={shown ? 'text' : 'password'} verbatim>
      <button
        type="button" className="field-button" aria-pressed={shown} aria-label={intl.formatMessage({ id: 'login.password.show' })}
        title={intl.formatMessage({ id: shown ? 'login.password.hide' : 'login.password.show' })} onClick={() => setShown(!shown)}
      >
        <svg viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" aria-hidden="true">
          <path d="M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10Z" />
          <circle cx="10" cy="10" r="2.4" />
          {shown && <path d="M4 16 16 4" />}
        </svg>
      </button>
    </TextField>
  );
};
