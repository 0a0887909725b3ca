import { useId, type HTMLInputTypeAttribute, type ReactNode } from 'react';
import { leaveToInputMethod } from './composing.ts';
import { describe, FieldFrame, type FieldProps } from './field.tsx';

interface Props extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Further ids that describe it. */
  readonly describedBy?: string | undefined;
  readonly type?: Extract<HTMLInputTypeAttribute, 'text' | 'email' | 'password'>;
  readonly autoComplete?: string;
  readonly inputMode?: 'email' | 'text';
  readonly maxLength?: number;
  readonly readOnly?: boolean;
  /** What is known to machines is not corrected by them: addresses, codes, passwords. */
  readonly verbatim?: boolean;
  readonly lang?: string;
  readonly onBlur?: (() => void) | undefined;
  /** A button inside the box. */
  readonly children?: ReactNode;
}

/**
 * A line of text as it is typed. The browser's own input: it leaves composing, pasting and password managers
 * alone.
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
