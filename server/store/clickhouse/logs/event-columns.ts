import type { Kind } from '../../../http/filters.ts';
import { excluded } from '../events/eligible.ts';
import type { AddressRange } from '../../../attribution/measurement-rules.ts';

/** Filter and sort columns of the event logs, by API field name. */

/** Storage type that the kind does not determine: a 64-bit integer that the API shows as text, or an IP address. */
export type StoredAs = 'id' | 'address';

/** A column of the event's row. */
export interface RowColumn {
  readonly kind: Kind;
  /** Expression over the table's columns; `excluded` depends on the product's rules. */
  readonly sql: string | ((rules: { readonly excluded: readonly AddressRange[] }) => string);
  readonly as?: StoredAs;
  /** 0 is stored for no value. */
  readonly optional?: true;
  /** The projection by time contains the column, so a filter on it finds a page without reading the period. */
  readonly projected?: true;
  /** A skip index covers the column, so equality is answered without reading the period. */
  readonly indexed?: true;
}

/** A column computed from the contacts before the event: an aggregate of `EventTable.before`. */
export interface ContactColumn {
  readonly kind: Kind;
  /** Aggregates of which one must satisfy the condition. A row without contacts has the value `absent`. */
  readonly aggregates: readonly string[];
  readonly as?: 'id';
  readonly optional?: true;
  /** Aggregate with the ad that the value concerns: values of invisible ads are hidden. */
  readonly ofAd?: readonly string[];
  readonly absent: 'none' | 'zero' | 'own_time';
}

export type EventColumn = RowColumn | ContactColumn;
export type EventColumns = Readonly<Record<string, EventColumn>>;
export const followsContacts = (column: EventColumn): column is ContactColumn => 'aggregates' in column;

const text = (sql: string): RowColumn => ({ kind: 'text', sql });
const id = (sql: string): RowColumn => ({ kind: 'text', as: 'id', sql });
const number = (sql: string): RowColumn => ({ kind: 'integer', sql });
/** Id of a settings row; 0: none. */
const reference = (sql: string): RowColumn => ({ kind: 'integer', sql, optional: true });
const time: RowColumn = { kind: 'time', sql: 'toUnixTimestamp64Milli(ts)', projected: true };
const projected = (column: RowColumn): RowColumn => ({ ...column, projected: true });
const indexed = (column: RowColumn): RowColumn => ({ ...column, indexed: true });

const COMMON = {
  visitor_id: projected(id('visitor_id')),
  ip_address: projected({ kind: 'text', as: 'address', sql: 'ip' }),
  referrer: text('referrer'),
  device: projected(text('device')),
  os: projected(text('os')),
  browser: projected(text('browser')),
  os_ver: text('os_ver'),
  browser_ver: text('browser_ver'),
  ua: text('ua'),
  bot: projected({ kind: 'boolean', sql: 'bot' }),
  excluded: projected({ kind: 'boolean', sql: excluded }),
} as const satisfies EventColumns;

const contactOf = (aggregate: string, ad: string): ContactColumn => ({
  kind: 'text',
  as: 'id',
  aggregates: [aggregate],
  ofAd: [ad],
  optional: true,
  absent: 'none',
});
const adOf = (...aggregates: string[]): ContactColumn => ({
  kind: 'integer',
  aggregates,
  ofAd: aggregates,
  optional: true,
  absent: 'none',
});

export const CONTACT_COLUMNS = {
  ...COMMON,
  interaction_id: projected(id('interaction_id')),
  reference_time: time,
  ad_id: projected(number('ad_id')),
  landing_url: text('landing_url'),
  redirect_id: indexed(reference('redirect_id')),
  lpo_number: reference('lpo_number'),
  xclid: indexed(text('xclid')),
  media_session_id: indexed(text('media_session_id')),
  media_management1: indexed(text('media_management1')),
  media_management2: indexed(text('media_management2')),
  media_management3: indexed(text('media_management3')),
  click_cost: { kind: 'decimal', sql: 'toFloat64(click_cost)' },
  repeated: projected({ kind: 'boolean', sql: 'repeated' }),
  first_reference_time: { kind: 'time', aggregates: ['first_ms'], absent: 'own_time' },
} as const satisfies EventColumns;

export const ACCESS_COLUMNS = {
  ...COMMON,
  access_id: projected(id('access_id')),
  access_time: time,
  ad_id: projected(reference('ad_id')),
  interaction_id: indexed({ ...id('interaction_id'), optional: true }),
  access_url: projected(text('access_url')),
  query: text('query'),
  sy_ad: adOf('sy_ad'),
} as const satisfies EventColumns;

export const CONVERSION_COLUMNS = {
  ...COMMON,
  conversion_id: indexed(id('conversion_id')),
  cv_time: time,
  cv_type: number('cv_type'),
  cv_setting_id: reference('cv_setting_id'),
  origin: text('toString(origin)'),
  args: indexed(text('args')),
  user_id: indexed(text('user_id')),
  other_key1: indexed(text('other_key1')),
  other_key2: indexed(text('other_key2')),
  other_key3: indexed(text('other_key3')),
  amount: { kind: 'decimal', sql: 'toFloat64(amount)' },
  url: text('url'),
  // Ads that receive a conversion's credit: its last CV ad and its performance CV ad.
  ad_id: adOf('last_ad', 'performance_ad'),
  last_cv_ad_id: adOf('last_ad'),
  last_cv_interaction_id: contactOf('last_interaction', 'last_ad'),
  performance_cv_ad_id: adOf('performance_ad'),
  performance_cv_interaction_id: contactOf('performance_interaction', 'performance_ad'),
  contacts: { kind: 'integer', aggregates: ['contacts'], absent: 'zero' },
} as const satisfies EventColumns;
