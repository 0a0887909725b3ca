import { useSyncExternalStore } from 'react';

/** Width in pixels below which the navigation is an overlay (the breakpoint `md` plus 16 px). */
export const OVERLAY_NAV_BELOW_PX = 976;

export const NARROW_SCREEN = `(max-width: ${OVERLAY_NAV_BELOW_PX - 0.02}px)`;
export const DARK_SYSTEM = '(prefers-color-scheme: dark)';

const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    changed => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );

/** Whether the operating system prefers dark colours; updates on change. */
export const useSystemDark = (): boolean => useMedia(DARK_SYSTEM);
