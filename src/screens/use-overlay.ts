import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

/**
 * What lies over a screen has an address of its own, so that the way back in the browser closes it. Who closes it otherwise is to meet the screen once on
 * that way, not twice: the address goes back where it was opened from here, and is replaced where it was opened by a link.
 */
export const useOverlay = () => {
  const { history } = useRouter();
  const pushed = useRef(false);
  return {
    /** It is being opened, by a new address. */
    opened: (): void => { pushed.current = true; },
    /** @param replace takes it out of the address in its place */
    close: (replace: () => void): void => {
      if (pushed.current) history.back();
      else replace();
    },
  };
};
