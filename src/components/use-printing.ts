import { useSyncExternalStore } from 'react';

let printing = false;
const watch = (changed: () => void): (() => void) => {
  const paper = matchMedia('print');
  const begin = () => {
    printing = true;
    changed();
  };
  const end = () => {
    printing = false;
    changed();
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  paper.addEventListener('change', changed);
  return () => {
    removeEventListener('beforeprint', begin);
    removeEventListener('afterprint', end);
    paper.removeEventListener('change', changed);
  };
};

/**
 * Whether the page is being printed. Content for paper only is rendered just then; the browser waits for the
 * render.
 */
export const usePrinting = (): boolean =>
  useSyncExternalStore(watch, () => printing || matchMedia('print').matches);
