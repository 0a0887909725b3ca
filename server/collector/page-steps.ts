import { DAY } from '../platform/time.ts';
import type { Reason } from './reasons.ts';
import { hasControl, sanitizedReferrer, shortenedAddress } from './text.ts';
import type { Click, Pass } from './tokens.ts';
import { originRelation, relationOf, type Relation, type TrackedProduct } from './tracking.ts';
import { parseUrl } from './hosts.ts';
import { isVisitor } from './visitors.ts';
import type { Flagged, Fetched, Served } from './steps.ts';

/**
 * How long a click token in a page's address may identify its reader as that visitor, because addresses are
 * shared and bookmarked.
 */
export const TAKEOVER_MS = DAY;

/** How many passes of an address are read, because each costs a digest. */
const PASS_LIMIT = 8;

export interface PageDraft extends Flagged, Fetched, Served {
  readonly product: TrackedProduct;
  /** The Origin header; null: the request had none, which no browser's cross-origin request omits. */
  readonly origin: string | null;
  /** As the tag sent it; once `page` is read, as it is stored. */
  readonly address: string;
  readonly page: URL | null;
  readonly relation: Relation;
  readonly referrer: string;
  readonly now: number;
  /**
   * The tag's stored visitor id and click token, '' if absent. There are two tokens, separated by a space, after a landing
   * that was not answered, and where the page's address has the click of another product.
   */
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

export const parsePage = (draft: PageDraft): PageDraft | Reason => {
  const { address } = draft;
  const page = hasControl(address) ? null : parseUrl(address);
  return page !== null && (page.protocol === 'http:' || page.protocol === 'https:')
    ? { ...draft, page, address: shortenedAddress(address) }
    : 'invalid_url';
};

export const refuseForeignOrigin = (draft: PageDraft): PageDraft | Reason =>
  draft.origin !== null && originRelation(draft.product, draft.origin) === 'foreign'
    ? 'foreign_origin'
    : draft;

export const refuseForeignPage = (draft: PageDraft): PageDraft | Reason => {
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
  for (const token of draft.remembered.split(' ', 2)) {
    const click = freshClick(draft, token);
    if (click !== null) return { ...draft, click, token };
  }
  return draft;
};

/** The pass in the address of a page without a click; null: there is no valid one. */
const freshPass = (draft: PageDraft): ReturnType<PageDraft['readPass']> => {
  if (draft.landed || draft.relation !== 'own' || !draft.page?.search.includes('tpx=')) return null;
  // A sender's page adds one for each of its products, after those that the link already had.
  for (const text of draft.page.searchParams.getAll('tpx').slice(-PASS_LIMIT).toReversed()) {
    const pass = draft.readPass(text, draft.product.id);
    // The time of issue is rounded down to a second, so a pass appears up to a second older, never younger,
    // than it is.
    const age = pass === null ? -1 : draft.now - pass.issued * 1000;
    if (age >= 0 && age < draft.passMs) return pass;
  }
  return null;
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
