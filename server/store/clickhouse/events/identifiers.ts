import type { AddressRange } from '../../../attribution/measurement-rules.ts';
import { excluded } from './eligible.ts';

/** Columns of events that refer to a person, and the SQL values that take their place where they are removed. */

export type Replaced = Readonly<Record<string, string>>;

export const withoutQuery = (column: string): string => `cutQueryStringAndFragment(${column})`;

/** Addresses that the product excludes stay: they are in its settings, and reports must recognise them. */
const address = (ranges: readonly AddressRange[]): Replaced => ({
  ip: `if(${excluded({ excluded: ranges })}, ip, toIPv6('::'))`,
});
const AGENT: Replaced = { ua: "''", os_ver: "''", browser_ver: "''", referrer: "''" };

/** What an ad network recognises its click by. */
export const CLICK_IDENTIFIERS: Replaced = {
  xclid: "''",
  media_session_id: "''",
  media_management1: "''",
  media_management2: "''",
  media_management3: "''",
};

/**
 * Identifiers of each kind of event, without those of the click and the number of the visitor.
 *
 * @param ranges excluded addresses of the product
 */
export const identifiersOf = (ranges: readonly AddressRange[]) => ({
  contact: { ...address(ranges), ...AGENT, landing_url: withoutQuery('landing_url') },
  access: { ...address(ranges), ...AGENT, access_url: withoutQuery('access_url'), query: "''" },
  conversion: {
    ...address(ranges),
    ...AGENT,
    url: withoutQuery('url'),
    args: "''",
    user_id: "''",
    other_key1: "''",
    other_key2: "''",
    other_key3: "''",
  },
  impression: address(ranges),
});

/** Assignments of an ALTER … UPDATE. */
export const assignmentsOf = (values: Replaced): string =>
  Object.entries(values)
    .map(([column, value]) => `${column} = ${value}`)
    .join(', ');
