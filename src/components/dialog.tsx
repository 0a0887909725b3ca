import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { isComposing } from './composing.ts';
import './dialog.css';

interface Props {
  readonly title: ReactNode;
  /** Escape, the cross, the browser's way back: one wants to leave. Whether one may, the caller decides. */
  readonly onClose: () => void;
  readonly busy?: boolean;
  readonly size?: 'small' | 'medium';
  /** It asks something that must be answered. */
  readonly alert?: boolean;
  readonly children: ReactNode;
}

/**
 * A dialog over everything: the browser's own, which makes the rest inert, keeps the focus and gives it back. It never closes by
 * itself, since there may be something to save or an answer under way.
 */
export const Dialog = ({ title, onClose, busy = false, size = 'medium', alert = false, children }: Props) => {
  const intl = useIntl();
  const id = useId();
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = box.current;
    const before = document.activeElement;
    if (element === null) return undefined;
    element.showModal();
    // The first thing to do there, not the cross that closes it.
    (element.querySelector<HTMLElement>('[autofocus], .tp-dialog-body :is(input:not([readonly], [type="hidden"]), select, textarea), .tp-dialog-foot button') ?? element).focus();
    return () => {
      element.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);

  const press = (event: KeyboardEvent<HTMLDialogElement>): void => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (!isComposing(event)) onClose();
  };
  return (
    // Its keys are those of a dialog; what it holds is reached by Tab.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={box} className={`tp-dialog tp-dialog-${size}`} aria-labelledby={id} aria-busy={busy} {...(alert && { role: 'alertdialog' })}
      onKeyDown={press} onCancel={event => { event.preventDefault(); onClose(); }}
    >
      <div className="tp-dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="icon-button" aria-label={intl.formatMessage({ id: 'shell.close' })} onClick={onClose}>
          <svg className="icon" viewBox="0 0 20 20" width="18" height="18" fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" aria-hidden="true"><path d="M5 5l10 10M15 5 5 15" /></svg>
        </button>
      </div>
      {children}
    </dialog>
  );
};
