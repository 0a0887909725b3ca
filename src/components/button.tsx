import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  /**
   * Accessible name, longer than the label where the label is ambiguous out of context. WCAG 2.5.3 requires
   * that it contains the label.
   */
  readonly name?: string;
  readonly onClick: (button: HTMLButtonElement) => void;
  readonly icon?: ReactNode;
  /** Badge after the label. */
  readonly mark?: ReactNode;
  readonly tone?: 'plain' | 'primary';
  readonly disabled?: boolean;
  /** Its action runs: the button is marked as disabled and keeps the focus; the action must ignore more clicks. */
  readonly busy?: boolean;
  /** The button opens a popover or dialog; sets `aria-haspopup`. */
  readonly opens?: boolean;
  /** The button shows and hides a part of the page; sets `aria-expanded`. */
  readonly expanded?: boolean;
  /** The button takes the focus when it appears. */
  readonly takesFocus?: boolean;
}

const focus = (button: HTMLButtonElement | null): void => button?.focus();

/**
 * Button that runs an action; navigation uses links. Uses the class names of PrimeReact's Button, whose
 * component would add 26 kB of ripple and tooltip code.
 */
export const Button = ({
  label,
  name,
  onClick,
  icon,
  mark,
  tone = 'plain',
  disabled = false,
  busy = false,
  opens = false,
  expanded,
  takesFocus = false,
}: Props) => (
  <button
    type="button"
    className={`p-button p-button-sm tp-button${tone === 'plain' ? ' p-button-outlined p-button-secondary' : ''}`}
    disabled={disabled}
    aria-disabled={busy || undefined}
    ref={takesFocus ? focus : undefined}
    {...(name !== undefined && { 'aria-label': name })}
    {...(opens && { 'aria-haspopup': 'dialog' })}
    {...(expanded !== undefined && { 'aria-expanded': expanded })}
    onClick={event => onClick(event.currentTarget)}
  >
    {icon}
    <span className="p-button-label">{label}</span>
    {mark}
  </button>
);
