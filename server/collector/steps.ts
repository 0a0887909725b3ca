import { DAY } from '../platform/time.ts';
import type { Agent } from './agents.ts';
import { choosePage, dynamicTarget, type LandingPlan } from './landing.ts';
import type { Reason } from './reasons.ts';
import { hasControl, sanitized, sanitizedReferrer, TEXT_LIMIT, URL_LIMIT } from './text.ts';
import type { Click, Pass } from './tokens.ts';
import {
  originRelation,
  relationOf,
  type ParameterColumn,
  type ParameterNames,
  type Relation,
  type TrackedProduct,
} from './tracking.ts';
import { parseUrl } from './hosts.ts';
import { isVisitor } from './visitors.ts';

// The steps of pipeline.ts. Each is a pure function of its draft, which contains time, memory, randomness and
// keys.

/** Maximum length of a request's own address, in characters. */
export const REQUEST_LIMIT = 8192;
/** A repeated click within this many ms, by the same visitor on the same redirect, is the same contact. */
export const REPEAT_MS = 1000;
/**
 * How long a click token in a page's address may identify its reader as that visitor, because addresses are
 * shared and bookmarked.
 */
export const TAKEOVER_MS = DAY;
export const MAX_AMOUNT_YEN = 999_999_999_999;

interface Flagged {
  readonly agent: Agent;
  readonly bot: 0 | 1;
}
interface Served {
  /** False: the company is disabled. */
  readonly inService: boolean;
}
interface Fetched {
  readonly method: string;
  /** The Sec-Purpose (or older Purpose) header. */
  readonly purpose: string;
}

export const flagBot = <Draft extends Flagged>(draft: Draft): Draft =>
  draft.agent.bot ? { ...draft, bot: 1 } : draft;
export const notHead = <Draft extends Fetched>(draft: Draft): Draft | Reason =>
  draft.method === 'HEAD' ? 'head' : draft;
/**
 * Browsers prefetch pages before a visitor opens them; if one does, the request is repeated (or the tag
 * reports the page when it is shown).
 */
export const notPrefetched = <Draft extends Fetched>(draft: Draft): Draft | Reason =>
  draft.purpose.includes('prefetch') ? 'prefetch' : draft;

/** Events of a disabled company are not counted; visitors are served as usual. */
export const inServiceOnly = <Draft extends Served>(draft: Draft): Draft | Reason =>
  draft.inService ? draft : 'company_disabled';

export type Parameters = Readonly<Record<ParameterColumn, string>>;
export const NO_PARAMETERS: Parameters = {
  xclid: '',
  media_session: '',
  media_management1: '',
  media_management2: '',
  media_management3: '',
};

export interface ClickDraft extends Flagged, Fetched, Served {
  readonly requestLength: number;
  readonly counts: boolean;
  readonly host: string;
  readonly redirectId: number;
  readonly plan: LandingPlan;
  readonly visitorId: string;
  readonly now: number;
  /** The visitor's last counted contact on this redirect. */
  readonly previous: { readonly at: number } | null;
  readonly names: ParameterNames;
  /** The request's own parameters; URLSearchParams is one. */
  readonly query: { get(name: string): string | null };
  readonly parameters: Parameters;
  /** The chosen page, without a token; '' before the choice. */
  readonly landing: string;
  /** 1..5; 0: none. */
  readonly lpoNumber: number;
  readonly repeated: 0 | 1;
}

export const shortRequest = (draft: ClickDraft): ClickDraft | Reason =>
  draft.requestLength > REQUEST_LIMIT ? 'url_too_long' : draft;
export const countedOnly = (draft: ClickDraft): ClickDraft | Reason => (draft.counts ? draft : 'retired');

/**
 * A network's parameters are stored unchanged, apart from characters that cannot be stored. They never cause
 * a refusal of the visitor.
 */
export const readParameters = (draft: ClickDraft): ClickDraft => {
  if (draft.names.length === 0) return draft;
  const parameters: Record<ParameterColumn, string> = { ...NO_PARAMETERS };
  for (const [column, name] of draft.names)
    parameters[column] = sanitized(draft.query.get(name) ?? '', TEXT_LIMIT);
  return { ...draft, parameters };
};

