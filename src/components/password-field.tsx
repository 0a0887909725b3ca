import { useState, type ReactNode } from 'react';
import { ShowButton } from './show-button.tsx';
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

/**
 * Password field, masked until the user reveals it. Pasting is allowed; a password that is too long is
 * reported, never cut.
 */
export const PasswordField = (props: Props) => {
  const [shown, setShown] = useState(false);
  return (
    <TextField required {...props} type={shown ? 'text' : 'password'} verbatim>
      <ShowButton shown={shown} onToggle={() => setShown(!shown)} />
    </TextField>
  );
};
