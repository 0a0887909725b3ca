import { useMatches, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useConsole } from './context.ts';
import { hasSharedPeriod, sharedPeriod } from './shared-period.ts';
import { storedOrdering } from './stored-ordering.ts';

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

/** Parameters by name, as text. */
type Parameters = Readonly<Record<string, string>>;

/** What the user chose for a path: its ordering, and the period that it shares; null: neither. */
const storedParameters = (userId: number, path: string): Parameters | null => {
  const sort = storedOrdering(userId, path);
  const period = hasSharedPeriod(path) ? sharedPeriod(userId) : null;
  return sort === null && period === null ? null : { ...(sort !== null && { sort }), ...period };
};

/**
 * The stored choices to add to the address of a path that was just opened; null: none. Only for addresses
 * without parameters other than the product: others are chosen queries (links, saved views, drill-downs) and
 * stay unchanged.
 */
export const useDueParameters = (): Parameters | null => {
  const userId = useConsole().actor.getSnapshot().context.data?.profile.id;
  const path = useMatches({ select: matches => matches.at(-1)?.pathname });
  const isBare = useSearch({
    strict: false,
    select: search => Object.keys(search).every(name => name === 'product_id'),
  });
  const returned = useIsReturn();
  const [seen, setSeen] = useState<string>();
  // The same object until the address has changed, as effects compare it.
  const [found, setFound] = useState<{ readonly path: string; readonly due: Parameters | null }>();
  if (userId === undefined || path === undefined || seen === path) return null;
  if (returned || !isBare) {
    setSeen(path);
    return null;
  }
  if (found?.path === path && found.due !== null) return found.due;
  const due = storedParameters(userId, path);
  if (due === null) setSeen(path);
  else setFound({ path, due });
  return due;
};
