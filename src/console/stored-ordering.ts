import { useMatches, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
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

/** Whether the current address was reached by back or forward: it then shows its former query. */
const useIsReturn = (): boolean => {
  const { history } = useRouter();
  const [returned, setReturned] = useState(false);
  useEffect(() => {
    const handleNavigation = ({ action: { type } }: { readonly action: { readonly type: string } }): void =>
      setReturned(type !== 'PUSH' && type !== 'REPLACE');
    return history.subscribe(handleNavigation);
  }, [history]);
  return returned;
};

/**
 * The stored ordering to add to the address of a path that was just opened; null: none. Only for addresses
 * without parameters other than the product: others are chosen queries (links, saved views, drill-downs) and
 * stay unchanged.
 */
export const useDueOrdering = (): string | null => {
  const userId = useConsole().actor.getSnapshot().context.data?.profile.id;
  const path = useMatches({ select: matches => matches.at(-1)?.pathname });
  const isBare = useSearch({
    strict: false,
    select: search => Object.keys(search).every(name => name === 'product_id'),
  });
  const returned = useIsReturn();
  const [seen, setSeen] = useState<string>();
  const due =
    userId === undefined || path === undefined || seen === path || returned || !isBare
      ? null
      : storage.use(nameOf(userId, path), isOrdering);
  if (due === null && seen !== path) setSeen(path);
  return due;
};
