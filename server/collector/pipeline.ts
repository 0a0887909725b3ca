import type { Reason } from './reasons.ts';
import {
  chooseLanding,
  countedOnly,
  flagRepeat,
  readParameters,
  shortRequest,
  type ClickDraft,
} from './click-steps.ts';
import {
  findOwnClick,
  namedPage,
  ownOrigin,
  ownPage,
  sanitizeReferrer,
  assignVisitor,
  type PageDraft,
} from './page-steps.ts';
import { flagBot, inServiceOnly, notHead, notPrefetched, type ImpressionDraft } from './steps.ts';
import { readValues, type ConversionDraft } from './conversion-steps.ts';

/** A step returns its draft, changed or not, or the one reason for which the draft is discarded. */
export type Step<Draft> = readonly [name: string, step: (draft: Draft) => Draft | Reason];

/** Runs a draft through its steps: the finished draft, or the reason why there is none. */
export const follow = <Draft extends object>(
  steps: readonly Step<Draft>[],
  draft: NoInfer<Draft>,
): Draft | Reason => {
  let current = draft;
  for (const [, step] of steps) {
    const next = step(current);
    if (typeof next === 'string') return next;
    current = next;
  }
  return current;
};

/** A click on a redirect, up to the choice of its landing page. */
export const CLICK: readonly Step<ClickDraft>[] = [
  ['request of bearable length', shortRequest],
  ['redirect that still counts', countedOnly],
  ['of a company in service', inServiceOnly],
  ['not HEAD', notHead],
  ['not fetched in advance', notPrefetched],
  ["the network's parameters", readParameters],
  ['landing page', chooseLanding],
  ['bot?', flagBot],
  ['repeated?', flagRepeat],
];

/** A landing with a direct-link ad in its address: also a contact, though no redirect took place. */
export const DIRECT: readonly Step<ClickDraft>[] = [
  ["the network's parameters", readParameters],
  ['bot?', flagBot],
  ['repeated?', flagRepeat],
];

/** The content of a tag's report: the page and the visitor. */
export const PAGE: readonly Step<PageDraft>[] = [
  ['of a company in service', inServiceOnly],
  ['page with an address', namedPage],
  ['from an origin of the product', ownOrigin],
  ['on a page of the product', ownPage],
  ['not fetched in advance', notPrefetched],
  ['referrer', sanitizeReferrer],
  ['click that led here', findOwnClick],
  ['visitor', assignVisitor],
  ['bot?', flagBot],
];

/** The fields of a conversion, from the tag or from a server. */
export const CONVERSION: readonly Step<ConversionDraft>[] = [['values', readValues]];

export const IMPRESSION: readonly Step<ImpressionDraft>[] = [
  ['of a company in service', inServiceOnly],
  ['not HEAD', notHead],
  ['not fetched in advance', notPrefetched],
  ['bot?', flagBot],
];