export const chooseLanding = (draft: ClickDraft): ClickDraft => {
  const { plan, host, visitorId, redirectId } = draft;
  const dynamicLanding = plan.dynamic ? dynamicTarget(draft.query.get('url'), host) : null;
  if (dynamicLanding !== null) return { ...draft, landing: dynamicLanding };
  const page = choosePage(plan.pages, visitorId, redirectId);
  return page === null
    ? { ...draft, landing: plan.plain }
    : { ...draft, landing: page.href, lpoNumber: page.number };
};

export const flagRepeat = (draft: ClickDraft): ClickDraft => {
  const since = draft.previous === null ? REPEAT_MS : draft.now - draft.previous.at;
  return since >= 0 && since < REPEAT_MS ? { ...draft, repeated: 1 } : draft;
};

export interface PageDraft extends Flagged, Fetched, Served {
  readonly product: TrackedProduct;
  /** The Origin header; null: the request had none, which no browser's cross-origin request omits. */
  readonly origin: string | null;
  readonly address: string;
  readonly page: URL | null;
  readonly relation: Relation;
  readonly referrer: string;
  readonly now: number;
  /** The tag's stored visitor id and click token, '' if absent. */
  readonly visitor: string;
  readonly remembered: string;
  readonly readClick: (text: string, productId: number) => Click | null;
  readonly readPass: (text: string, productId: number) => Pass | null;
  readonly acceptedAt: (click: Click) => number;
  readonly passMs: number;
  readonly click: Click | null;
  /**
   * True if the click token is in the page's own address, which is therefore the landing page of the click.
   */
  readonly landed: boolean;
  /** The token that the browser uses from then on. */
  readonly token: string;
  /** Null: an unknown visitor. */
  readonly visitorId: string | null;
}

export const namedPage = (draft: PageDraft): PageDraft | Reason => {
  const { address } = draft;
  if (address.length > URL_LIMIT) return 'url_too_long';
  const page = hasControl(address) ? null : parseUrl(address);
  return page !== null && (page.protocol === 'http:' || page.protocol === 'https:')
    ? { ...draft, page }
    : 'invalid_url';
};

export const ownOrigin = (draft: PageDraft): PageDraft | Reason =>
  draft.origin !== null && originRelation(draft.product, draft.origin) === 'foreign'
    ? 'foreign_origin'
    : draft;

export const ownPage = (draft: PageDraft): PageDraft | Reason => {
  const relation = relationOf(draft.product, draft.page?.hostname.replace(/\.$/, '') ?? '');
  return relation === 'foreign' ? 'foreign_page' : { ...draft, relation };
};

export const sanitizeReferrer = (draft: PageDraft): PageDraft => {
  const referrer = sanitizedReferrer(draft.referrer);
  return referrer === draft.referrer ? draft : { ...draft, referrer };
};

const freshClick = (draft: PageDraft, text: string): Click | null => {
  const click = text === '' ? null : draft.readClick(text, draft.product.id);
  return click !== null && draft.now - draft.acceptedAt(click) < TAKEOVER_MS ? click : null;
};

/**
 * A token in the address has precedence over the tag's stored one; a foreign, forged or expired one is
 * ignored.
 */
export const findOwnClick = (draft: PageDraft): PageDraft => {
  const clickToken = draft.page?.search.includes('xclid=')
    ? (draft.page.searchParams.get('xclid') ?? '')
    : '';
  const landed = freshClick(draft, clickToken);
  if (landed !== null) return { ...draft, click: landed, token: clickToken, landed: true };
  const click = freshClick(draft, draft.remembered);
  return click === null ? draft : { ...draft, click, token: draft.remembered };
};

/** The pass in the address of a page without a click; null: there is no valid one. */
const freshPass = (draft: PageDraft): ReturnType<PageDraft['readPass']> => {
  if (draft.landed || draft.relation !== 'own' || !draft.page?.search.includes('tpx=')) return null;
  const pass = draft.readPass(draft.page.searchParams.get('tpx') ?? '', draft.product.id);
  if (pass === null) return null;
  // The time of issue is rounded down to a second, so a pass appears up to a second older, never younger,
  // than it is.
  const age = draft.now - pass.issued * 1000;
  return age >= 0 && age < draft.passMs ? pass : null;
};

