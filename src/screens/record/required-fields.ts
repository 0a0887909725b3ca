import type { Faults } from '../../../machines/draft.ts';
import type { Lists } from '../../../machines/startup.ts';
import type { Widget } from '../../resources/resource.ts';
import type { AnyDraft, AnyField } from './fields.ts';

/** Widgets whose error for a missing value is `choose_one`; for others it is `required`. */
const CHOSEN: ReadonlySet<Widget> = new Set<Widget>(['many', 'landing_pages', 'parameters']);

/** Only spaces, no entries, or an object whose values are all empty. */
const isEmpty = (value: unknown): boolean => {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.values(value).every(one => one === null || one === '');
};

/** Whether a field is required because of other values of the draft. */
export const isNeededHere = ({ visible, needed }: AnyField, draft: AnyDraft, lists: Lists): boolean =>
  needed?.(draft) === true && (visible?.(draft, lists) ?? true);

/** Errors of missing required fields, with the server's codes. */
export const missingOf = (fields: readonly AnyField[], draft: AnyDraft, lists: Lists): Faults =>
  Object.fromEntries(
    fields
      .filter(field => isNeededHere(field, draft, lists) && isEmpty(draft[field.field]))
      .map(({ field, widget }) => [field, [{ code: CHOSEN.has(widget) ? 'choose_one' : 'required' }]]),
  );
