import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { isComposing } from './composing.ts';
import { focusGrid } from './focus-grid.ts';
import './dialog.css';

interface Props {
  /** Id of the heading that names the dialog; without one, `label` names it. */
  readonly labelledBy?: string;
  readonly label?: string;
  readonly className: string;
  /**
   * Called on Escape and on the browser's back command; the caller decides whether to close. Without it, the
   * dialog stays open until its owner unmounts it.
   */
  readonly onLeave?: (() => void) | undefined;
  /** A click outside the dialog also closes it. */
  readonly light?: boolean;
  /** Role `alertdialog`: the dialog requires an answer. */
  readonly alert?: boolean;
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/**
 * Elements that may take the initial focus, in order of preference: the one marked by the caller, then the
 * first input, then the first button of the footer. The close button is none of them.
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
 * Opens the dialog of the reference while it is mounted. Afterwards the focus returns to the element that had it,
 * or to the grid of its panel where that element has disappeared.
 */
const useModal = () => {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = box.current;
    const before = document.activeElement;
    const panel = before?.closest('.tp-panel');
    if (element === null) return undefined;
    element.showModal();
    firstOf(element).focus();
    return () => {
      element.close();
      if (!(before instanceof HTMLElement)) return;
      if (before.isConnected) before.focus();
      else focusGrid(panel);
    };
  }, []);
  return box;
};

/**
 * The only component that opens a native modal `<dialog>`, which makes the page inert, traps the focus and
 * restores it. It never closes by itself, since it may contain unsaved data or await an answer.
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
  const box = useModal();

  const press = (event: KeyboardEvent<HTMLDialogElement>): void => {
    // An open element inside the dialog, such as a list of options, has already handled the key.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isComposing(event)) onLeave?.();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its keys are those of a dialog; its content is reached by Tab
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
        // The `cancel` event of a file input bubbles up to the dialog.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onLeave?.();
      }}
      // Some browsers close the dialog without consent (second Escape, back command of a phone): it is opened
      // again and the caller decides.
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
