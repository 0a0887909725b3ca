import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStorePeriod } from './shared-period.ts';
import { useStoreOrdering } from './stored-ordering.ts';

/** The parameters of an address as unconverted text, by name. */
export type RawSearch = Readonly<Record<string, string>>;

/**
 * Parses `?a=1&b=x,y`. Values stay text: type-guessing parsers turn the id `662E41` into a number and round
 * ids of 18 digits. Values of a repeated name are joined by commas, like arrays.
 */
export const parseSearch = (text: string): RawSearch => {
  const search: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text))
    search[name] = Object.hasOwn(search, name) ? `${search[name]},${value}` : value;
  return search;
};

/**
 * Serialises parameters: arrays joined by commas; empty values and NaN are left out. Equal contents give
 * equal text.
 */
export const stringifySearch = (search: Readonly<Record<string, unknown>>): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    const text = Array.isArray(value)
      ? value
          .map(String)
          .filter(item => item !== '')
          .join(',')
      : textOf(value);
    if (text !== '') params.append(name, text);
  }
  const text = params.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
};

const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (
    typeof value === 'boolean' ||
    typeof value === 'bigint' ||
    (typeof value === 'number' && !Number.isNaN(value))
  )
    return String(value);
  return '';
};

/** Changed names come last, in the order of the change, so that equal views have equal addresses. */
const merged = (before: object, changes: Changes): Changes =>
  Object.fromEntries([
    ...Object.entries(before).filter(([name]) => !Object.hasOwn(changes, name)),
    ...Object.entries(changes),
  ]);

type Changes = Readonly<Record<string, unknown>>;
const NOTHING: Changes = {};

/**
 * State of a screen stored in its address. `read` replaces absent or invalid values by defaults; setting
 * `undefined` removes a name. Changes apply optimistically until the router has navigated. A changed ordering
 * is also stored for the path, a chosen period for all screens that share it.
 *
 * Equal addresses give the same object where `read` stays the same: a change is rendered when it is made, when
 * the router takes it over, and when it has arrived. The function that changes the address stays the same too.
 */
export const useAddress = <Search extends object>(read: (raw: RawSearch) => Search) => {
  const raw = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const storeOrdering = useStoreOrdering();
  const storePeriod = useStorePeriod();
  const [coming, setComing] = useState(NOTHING);
  const turn = useRef(0);
  const change = (changes: Changes, how: { readonly replace?: boolean } = {}): void => {
    if (Object.hasOwn(changes, 'sort') && changes['sort'] !== merged(raw, coming)['sort'])
      storeOrdering(changes['sort']);
    storePeriod(changes);
    turn.current += 1;
    const mine = turn.current;
    setComing(before => ({ ...before, ...changes }));
    const arrived = () => {
      if (turn.current === mine) setComing(NOTHING);
    };
    void navigate({
      to: '.',
      search: (before: object) => merged(before, changes),
      replace: how.replace ?? false,
      resetScroll: false,
    } as never).finally(arrived);
  };
  const latest = useRef(change);
  useLayoutEffect(() => {
    latest.current = change;
  });
  const go = useCallback<typeof change>((...args) => latest.current(...args), []);
  const text = JSON.stringify(coming === NOTHING ? raw : parseSearch(stringifySearch(merged(raw, coming))));
  return [useMemo(() => read(JSON.parse(text) as RawSearch), [read, text]), go] as const;
};

/**
 * The address to open after sign-in: a path of this console with search and hash, or the dashboard. Refuses
 * the sign-in page and everything that browsers might read as another origin (`//host`, `/\host`, schemes,
 * control characters).
 */
export const safeTarget = (wanted: unknown, origin: string): string => {
  const home = '/dashboard';
  if (typeof wanted !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return home;
  if (!URL.canParse(wanted, origin)) return home;
  const url = new URL(wanted, origin);
  // `/..//host` has this origin, but its normalised path is `//host`.
  if (url.origin !== origin || url.pathname.startsWith('//') || url.pathname === '/login') return home;
  return url.pathname + url.search + url.hash;
};
