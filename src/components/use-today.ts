import { useSyncExternalStore } from 'react';
import { today, type Day } from './days.ts';

const MINUTE = 60_000;
const everyMinute = (changed: () => void) => {
  const timer = setInterval(changed, MINUTE);
  return () => clearInterval(timer);
};

/** Tokyo's today. A screen that stays open over midnight moves on with it. */
export const useToday = (): Day => useSyncExternalStore(everyMinute, () => today(Date.now()));
