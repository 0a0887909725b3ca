import { isAddressAllowed } from '../platform/allowed-addresses.ts';
import { MATCHED_TEXTS, type MatchedText } from '../collector/matchable.ts';
import { hasIgnoredFragment } from '../collector/pages.ts';
import { PARAMETERS } from '../collector/tracking.ts';
import type { Fault, FaultCode } from '../http/failures.ts';
import type { Requester, Draft, DraftFaults } from '../records/entity.ts';

/** A rule between the fields of a form. Pure; called for drafts whose fields are valid each. */

type Rule = (draft: Draft, requester: Requester, before: Draft) => DraftFaults;

/** Combines rules; the faults of all rules are reported. */
export const all =
  (...rules: readonly Rule[]): Rule =>
  (draft, requester, before) => {
    const found: Record<string, (Fault | FaultCode)[]> = {};
    for (const rule of rules)
      for (const [field, faults] of Object.entries(rule(draft, requester, before)))
        (found[field] ??= []).push(...faults);
    return found;
  };

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Requires fields in drafts that satisfy a condition. */
export const requiredWhere =
  (holds: (draft: Draft) => boolean, ...fields: readonly string[]): Rule =>
  draft =>
    holds(draft)
      ? Object.fromEntries(fields.filter(field => isEmpty(draft[field])).map(field => [field, ['required']]))
      : {};

interface Entry {
  readonly rate: number;
}

/** Landing pages that are chosen by rates: at least one, and the rates sum to 100. */
export const ratesSum: Rule = draft => {
  if (draft['lpo_flag'] !== true) return {};
  const entries = draft['lpo_entries'] as readonly Entry[];
  if (entries.length === 0) return { lpo_entries: ['choose_one'] };
  // In hundredths, because 33.3 + 33.3 + 33.4 is not 100 in floating point.
  const sum = entries.reduce((total, { rate }) => total + Math.round(rate * 100), 0);
  return sum === 100_00 ? {} : { lpo_entries: ['rates_sum'] };
};

/** A period must not end before its first day. */
export const periodInOrder: Rule = ({ period_from: from, period_to: to }) =>
  typeof from === 'string' && typeof to === 'string' && to < from ? { period_to: ['before_start'] } : {};

/** Reports parameters with the same name, which could not be distinguished. */
const doubles = (names: readonly (readonly [field: string, name: string])[]): DraftFaults =>
  Object.fromEntries(
    names
      .filter(([, name], at) => names.findIndex(([, other]) => other === name) < at)
      .map(([field]) => [field, ['duplicate']]),
  );

/** An ad with own parameter names has at least one, and no name twice. */
export const ownParameters: Rule = draft => {
  if (draft['own_parameters'] !== true) return {};
  const parameterNames = Object.entries((draft['parameters'] ?? {}) as Record<string, string | null>).flatMap(
    ([field, name]) => (name ? [[`parameters.${field}`, name] as const] : []),
  );
  return parameterNames.length === 0 ? { parameters: ['choose_one'] } : doubles(parameterNames);
};

/** Each parameter that the network sends has a name, and no name occurs twice. */
export const networkParameters: Rule = draft => {
  const sent = PARAMETERS.filter(name => draft[`${name}_flag`] === true).map(
    name => [`${name}_name`, String(draft[`${name}_name`])] as const,
  );
  const nameless = sent.filter(([, name]) => name.trim() === '');
  return {
    ...doubles(sent.filter(([, name]) => name.trim() !== '')),
    ...Object.fromEntries(nameless.map(([field]) => [field, ['required'] as const])),
  };
};

const isNotified = (draft: Draft) => draft['result_flag'] !== 0;
/** A network that is notified has a CV tag, or a webhook address and the secret that its style requires. */
export const notificationHasTarget = all(
  requiredWhere(draft => isNotified(draft) && draft['result_method'] === 1, 'cv_tag'),
  requiredWhere(draft => isNotified(draft) && draft['result_method'] === 2, 'webhook_url'),
  requiredWhere(
    draft => isNotified(draft) && draft['result_method'] === 2 && draft['webhook_style'] === 1,
    'webhook_secret',
  ),
);

const MATCH_FAULTS: Readonly<Record<MatchedText['field'], FaultCode>> = {
  cv_page_url: 'page_pattern',
  route_page_url: 'page_pattern',
  button_selector: 'css_selector',
};

/** The fault of a text that can match nothing, or that would match more pages than it names; null: none. */
const faultOf = ({ field, canMatch }: MatchedText, text: string): FaultCode | null => {
  if (field !== 'button_selector' && hasIgnoredFragment(text)) return 'page_fragment';
  return canMatch(text) ? null : MATCH_FAULTS[field];
};

/**
 * Refuses texts that can match no page or element, and fragments, which are ignored. Unchanged texts from before this rule are accepted, so that other
 * fields of their setting can be changed.
 */
const conditionCanMatch: Rule = (draft, _asker, before) => {
  const condition = Number(draft['cv_condition']);
  const isJudged = ({ field, usedBy }: MatchedText) =>
    usedBy.includes(condition) &&
    !isEmpty(draft[field]) &&
    (draft[field] !== before[field] || condition !== before['cv_condition']);
  return Object.fromEntries(
    MATCHED_TEXTS.filter(isJudged).flatMap(text => {
      const fault = faultOf(text, String(draft[text.field]).trim());
      return fault === null ? [] : [[text.field, [fault]]];
    }),
  );
};

/** Requires the pages or the selector that the condition of a CV setting uses. */
export const conditionHasPages = all(
  ...MATCHED_TEXTS.map(({ field, requiredBy }) =>
    requiredWhere(draft => requiredBy.includes(Number(draft['cv_condition'])), field),
  ),
  conditionCanMatch,
);

const MAX_HEADING_LENGTH = 100;
/** A scheduled import has a source address, and the address is HTTPS because it may contain a key. */
export const syncSource = all(
  requiredWhere(draft => draft['schedule'] !== 'none', 'source_url'),
  draft =>
    isEmpty(draft['source_url']) || /^https:/i.test(String(draft['source_url']))
      ? {}
      : { source_url: ['format_url'] },
  draft =>
    Object.keys(draft['mapping'] as object).some(name => name.length > MAX_HEADING_LENGTH)
      ? { mapping: [{ code: 'too_long', values: { max: MAX_HEADING_LENGTH } }] }
      : {},
);

/** A scheduled delivery has at least one recipient. */
export const reportHasReaders: Rule = draft =>
  draft['schedule'] !== 'none' && (draft['recipients'] as string[]).length === 0
    ? { recipients: ['required'] }
    : {};

/** A custom page has a name and at least one metric. */
export const customPage: Rule = draft => {
  if (!String(draft['analyze_page']).startsWith('item_')) return {};
  return all(
    requiredWhere(() => true, 'name'),
    ({ metrics }) => ((metrics as unknown[]).length === 0 ? { metrics: ['choose_one'] } : {}),
  )(draft, { ip: '' }, {});
};

/** Refuses a list of allowed addresses that excludes its author. */
export const allowsAuthorAddress: Rule = (draft, { ip }) =>
  isAddressAllowed(draft['login_allowed_ips'] as string[], ip)
    ? {}
    : { login_allowed_ips: ['locks_out'] as const };

/**
 * Refuses a change of the requirement of a second factor by an author without one: by a person who could do nothing
 * else from then on, and by API keys.
 */
export const authorHasSecondFactor: Rule = (draft, { hasSecondFactor }, before) =>
  draft['second_factor'] === before['second_factor'] || hasSecondFactor === true
    ? {}
    : { second_factor: ['without_second_factor'] as const };
