import { useSyncExternalStore } from 'react';
import { today, type Day } from './days.ts';

const MINUTE = 60_000;
const everyMinute = (changed: () => void) => {
  const timer = setInterval(changed, MINUTE);
  return () => clearInterval(timer);
};

/** The current day in Tokyo, updated at midnight while a screen stays open. */
export const useToday = (): Day => useSyncExternalStore(everyMinute, () => today(Date.now()));
