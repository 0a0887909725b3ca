import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useStoreOrdering } from './stored-ordering.ts';

/** The query string of an address as it is written: text by name, nothing converted. */
export type RawSearch = Readonly<Record<string, string>>;

/**
 * Reads `?a=1&b=x,y`. Every value stays text, since a router that guesses types turns the id `662E41` into a
 * number and rounds those of 18 digits; values of a repeated name are joined by commas, as arrays are
 * written.
 */
export const parseSearch = (text: string): RawSearch => {
  const search: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(text))
    search[name] = Object.hasOwn(search, name) ? `${search[name]},${value}` : value;
  return search;
};

/**
 * Writes a search: arrays joined by commas; what is empty or not a number is left out. Same contents, same
 * text.
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

/**
 * Changed names come last, in the order of the change, whatever their earlier position: the same view has the
 * same address.
 */
const merged = (before: object, changes: Changes): Changes =>
  Object.fromEntries([
    ...Object.entries(before).filter(([name]) => !Object.hasOwn(changes, name)),
    ...Object.entries(changes),
  ]);

type Changes = Readonly<Record<string, unknown>>;
const NOTHING: Changes = {};

/**
 * The query of a screen, which the address owns: read through `read`, which must put defaults in for absent
 * or invalid values, and changed by navigating. `undefined` removes a name from the address. A change counts
 * at once, as the router needs a moment: a ticked box stays ticked, and the next change builds on it. A
 * changed ordering is stored for the path.
 */
export const useAddress = <Search extends object>(read: (raw: RawSearch) => Search) => {
  const raw = useSearch({ strict: false }) as RawSearch;
  const navigate = useNavigate();
  const storeOrdering = useStoreOrdering();
  const [coming, setComing] = useState(NOTHING);
  const turn = useRef(0);
  const change = (changes: Changes, how: { readonly replace?: boolean } = {}): void => {
    if (Object.hasOwn(changes, 'sort') && changes['sort'] !== merged(raw, coming)['sort'])
      storeOrdering(changes['sort']);
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
  return [
    read(coming === NOTHING ? raw : parseSearch(stringifySearch(merged(raw, coming)))),
    change,
  ] as const;
};

/**
 * Where to go after signing in: a path of this console with its search and hash, or the dashboard. Anything
 * that a browser
 * could read as another origin (`//host`, `/\host`, a scheme, control characters) is refused, as is the
 * sign-in page itself.
 */
export const safeTarget = (wanted: unknown, origin: string): string => {
  const home = '/dashboard';
  if (typeof wanted !== 'string' || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(wanted)) return home;
  if (!URL.canParse(wanted, origin)) return home;
  const url = new URL(wanted, origin);
  // `/..//host` is on this origin and, once its dots are gone, reads `//host`.
  if (url.origin !== origin || url.pathname.startsWith('//') || url.pathname === '/login') return home;
  return url.pathname + url.search + url.hash;
};
