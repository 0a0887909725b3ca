import { isSame } from '../../../machines/draft.ts';
import type { AnyDraft, AnyField } from './fields.ts';

/** A field of an entry of the change history; values as JSON text, since fields have different types. */
export interface ChangedField {
  readonly field: string;
  readonly before?: string | null | undefined;
  readonly after?: string | null | undefined;
}

/** Whether a value is shown as missing. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) ? value.length === 0 : typeof value === 'object' && Object.keys(value).length === 0);

/** A value whose keys are in one order: the store does not keep that of the form. */
const withSortedKeys = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The value of a field in the change history. */
export const changedValue = (text: string | null | undefined): unknown => {
  if (text === null || text === undefined) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // An entry of an older version of the program: shown as written.
    return text;
  }
};

/**
 * The fields of an entry in the order of the form; fields that the form lacks come last.
 *
 * @param blank the values of an empty form, of a creation: only fields that were filled in are returned; null: the entry
 *   is no creation
 */
export const shownChanges = <Changed extends ChangedField>(
  changes: readonly Changed[],
  fields: readonly Pick<AnyField, 'field'>[],
  blank: AnyDraft | null,
): readonly Changed[] => {
  const places = new Map(fields.map(({ field }, index) => [field, index]));
  const placeOf = ({ field }: Changed): number => places.get(field) ?? fields.length;
  const isFilledIn = ({ field, after }: Changed): boolean => {
    const value = changedValue(after);
    return !isEmptyValue(value) && !isSame(withSortedKeys(value), withSortedKeys(blank?.[field]));
  };
  return changes
    .filter(changed => blank === null || isFilledIn(changed))
    .toSorted((one, other) => placeOf(one) - placeOf(other));
};

const partsOf = (value: unknown): AnyDraft =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as AnyDraft) : {};

/** The changed keys of a field whose value is an object, as fields of their own; the other fields as they are. */
export const splitField = (
  changes: readonly ChangedField[],
  parted: string | undefined,
): readonly ChangedField[] =>
  changes.flatMap(changed => {
    if (changed.field !== parted) return [changed];
    const [before, after] = [partsOf(changedValue(changed.before)), partsOf(changedValue(changed.after))];
    return Object.keys({ ...before, ...after })
      .filter(field => !isSame(before[field], after[field]))
      .map(field => ({ field, before: JSON.stringify(before[field]), after: JSON.stringify(after[field]) }));
  });

/** Actions of entries that change nothing. */
export const ACCESS_ACTIONS: ReadonlySet<string | null> = new Set([
  'sign_in',
  'sign_in_refused',
  'sign_out',
  'download',
  'mail',
  'key_use',
]);

/** Actions that nobody is named for: a refused sign-in proves no identity, and the program sends mails. */
export const ACTIONS_WITHOUT_USER: ReadonlySet<string | null> = new Set(['sign_in_refused', 'mail']);
