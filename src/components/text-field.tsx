import { useId, type HTMLInputTypeAttribute, type KeyboardEvent, type ReactNode } from 'react';
import { isComposing } from './composing.ts';

interface Props {
  readonly name: string;
  readonly label: ReactNode;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** What is wrong with it, in words. */
  readonly faults?: readonly string[];
  /** What belongs there; stays while one types. */
  readonly hint?: ReactNode;
  /** Further ids that describe it. */
  readonly describedBy?: string;
  readonly type?: Extract<HTMLInputTypeAttribute, 'text' | 'email' | 'password'>;
  readonly autoComplete?: string;
  readonly inputMode?: 'email' | 'text';
  readonly maxLength?: number;
  readonly readOnly?: boolean;
  readonly required?: boolean;
  /** What is known to machines is not corrected by them: addresses, codes, passwords. */
  readonly verbatim?: boolean;
  readonly lang?: string;
  /** A button inside the box. */
  readonly children?: ReactNode;
}

/** Enter ends a composition of the input method; some browsers would send the form as well. */
const leaveToInputMethod = (event: KeyboardEvent<HTMLInputElement>): void => {
  if (event.key === 'Enter' && isComposing(event)) event.preventDefault();
};

const SOUND: readonly string[] = [];

/** A line of text with its label, hint and faults. The browser's own input: it leaves composing, pasting and password managers alone. */
export const TextField = ({ name, label, value, onChange, faults = SOUND, hint, describedBy, verbatim = false, children, type = 'text', ...input }: Props) => {
  const id = useId();
  const wrong = faults.length > 0;
  const described = [wrong ? `${id}-fault` : '', hint !== undefined ? `${id}-hint` : '', describedBy ?? ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <span className="field-input">
        <input
          {...input} {...(verbatim && { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false })}
          id={id} name={name} type={type} value={value} className={wrong ? 'p-inputtext p-invalid' : 'p-inputtext'} aria-invalid={wrong}
          aria-describedby={described === '' ? undefined : described}
          onKeyDown={leaveToInputMethod} onChange={event => onChange(event.target.value)}
        />
        {children}
      </span>
      {hint !== undefined && <span id={`${id}-hint`} className="field-hint">{hint}</span>}
      {wrong && <span id={`${id}-fault`} className="field-fault">{faults.join(' ')}</span>}
    </div>
  );
};
