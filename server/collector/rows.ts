/**
 * The columnar tables that the collector fills, in the order in which a batch is loaded: a query that sees a
 * conversion sees its contacts.
 */
export const TABLES = ['contact', 'impression', 'access', 'conversion'] as const;
export type Table = (typeof TABLES)[number];

interface Common {
  readonly product_id: number;
  /** Decimal, as every 64-bit id. */
  readonly visitor_id: string;
  /** `2026-11-21 03:49:22.123`, UTC. */
  readonly ts: string;
  readonly ip: string;
  readonly bot: 0 | 1;
}
interface Client {
  readonly ua: string;
  readonly device: string;
  readonly os: string;
  readonly os_ver: string;
  readonly browser: string;
  readonly browser_ver: string;
}

export interface ContactRow extends Common, Client {
  readonly interaction_id: string;
  readonly ad_id: number;
  readonly redirect_id: number;
  readonly lpo_number: number;
  readonly landing_url: string;
  readonly referrer: string;
  readonly repeated: 0 | 1;
  readonly xclid: string;
  readonly media_session_id: string;
  readonly media_management1: string;
  readonly media_management2: string;
  readonly media_management3: string;
  readonly click_cost: number;
  /** Network of the ad at the click, or `NO_NETWORK`. Journals of earlier versions have no such value. */
  readonly asp_id: number;
  /** The number that the tag gave its report of a landing by a direct link; absent: none. */
  readonly report_id?: string;
}
export interface AccessRow extends Common, Client {
  readonly access_id: string;
  readonly interaction_id: string;
  readonly ad_id: number;
  readonly access_url: string;
  readonly query: string;
  readonly referrer: string;
}
export interface ConversionRow extends Common, Client {
  readonly conversion_id: string;
  readonly cv_type: 0 | 1;
  readonly cv_setting_id: number;
  readonly origin: 'url' | 'route' | 'button' | 'call' | 'server';
  readonly args: string;
  readonly user_id: string;
  readonly other_key1: string;
  readonly other_key2: string;
  readonly other_key3: string;
  readonly amount: number;
  readonly url: string;
  readonly referrer: string;
  /** Values that could not be read, a sum of `UNREADABLE`; absent: none. */
  readonly unreadable_values?: number;
  /** The claim on its result identifier; absent: none. */
  readonly claim_id?: string;
  /** The number that the tag gave its report; absent: none. */
  readonly report_id?: string;
}
export interface ImpressionRow extends Common {
  readonly impression_id: string;
  readonly ad_id: number;
}

export interface Rows {
  contact: ContactRow;
  impression: ImpressionRow;
  access: AccessRow;
  conversion: ConversionRow;
}

/** An event on its way into the journal. */
export type Event = {
  [T in Table]: { readonly table: T; readonly id: bigint; readonly row: Rows[T] };
}[Table];

let lastMs = Number.NaN;
let lastText = '';
/**
 * Converts milliseconds since 1970 to the columnar store's format. Many events share a millisecond, so the
 * last text is cached.
 */
export const storedTime = (ms: number): string => {
  if (ms !== lastMs) {
    const iso = new Date(ms).toISOString();
    [lastMs, lastText] = [ms, `${iso.slice(0, 10)} ${iso.slice(11, 23)}`];
  }
  return lastText;
};
