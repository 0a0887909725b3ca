import { useRouter } from '@tanstack/react-router';
import { useConsole } from './context.ts';
import { createExpiringStorage, storageOrMemory } from './storage.ts';

/** A period as addresses write it. */
export interface SharedPeriod {
  readonly period: string;
  /** First and last day of a custom period. */
  readonly from?: string;
  readonly to?: string;
}

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';
const isPeriod = (value: unknown): value is SharedPeriod => {
  if (typeof value !== 'object' || value === null) return false;
  const { period, from, to } = value as Readonly<Record<string, unknown>>;
  return typeof period === 'string' && isText(from) && isText(to);
};

const storage = createExpiringStorage(storageOrMemory(() => localStorage));
const nameOf = (userId: number): string => `${userId}_period`;

/** Screens without the shared period: years by month, and a list of mails. */
const OWN_PERIOD: ReadonlySet<string> = new Set(['/analyze/term', '/analyze/delivery']);

/** Whether the dashboard or a report is at a path: they share one period. */
export const hasSharedPeriod = (path: string): boolean =>
  path === '/dashboard' || (path.startsWith('/analyze/') && !OWN_PERIOD.has(path));

/**
 * Search of a menu link. Without one, a link resets the address except for the product; that of the open screen keeps
 * its period, which the screen would not take over from the storage again.
 */
export const menuSearch = (path: string, isOpen: boolean): object =>
  isOpen && hasSharedPeriod(path)
    ? ({ period, from, to }: Partial<SharedPeriod>) => ({ period, from, to })
    : {};

/** The period that the user chose last on the dashboard or on a report; null: none. */
export const sharedPeriod = (userId: number): SharedPeriod | null => storage.use(nameOf(userId), isPeriod);

/** @returns a function that stores a changed period of the address for the dashboard and all reports */
export const useStorePeriod = (): ((changed: Readonly<Record<string, unknown>>) => void) => {
  const { actor } = useConsole();
  const router = useRouter();
  return changed => {
    const userId = actor.getSnapshot().context.data?.profile.id;
    if (userId !== undefined && hasSharedPeriod(router.state.location.pathname) && isPeriod(changed))
      storage.write(nameOf(userId), { period: changed.period, from: changed.from, to: changed.to });
  };
};
