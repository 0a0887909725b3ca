import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A link leads to a dialog over another screen, and closing it returns to the previous place. */
    readonly returning?: true;
  }
}

/**
 * The state of a link that leads to what lies over another screen: who closes it is back where the link was.
 */
export const RETURNING = { returning: true } as const;

/**
 * What lies over a screen has an address of its own, so that the way back in the browser closes it. Who
 * closes it otherwise is to meet the screen once on
 * that way, not twice: the address goes back where it was opened from here or by a link that returns, and is
 * replaced where it was opened by another link.
 */
export const useOverlay = () => {
  const { history } = useRouter();
  // Of the address that the screen came with: what changes in it later does not carry it on.
  const pushed = useRef(history.location.state.returning === true);
  return {
    /** It is being opened, by a new address. */
    opened: (): void => {
      pushed.current = true;
    },
    /** @param replace takes it out of the address in its place */
    close: (replace: () => void): void => {
      if (pushed.current) history.back();
      else replace();
    },
  };
};