/**
 * The visitor: the click's; otherwise the one that a sender's page passes; otherwise the one stored in the
 * browser. A pass is younger than a stored click, so it has precedence over that click and ends it.
 */
export const assignVisitor = (draft: PageDraft): PageDraft => {
  const pass = freshPass(draft);
  if (pass !== null) {
    const same = draft.click?.visitorId === pass.visitorId;
    return {
      ...draft,
      visitorId: pass.visitorId,
      click: same ? draft.click : null,
      token: same ? draft.token : '',
    };
  }
  return { ...draft, visitorId: draft.click?.visitorId ?? (isVisitor(draft.visitor) ? draft.visitor : null) };
};

/** The fields of a conversion as received: JSON may contain numbers. */
export type RawValues = Readonly<Record<string, unknown>>;

export interface ConversionValues {
  readonly args: string;
  readonly user_id: string;
  readonly other_key1: string;
  readonly other_key2: string;
  readonly other_key3: string;
  /** Yen, an integer. */
  readonly amount: number;
  readonly cvType: 0 | 1;
}

export interface ConversionDraft {
  readonly raw: RawValues;
  /**
   * Values in a page's address or on its script tag: invalid ones are omitted, because the visit itself must
   * count.
   */
  readonly lenient: boolean;
  readonly cvType: 0 | 1;
  readonly values: ConversionValues;
}

const NAMES = {
  args: ['p_resid', 'args'],
  user_id: ['p_userid', 'user_id'],
  other_key1: ['p_key1', 'key1'],
  other_key2: ['p_key2', 'key2'],
  other_key3: ['p_key3', 'key3'],
} as const;

export const NO_VALUES: ConversionValues = {
  args: '',
  user_id: '',
  other_key1: '',
  other_key2: '',
  other_key3: '',
  amount: 0,
  cvType: 1,
};

/** A text that a browser or a server sends intentionally; numbers are converted to their digits. */
export const readText = (value: unknown, limit = TEXT_LIMIT): { text: string } | Reason => {
  if (value === undefined || value === null) return { text: '' };
  if (typeof value === 'number' && Number.isFinite(value)) return { text: String(value) };
  if (typeof value !== 'string') return 'wrong_type';
  if (value.length > limit) return 'text_too_long';
  return hasControl(value) ? 'control_character' : { text: value };
};

/** Yen: a number, or its digits, from 0; half a yen is rounded up. */
const readAmount = (value: unknown): number | Reason => {
  if (value === undefined || value === null || value === '') return 0;
  if (typeof value === 'string' && !/^\d{1,15}(\.\d{1,10})?$/.test(value)) return 'invalid_amount';
  if (typeof value !== 'string' && typeof value !== 'number') return 'wrong_type';
  const amount = Math.floor(Number(value) + 0.5);
  return Number(value) >= 0 && amount <= MAX_AMOUNT_YEN ? amount : 'invalid_amount';
};

const readType = (value: unknown, fallback: 0 | 1): 0 | 1 | Reason => {
  if (value === undefined || value === null || value === '') return fallback;
  if (value === 1 || value === '1') return 1;
  return value === 0 || value === '0' ? 0 : 'invalid_type';
};

export const readValues = (draft: ConversionDraft): ConversionDraft | Reason => {
  const { raw, lenient } = draft;
  const values: { -readonly [Key in keyof ConversionValues]: ConversionValues[Key] } = {
    ...NO_VALUES,
    cvType: draft.cvType,
  };
  for (const column of ['args', 'user_id', 'other_key1', 'other_key2', 'other_key3'] as const) {
    const [name, short] = NAMES[column];
    const read = readText(raw[name] ?? raw[short]);
    if (typeof read !== 'string') values[column] = read.text;
    else if (!lenient) return read;
  }
  const amount = readAmount(raw['amount']);
  if (typeof amount === 'number') values.amount = amount;
  else if (!lenient) return amount;
  if (!lenient) {
    const type = readType(raw['type'], draft.cvType);
    if (typeof type === 'string') return type;
    values.cvType = type;
  }
  return { ...draft, values };
};

export interface ImpressionDraft extends Flagged, Fetched, Served {}
