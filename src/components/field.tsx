import type { ReactNode } from 'react';

/** The properties of every field of a form, independent of the kind of its value. */
export interface FieldProps {
  readonly name: string;
  readonly label: ReactNode;
  /** What is wrong with it, in words. */
  readonly faults?: readonly string[] | undefined;
  /** A hint about the expected value; in a record's form the error message replaces it. */
  readonly hint?: ReactNode;
  readonly required?: boolean | undefined;
  /** The mark of a required field, as a word. */
  readonly mark?: string | undefined;
}

interface FrameProps extends Omit<FieldProps, 'name'> {
  readonly id: string;
  /** Several controls under one label, which is then no label of any of them. */
  readonly group?: boolean;
  /** An additional note; it is on the right. */
  readonly sideNote?: ReactNode;
  readonly children: ReactNode;
}

const SOUND: readonly string[] = [];

/** Label, control, hint and faults of a field. The control describes itself by `describe`. */
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
  // Drawn by the style sheet: a screen reader gets it from the control itself.
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
      {sideNote !== undefined && <span className="field-aside">{sideNote}</span>}
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

/** The accessible state of a control: whether it is invalid, and the ids of the texts about it. */
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
