import type { ReactNode, Ref } from 'react';

interface Props {
  readonly busy: boolean;
  readonly children: ReactNode;
  /** Omitted: the button submits its form. */
  readonly onClick?: () => void;
  /** Classes besides `p-button`. */
  readonly className?: string;
  /** Whether a dialog focuses the button when it opens. */
  readonly isFirst?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/**
 * Button of an action that takes time. Meanwhile it has a spinner, and is marked as disabled without losing the
 * focus; its action must ignore repeated clicks.
 */
export const BusyButton = ({ busy, children, onClick, className = '', isFirst, ref }: Props) => (
  <button
    ref={ref}
    type={onClick ? 'button' : 'submit'}
    className={`p-button ${className}`}
    data-first={isFirst || undefined}
    aria-disabled={busy}
    onClick={onClick}
  >
    {busy && <span className="spinner" aria-hidden="true" />}
    {children}
  </button>
);
