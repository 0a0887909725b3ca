import type { Reason } from './reasons.ts';
import {
  chooseLanding,
  refuseRetired,
  flagRepeat,
  readParameters,
  refuseLongRequest,
  type ClickDraft,
} from './click-steps.ts';
import {
  findOwnClick,
  parsePage,
  refuseForeignOrigin,
  refuseForeignPage,
  sanitizeReferrer,
  assignVisitor,
  type PageDraft,
} from './page-steps.ts';
import { flagBot, refuseDisabledCompany, refuseHead, refusePrefetch, type ImpressionDraft } from './steps.ts';

/** A step returns its draft, changed or not, or the one reason for which the draft is discarded. */
type Step<Draft> = (draft: Draft) => Draft | Reason;

/** Runs a draft through its steps: the finished draft, or the reason why there is none. */
export const runSteps = <Draft extends object>(
  steps: readonly Step<Draft>[],
  draft: NoInfer<Draft>,
): Draft | Reason => {
  let current = draft;
  for (const step of steps) {
    const next = step(current);
    if (typeof next === 'string') return next;
    current = next;
  }
  return current;
};

/** A click on a redirect, up to the choice of its landing page. */
export const CLICK_STEPS: readonly Step<ClickDraft>[] = [
  refuseLongRequest,
  refuseRetired,
  refuseDisabledCompany,
  refuseHead,
  refusePrefetch,
  readParameters,
  chooseLanding,
  flagBot,
  flagRepeat,
];

/** A landing with a direct-link ad in its address: also a contact, though no redirect took place. */
export const DIRECT_LINK_STEPS: readonly Step<ClickDraft>[] = [readParameters, flagBot, flagRepeat];

/** The content of a tag's report: the page and the visitor. */
export const PAGE_STEPS: readonly Step<PageDraft>[] = [
  refuseDisabledCompany,
  parsePage,
  refuseForeignOrigin,
  refuseForeignPage,
  refusePrefetch,
  sanitizeReferrer,
  findOwnClick,
  assignVisitor,
  flagBot,
];

export const IMPRESSION_STEPS: readonly Step<ImpressionDraft>[] = [
  refuseDisabledCompany,
  refuseHead,
  refusePrefetch,
  flagBot,
];
