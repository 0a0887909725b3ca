import { createHmac } from 'node:crypto';
import { WEBHOOK } from '../store/postgres/results/notifications.ts';
import { TOKYO } from '../platform/time.ts';
import type { ApprovalStatus } from './lifecycle.ts';

/** Columns of a result that the macros of a notification use. */
export interface NoticeFacts {
  readonly id: number;
  readonly cvAdId: number | null;
  readonly xclid: string;
  readonly mediaSessionId: string;
  readonly mediaManagement1: string;
  readonly mediaManagement2: string;
  readonly mediaManagement3: string;
  readonly args: string;
  readonly amount: number;
  readonly cvTime: Date;
}

/** Settings of a network that shape its notifications. */
export interface NoticeRules {
  readonly id: number;
  /** 1 CV tag, 2 webhook URL. */
  readonly resultMethod: number;
  readonly webhookUrl: string;
  /** 0: GET with macros (default); 1: signed JSON POST, whose URL may have macros as well. */
  readonly webhookStyle?: number;
  readonly unapprovedValue: string;
  readonly approvedValue: string;
  readonly rejectedValue: string;
}

/**
 * Derives the key with which a network verifies {signature}: 43 characters. Each network has its own, so that one
 * network's key discloses neither another's nor click tokens.
 *
 * @param secret key of `secrets.notice`
 */
export const noticeKey = (secret: string, aspId: number): string =>
  createHmac('sha256', secret).update(`touchpath notice key ${aspId}`).digest('base64url');

/** HMAC-SHA256 in hexadecimal over `<result id>.<status word of the network>`. */
export const signature = (key: string, resultId: number, status: string): string =>
  createHmac('sha256', key).update(`${resultId}.${status}`).digest('hex');

/** The network's own word for a status. */
export const statusWord = (network: NoticeRules, status: ApprovalStatus): string =>
  [network.unapprovedValue, network.approvedValue, network.rejectedValue][status] ?? '';

/** Time in Tokyo, ISO 8601: yyyy-mm-ddThh:mm:ss+09:00. */
const tokyoTime = (time: Date): string =>
  `${new Date(time.getTime() + TOKYO).toISOString().slice(0, 19)}+09:00`;

/** Values of the macros of a notification, not URL-encoded. {key1..3}: media_management1..3 of the click. */
export const macrosOf = (
  result: NoticeFacts,
  status: ApprovalStatus,
  network: NoticeRules,
  key: string,
): Readonly<Record<string, string>> => ({
  result_id: String(result.id),
  xclid: result.xclid,
  media_session: result.mediaSessionId,
  key1: result.mediaManagement1,
  key2: result.mediaManagement2,
  key3: result.mediaManagement3,
  args: result.args,
  amount: String(result.amount),
  status: statusWord(network, status),
  cv_time: tokyoTime(result.cvTime),
  ad_id: result.cvAdId === null ? '' : String(result.cvAdId),
  signature: signature(key, result.id, statusWord(network, status)),
});

/** URL-encodes a text. Lone surrogates, for which encodeURIComponent throws, become U+FFFD; sites may send them. */
const encode = (text: string): string =>
  encodeURIComponent(
    text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'),
  );

const MACRO = /\{(\w+)\}/g;

/**
 * Fills macros in a URL with URL-encoded values and removes unknown macros. Macros in scheme and host are removed
 * too: a value from a visitor's browser must never choose the host that is called.
 */
export const fillMacros = (template: string, values: Readonly<Record<string, string>>): string => {
  const authority = /^\s*[a-z][a-z\d+.-]*:\/\/[^/?#]*/i.exec(template)?.[0] ?? '';
  return (
    authority.replace(MACRO, '').trim() +
    template
      .slice(authority.length)
      .replace(MACRO, (_, name: string) => (Object.hasOwn(values, name) ? encode(values[name]!) : ''))
  );
};

/**
 * Builds the webhook URL of a notification; null: the network is notified by CV tag, or has no URL.
 *
 * @param secret key of `secrets.notice`
 */
export const noticeUrl = (
  result: NoticeFacts,
  status: ApprovalStatus,
  network: NoticeRules,
  secret: string,
): string | null =>
  network.resultMethod !== WEBHOOK || network.webhookUrl === ''
    ? null
    : fillMacros(network.webhookUrl, macrosOf(result, status, network, noticeKey(secret, network.id)));

/**
 * Encodes a text to letters, digits, `-`, `.`, `_`, `~` and `%`, which are safe in URLs, attributes and scripts, and
 * which call nothing in a script without quotation marks.
 */
const encodeHard = (text: string): string =>
  encode(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Scheme and host of an address in HTML or scripts, in all notations that browsers accept: `//net.example:8080`,
 * `https:\\net.example`.
 */
const AUTHORITY = /(?:https?:[\\/]*|[\\/]{2,})[^\\/?#"'`\s<>]*/gi;

/**
 * Fills macros in a CV tag, which is HTML with URLs and scripts. Values come from visitors' browsers, so they are
 * encoded to safe characters, and a macro in the place of a host is removed. Unknown words in braces are kept,
 * because they may be part of a script.
 */
export const fillTag = (tag: string, values: Readonly<Record<string, string>>): string =>
  tag
    .replace(AUTHORITY, authority =>
      authority.replace(MACRO, (match, name: string) => (Object.hasOwn(values, name) ? '' : match)),
    )
    .replace(MACRO, (match, name: string) =>
      Object.hasOwn(values, name) ? encodeHard(values[name]!) : match,
    );
