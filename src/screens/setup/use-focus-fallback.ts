import { useEffect, useRef } from 'react';

const DIALOGS = '[role=dialog], [role=alertdialog]';

/** Whether the focused element was removed or disabled, so that the next Tab would start at the top of the page. */
const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

const focusHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1');
  heading?.setAttribute('tabindex', '-1');
  heading?.focus({ preventScroll: true });
};

/**
 * Moves the focus when the focused control of a guide disappears, also after a dialog that it opened: to the open
 * step, else to the first button, and to the heading of the screen if the guide itself is gone.
 * @returns the ref of the element that contains the guide
 */
export const useFocusFallback = () => {
  const place = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  useEffect(() => {
    const handleFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element)) return;
      const isInDialog = target.closest(DIALOGS) !== null;
      hasFocus.current = place.current?.contains(target) === true || (hasFocus.current && isInDialog);
    };
    // A click beside all controls ends the focus as well, but its control stays.
    const handlePointer = ({ target }: PointerEvent): void => {
      if (!(target instanceof Element) || target.closest(DIALOGS) !== null) return;
      hasFocus.current = place.current?.contains(target.closest('button, a')) === true;
    };
    document.addEventListener('focusin', handleFocus);
    document.addEventListener('pointerdown', handlePointer);
    return () => {
      document.removeEventListener('focusin', handleFocus);
      document.removeEventListener('pointerdown', handlePointer);
    };
  }, []);
  useEffect(() => {
    if (!hasFocus.current || !isFocusLost()) return;
    const { current } = place;
    (
      current?.querySelector<HTMLElement>('[aria-expanded="true"]') ?? current?.querySelector('button')
    )?.focus();
  });
  useEffect(
    () => () => {
      // One frame later: a dialog that closes at the same time gives the focus back itself.
      if (hasFocus.current) requestAnimationFrame(() => isFocusLost() && focusHeading());
    },
    [],
  );
  return place;
};
