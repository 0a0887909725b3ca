import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { isComposing } from './composing.ts';
import './dialog.css';

interface Props {
  /** Of the heading that names it; without one, `label` does. */
  readonly labelledBy?: string;
  readonly label?: string;
  readonly className: string;
  /**
   * Called on Escape or the browser's back command; the caller decides whether the dialog closes. Absent: it
   * stays until its owner removes it.
   */
  readonly onLeave?: (() => void) | undefined;
  /** A press outside the dialog closes it too. */
  readonly light?: boolean;
  /** The dialog requires an answer. */
  readonly alert?: boolean;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/**
 * What takes the focus: what its caller names, else the first thing to fill in or to press, and not the cross
 * that closes it.
 */
const FIRST = [
  '[data-first]',
  '[autofocus]',
  '.tp-dialog-body :is(input:not([readonly], [type="hidden"], [tabindex="-1"]), select, textarea):not(:disabled)',
  '.tp-dialog-foot button',
];

const firstOf = (box: HTMLElement): HTMLElement =>
  FIRST.map(selector => box.querySelector<HTMLElement>(selector)).find(found => found !== null) ?? box;

/**
 * The browser's own dialog over an inert page, which traps the focus and restores it: the only component that
 * opens one. It never closes by itself, since there may be unsaved data or a pending answer.
 */
export const DialogBox = ({
  labelledBy,
  label,
  className,
  onLeave,
  light = false,
  alert = false,
  busy = false,
  children,
}: Props) => {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = box.current;
    const before = document.activeElement;
    if (element === null) return undefined;
    element.showModal();
    firstOf(element).focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  const press = (event: KeyboardEvent<HTMLDialogElement>): void => {
    // What is open inside it (a list of choices) took the key for itself.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isComposing(event)) onLeave?.();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys are those of a dialog; what it holds is reached by Tab
    <dialog
      ref={box}
      className={className}
      aria-busy={busy}
      tabIndex={-1}
      {...(alert && { role: 'alertdialog' })}
      {...(labelledBy === undefined ? { 'aria-label': label } : { 'aria-labelledby': labelledBy })}
      onKeyDown={press}
      onClick={event => {
        if (light && event.target === event.currentTarget) onLeave?.();
      }}
      onCancel={event => {
        // A file field's own cancel bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onLeave?.();
      }}
      // A browser may close it without the component's consent (a second Escape, the back command on a
      // phone): then it is opened again, and its caller decides.
      onClose={event => {
        if (
          event.target !== event.currentTarget ||
          !event.currentTarget.isConnected ||
          event.currentTarget.open
        )
          return;
        event.currentTarget.showModal();
        onLeave?.();
      }}
    >
      {children}
    </dialog>
  );
};
