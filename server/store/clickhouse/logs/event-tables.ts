import type { StoredEvent } from './event-rows.ts';
import { ACCESS_COLUMNS, CONTACT_COLUMNS, CONVERSION_COLUMNS } from './event-columns.ts';
import type { EventTable } from './event-filter.ts';

/** Columns that the logs read of each event type. */

const CLIENT = 'ua, device, os, os_ver, browser, browser_ver';
interface Client {
  readonly ua: string;
  readonly device: string;
  readonly os: string;
  readonly os_ver: string;
  readonly browser: string;
  readonly browser_ver: string;
}

/** Order of contacts on a path: time, then id. */
const ORDER = '(c.ts, c.interaction_id)';
const PERFORMANCE = 'c.ad_id IN {performance_ads: Array(UInt32)}';

export const CONTACTS: EventTable = {
  table: 'contact',
  id: 'interaction_id',
  repeats: true,
  ads: 'clicked',
  columns: `ad_id, redirect_id, lpo_number, landing_url, referrer, ${CLIENT}, xclid, media_session_id, media_management1, media_management2, media_management3, toFloat64(click_cost) AS click_cost`,
  before: 'toUnixTimestamp64Milli(min(c.ts)) AS first_ms',
  filtered: CONTACT_COLUMNS,
};
export interface StoredContact extends StoredEvent, Client {
  /** Time of the visitor's first contact within the tracking term, as text in ms; missing: no contact counts. */
  readonly first_ms?: string;
  readonly ad_id: number;
  readonly redirect_id: number;
  readonly lpo_number: number;
  readonly landing_url: string;
  readonly referrer: string;
  readonly xclid: string;
  readonly media_session_id: string;
  readonly media_management1: string;
  readonly media_management2: string;
  readonly media_management3: string;
  readonly click_cost: number;
}

export const ACCESSES: EventTable = {
  table: 'access',
  id: 'access_id',
  repeats: false,
  ads: 'clicked',
  columns: `interaction_id, ad_id, access_url, query, referrer, ${CLIENT}`,
  before: `argMax(c.ad_id, ${ORDER}) AS sy_ad`,
  filtered: ACCESS_COLUMNS,
};
export interface StoredAccess extends StoredEvent, Client {
  readonly interaction_id: string;
  readonly ad_id: number;
  readonly access_url: string;
  readonly query: string;
  readonly referrer: string;
  /** Ad of the visitor's last counted contact; missing: none. */
  readonly sy_ad?: number;
}

export const CONVERSIONS: EventTable = {
  table: 'conversion',
  id: 'conversion_id',
  repeats: false,
  ads: 'credited',
  columns: `cv_type, cv_setting_id, origin, args, user_id, other_key1, other_key2, other_key3, amount, url, referrer, ${CLIENT}`,
  before: `count() AS contacts, argMax(c.ad_id, ${ORDER}) AS last_ad, argMax(c.interaction_id, ${ORDER}) AS last_interaction,
    argMaxIf(c.ad_id, ${ORDER}, ${PERFORMANCE}) AS performance_ad, argMaxIf(c.interaction_id, ${ORDER}, ${PERFORMANCE}) AS performance_interaction`,
  filtered: CONVERSION_COLUMNS,
};
export interface StoredConversion extends StoredEvent, Client {
  readonly cv_type: number;
  readonly cv_setting_id: number;
  readonly origin: string;
  readonly args: string;
  readonly user_id: string;
  readonly other_key1: string;
  readonly other_key2: string;
  readonly other_key3: string;
  /** Yen, as text. */
  readonly amount: string;
  readonly url: string;
  readonly referrer: string;
  /**
   * Values of the counted contacts before the conversion; missing: no contacts, or the conversion does not count.
   * `performance_…` are 0 without a performance CV ad among them.
   */
  readonly contacts?: string;
  readonly last_ad?: number;
  readonly last_interaction?: string;
  readonly performance_ad?: number;
  readonly performance_interaction?: string;
}
