import type { Agent } from './agents.ts';
import type { Reason } from './reasons.ts';

// The steps of pipeline.ts that several pipelines share. A step is a pure function of its draft, which contains
// time, memory, randomness and keys.

export interface Flagged {
  readonly agent: Agent;
  readonly bot: 0 | 1;
}
export interface Served {
  /** False: the company is disabled. */
  readonly inService: boolean;
}
export interface Fetched {
  readonly method: string;
  /** The Sec-Purpose (or older Purpose) header. */
  readonly purpose: string;
}

export const flagBot = <Draft extends Flagged>(draft: Draft): Draft =>
  draft.agent.bot ? { ...draft, bot: 1 } : draft;
export const refuseHead = <Draft extends Fetched>(draft: Draft): Draft | Reason =>
  draft.method === 'HEAD' ? 'head' : draft;
/**
 * Browsers prefetch pages before a visitor opens them; if one does, the request is repeated (or the tag
 * reports the page when it is shown).
 */
export const refusePrefetch = <Draft extends Fetched>(draft: Draft): Draft | Reason =>
  draft.purpose.includes('prefetch') ? 'prefetch' : draft;

/** Events of a disabled company are not counted; visitors are served as usual. */
export const refuseDisabledCompany = <Draft extends Served>(draft: Draft): Draft | Reason =>
  draft.inService ? draft : 'company_disabled';

export interface ImpressionDraft extends Flagged, Fetched, Served {}
