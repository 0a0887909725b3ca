import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Set by links that open an overlay of another screen: closing it navigates back. */
    readonly returning?: true;
  }
}

/** History state of a link to an overlay of another screen, so that closing it returns to the link. */
export const RETURNING = { returning: true } as const;

/**
 * Address handling of overlays, so that back in the browser closes them. Closing navigates back if the
 * overlay was opened from this screen or by a returning link; otherwise it replaces the address, so that
 * history has no second entry of the screen.
 */
export const useOverlay = () => {
  const { history } = useRouter();
  // Read at mount, since later changes of the address drop the history state.
  const pushed = useRef(history.location.state.returning === true);
  return {
    /** To be called when an overlay is opened by a new address. */
    opened: (): void => {
      pushed.current = true;
    },
    /** @param replace removes the overlay from the current address */
    close: (replace: () => void): void => {
      if (pushed.current) history.back();
      else replace();
    },
  };
};
