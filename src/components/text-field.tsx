import { useId, type HTMLInputTypeAttribute, type ReactNode } from 'react';
import { leaveToInputMethod } from './composing.ts';
import { describe, FieldFrame, type FieldProps } from './field.tsx';

interface Props extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Additional ids for `aria-describedby`. */
  readonly describedBy?: string | undefined;
  readonly type?: Extract<HTMLInputTypeAttribute, 'text' | 'email' | 'password'>;
  readonly autoComplete?: string;
  readonly inputMode?: 'email' | 'numeric' | 'text';
  readonly maxLength?: number;
  readonly readOnly?: boolean;
  /** Disables autocapitalisation, autocorrection and spell checking, for addresses, codes and passwords. */
  readonly verbatim?: boolean;
  readonly lang?: string;
  readonly onBlur?: (() => void) | undefined;
  /** Button inside the box. */
  readonly children?: ReactNode;
}

/**
 * Single-line text field: a native input, as it does not disturb input methods, pasting and password
 * managers.
 */
export const TextField = ({
  name,
  label,
  value,
  onChange,
  faults,
  hint,
  mark,
  describedBy,
  verbatim = false,
  children,
  type = 'text',
  ...input
}: Props) => {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} faults={faults} hint={hint} mark={mark} required={input.required}>
      <span className="field-input">
        <input
          {...input}
          {...(verbatim && { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false })}
          {...describe(id, { faults, hint, describedBy })}
          id={id}
          name={name}
          type={type}
          value={value}
          className="p-inputtext"
          onKeyDown={leaveToInputMethod}
          onChange={event => onChange(event.target.value)}
        />
        {children}
      </span>
    </FieldFrame>
  );
};
