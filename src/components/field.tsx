import type { ReactNode } from 'react';

/** What every field of a form is told, whatever is filled in. */
export interface FieldProps {
  readonly name: string;
  readonly label: ReactNode;
  /** What is wrong with it, in words. */
  readonly faults?: readonly string[] | undefined;
  /** What belongs there; in a record's form it gives its place to what is wrong. */
  readonly hint?: ReactNode;
  readonly required?: boolean | undefined;
  /** The mark of a required field, as a word. */
  readonly mark?: string | undefined;
}

interface FrameProps extends Omit<FieldProps, 'name'> {
  readonly id: string;
  /** Several controls under one label, which is then no label of any of them. */
  readonly group?: boolean;
  /** What the notes say besides; it is on the right. */
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
  // Drawn by the style sheet: a screen reader is told by the control itself.
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

/** What a control says of itself: whether it is wrong, and where the words about it are. */
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
