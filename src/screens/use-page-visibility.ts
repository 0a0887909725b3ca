import { useEffect, useEffectEvent } from 'react';

/** Calls a function when the user leaves the page for another tab or comes back, and at first. */
export const usePageVisibility = (onChange: (isVisible: boolean) => void): void => {
  const report = useEffectEvent(() => onChange(!document.hidden));
  useEffect(() => {
    const listen = () => report();
    listen();
    document.addEventListener('visibilitychange', listen);
    return () => document.removeEventListener('visibilitychange', listen);
  }, []);
};
