import { useSyncExternalStore } from 'react';

/** Below this width the navigation lies over the page (the breakpoint `md` plus 16 px). */
export const OVERLAY_NAV_BELOW = 976;

export const NARROW_SCREEN = `(max-width: ${OVERLAY_NAV_BELOW - 0.02}px)`;
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

/** Whether the operating system prefers dark colours; follows changes. */
export const useSystemDark = (): boolean => useMedia(DARK_SYSTEM);
