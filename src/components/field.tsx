import type { ReactNode } from 'react';

/** Properties that all form fields share, whatever the type of the value. */
export interface FieldProps {
  readonly name: string;
  readonly label: ReactNode;
  /** Validation messages, already translated. */
  readonly faults?: readonly string[] | undefined;
  /** Hint about the expected value; in record forms the validation message replaces it. */
  readonly hint?: ReactNode;
  readonly required?: boolean | undefined;
  /** Word that marks a required field. */
  readonly mark?: string | undefined;
}

interface FrameProps extends Omit<FieldProps, 'name'> {
  readonly id: string;
  /** The frame contains several controls, so it is a labelled group instead of a label of one control. */
  readonly group?: boolean;
  /** Additional note, on the right. */
  readonly sideNote?: ReactNode;
  readonly children: ReactNode;
}

const SOUND: readonly string[] = [];

/**
 * Label, control, hint and validation messages of a field. The control gets its ARIA attributes from
 * `describe`.
 */
export const FieldFrame = ({
  id,
  label,
  faults = SOUND,
  hint,
  mark,
  required = false,
  group = false,
  sideNote,
  children,
}: FrameProps) => {
  // The style sheet draws the mark: screen readers learn of it from the control itself.
  const marked = required && mark !== undefined && { 'data-mark': mark };
  return (
    <div className="field" {...(group && { role: 'group', 'aria-labelledby': `${id}-label` })}>
      {group ? (
        <span id={`${id}-label`} className="field-label" {...marked}>
          {label}
        </span>
      ) : (
        <label id={`${id}-label`} className="field-label" htmlFor={id} {...marked}>
          {label}
        </label>
      )}
      {children}
      {sideNote !== undefined && <span className="field-side-note">{sideNote}</span>}
      {hint !== undefined && (
        <span id={`${id}-hint`} className="field-hint">
          {hint}
        </span>
      )}
      {faults.length > 0 && (
        <span id={`${id}-fault`} className="field-fault">
          {faults.map(fault => (
            <span key={fault}>{fault}</span>
          ))}
        </span>
      )}
    </div>
  );
};

/** ARIA attributes of a control: whether it is invalid, and the ids of its hint and validation messages. */
export const describe = (
  id: string,
  {
    faults = SOUND,
    hint,
    describedBy,
  }: Pick<FieldProps, 'faults' | 'hint'> & { readonly describedBy?: string | undefined },
) => {
  const wrong = faults.length > 0;
  const by = [wrong ? `${id}-fault` : '', hint !== undefined ? `${id}-hint` : '', describedBy ?? '']
    .filter(Boolean)
    .join(' ');
  return { 'aria-invalid': wrong, 'aria-describedby': by === '' ? undefined : by };
};
