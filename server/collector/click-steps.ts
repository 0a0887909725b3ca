import { choosePage, dynamicTarget, type LandingPlan } from './landing.ts';
import type { Reason } from './reasons.ts';
import { sanitized, TEXT_LIMIT } from './text.ts';
import type { ParameterColumn, ParameterNames } from './tracking.ts';
import type { Flagged, Fetched, Served } from './steps.ts';

/** Maximum length of a request's own address, in characters. */
export const REQUEST_LIMIT = 8192;
/** A repeated click within this many ms, by the same visitor on the same redirect, is the same contact. */
export const REPEAT_MS = 1000;

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

export const refuseLongRequest = (draft: ClickDraft): ClickDraft | Reason =>
  draft.requestLength > REQUEST_LIMIT ? 'url_too_long' : draft;
export const refuseRetired = (draft: ClickDraft): ClickDraft | Reason => (draft.counts ? draft : 'retired');

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

/**
 * A click is a repeat (double click) if the same visitor's counted click on the same link was less than
 * {@link REPEAT_MS} before. A clock that was set back in between gives a negative time, which is no repeat.
 */
export const flagRepeat = (draft: ClickDraft): ClickDraft => {
  const since = draft.previous === null ? REPEAT_MS : draft.now - draft.previous.at;
  return since >= 0 && since < REPEAT_MS ? { ...draft, repeated: 1 } : draft;
};
