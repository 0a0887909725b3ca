import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { isComposing } from '../components/composing.ts';

interface ModalProps {
  /** The id of the heading that names it. */
  readonly labelledBy: string;
  readonly className: string;
  /** Escape, the browser's way back, or a press beside it. Absent: it stays until its owner takes it away. */
  readonly onLeave?: () => void;
  readonly alert?: boolean;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** The browser's own dialog over an inert page: it keeps the focus and gives it back. It never closes by itself. */
export const Modal = ({ labelledBy, className, onLeave, alert = false, busy = false, children }: ModalProps) => {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = box.current;
    const before = document.activeElement;
    if (element === null) return undefined;
    element.showModal();
    (element.querySelector<HTMLElement>('[data-first]') ?? element).focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  const press = (event: KeyboardEvent<HTMLDialogElement>) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (!isComposing(event)) onLeave?.();
  };
  return (
    // Its keys are those of a dialog; what it holds is reached by Tab.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={box}
      className={className}
      aria-labelledby={labelledBy}
      aria-busy={busy}
      tabIndex={-1}
      {...(alert && { role: 'alertdialog' })}
      onKeyDown={press}
      onClick={event => {
        if (event.target === event.currentTarget) onLeave?.();
      }}
      onCancel={event => {
        event.preventDefault();
        onLeave?.();
      }}
      // A browser may close it over our head (a second Escape, the way back on a phone): then it comes again.
      onClose={event => {
        if (event.currentTarget.isConnected && onLeave === undefined) event.currentTarget.showModal();
      }}
    >
      {children}
    </dialog>
  );
};
