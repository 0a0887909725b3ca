import type { ReactNode } from 'react';

interface Props {
  readonly label: string;
  /**
   * A fuller name for screen readers, whose users do not see the button's surroundings; it begins with or
   * contains the label.
   */
  readonly name?: string;
  readonly onClick: (button: HTMLButtonElement) => void;
  readonly icon?: ReactNode;
  /** A sign behind the label. */
  readonly mark?: ReactNode;
  readonly tone?: 'plain' | 'primary';
  readonly disabled?: boolean;
  /** It opens a small panel. */
  readonly opens?: boolean;
}

/**
 * A button that does something here; one that leads elsewhere is a link. It wears PrimeReact's classes and
 * looks as its Button does, which would bring 26 kB
 * of ripple and tooltip along.
 */
export const Button = ({
  label,
  name,
  onClick,
  icon,
  mark,
  tone = 'plain',
  disabled = false,
  opens = false,
}: Props) => (
  <button
    type="button"
    className={`p-button p-button-sm tp-button${tone === 'plain' ? ' p-button-outlined p-button-secondary' : ''}`}
    disabled={disabled}
    {...(name !== undefined && { 'aria-label': name })}
    {...(opens && { 'aria-haspopup': 'dialog' })}
    onClick={event => onClick(event.currentTarget)}
  >
    {icon}
    <span className="p-button-label">{label}</span>
    {mark}
  </button>
);
