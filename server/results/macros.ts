import { createHmac } from 'node:crypto';
import { WEBHOOK } from '../store/postgres/results/notifications.ts';
import { TOKYO } from '../platform/time.ts';
import type { ApprovalStatus } from './lifecycle.ts';

/** What a notification can tell; the columns of a result with the network's settings. */
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

/** What of a network shapes its notifications. */
export interface NoticeRules {
  readonly id: number;
  /** 1 CV tag, 2 webhook URL. */
  readonly resultMethod: number;
  readonly webhookUrl: string;
  /** 0 GET with macros (default), 1 signed JSON POST; macros in its URL are filled too. */
  readonly webhookStyle?: number;
  readonly unapprovedValue: string;
  readonly approvedValue: string;
  readonly rejectedValue: string;
}

/**
 * The key with which a network checks {signature}: 43 characters, its own, derived from the installation's
 * `click` secret so that knowing it tells
 * nothing about another network's key or about click tokens.
 */
export const noticeKey = (secret: string, aspId: number): string =>
  createHmac('sha256', secret).update(`touchpath notice key ${aspId}`).digest('base64url');

/** HMAC-SHA256 in hexadecimal over `<result id>.<status as the network calls it>`. */
export const signature = (key: string, resultId: number, status: string): string =>
  createHmac('sha256', key).update(`${resultId}.${status}`).digest('hex');

/** What the network calls this status. */
export const statusWord = (network: NoticeRules, status: ApprovalStatus): string =>
  [network.unapprovedValue, network.approvedValue, network.rejectedValue][status] ?? '';

/** yyyy-mm-ddThh:mm:ss+09:00. */
const tokyoTime = (time: Date): string =>
  `${new Date(time.getTime() + TOKYO).toISOString().slice(0, 19)}+09:00`;

/**
 * The macros of a notification, not yet encoded. {key1..3} are what the network sent with the click
 * (media_management1..3).
 */
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

/** encodeURIComponent throws on half a surrogate pair, which a site may well have sent. */
const encode = (text: string): string =>
  encodeURIComponent(
    text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd'),
  );

const MACRO = /\{(\w+)\}/g;

/**
 * Fills macros in a URL. Values are URL-encoded, macros that are not known are removed, and none is filled
 * before the path begins: what a
 * visitor's browser sent must never choose the host that is called.
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
 * The URL that tells a network of a result's status; null: it is not told by a webhook (its tag tells it, or
 * it has no URL).
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
 * Nothing is left but letters, digits, `-`, `.`, `_`, `~` and `%`: it ends no URL, no attribute and no text
 * of a script, and where a script has no quotation marks around it, it calls nothing.
 */
const encodeHard = (text: string): string =>
  encode(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * Who is called by an address in HTML or in a script, in all spellings that browsers take:
 * `//net.example:8080`, `https:\\net.example`.
 */
const AUTHORITY = /(?:https?:[\\/]*|[\\/]{2,})[^\\/?#"'`\s<>]*/gi;

/**
 * Fills macros in a CV tag, which is HTML with URLs and scripts in it. What a visitor's browser sent must
 * neither run nor choose who is called: values are encoded
 * down to harmless signs, and a macro in the place of a host is removed. Braces around other words stay, for
 * they may be the tag's own script.
 */
export const fillTag = (tag: string, values: Readonly<Record<string, string>>): string =>
  tag
    .replace(AUTHORITY, authority =>
      authority.replace(MACRO, (match, name: string) => (Object.hasOwn(values, name) ? '' : match)),
    )
    .replace(MACRO, (match, name: string) =>
      Object.hasOwn(values, name) ? encodeHard(values[name]!) : match,
    );
