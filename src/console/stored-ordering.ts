import { useRouter } from '@tanstack/react-router';
import { useConsole } from './context.ts';
import { createExpiringStorage, storageOrMemory } from './storage.ts';

/** An ordering as written in addresses: a column, prefixed by a minus for descending. */
const isOrdering = (value: unknown): value is string => typeof value === 'string' && /^-?\w+$/.test(value);

const storage = createExpiringStorage(storageOrMemory(() => localStorage));
const nameOf = (userId: number, path: string): string => `${userId}_sort_${path}`;

/**
 * @returns a function that stores the user's ordering for the current path; undefined restores the default
 */
export const useStoreOrdering = (): ((ordering: unknown) => void) => {
  const { actor } = useConsole();
  const router = useRouter();
  return ordering => {
    const userId = actor.getSnapshot().context.data?.profile.id;
    if (userId === undefined) return;
    const name = nameOf(userId, router.state.location.pathname);
    if (isOrdering(ordering)) storage.write(name, ordering);
    else storage.remove(name);
  };
};

/** The ordering that the user chose last at a path; null: none. */
export const storedOrdering = (userId: number, path: string): string | null =>
  storage.use(nameOf(userId, path), isOrdering);
