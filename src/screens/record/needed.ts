import type { Faults } from '../../../machines/draft.ts';
import type { Lists } from '../../../machines/startup.ts';
import type { Widget } from '../../resources/resource.ts';
import type { AnyDraft, AnyField } from './fields.ts';

/** Of these one thing at least is chosen; all else is filled in. */
const CHOSEN: ReadonlySet<Widget> = new Set<Widget>(['many', 'landing_pages', 'parameters']);

/** Nothing but spaces, no entry, or names that all have no value. */
const isEmpty = (value: unknown): boolean => {
  if (value === null || value === undefined) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.values(value).every(one => one === null || one === '');
};

/** Whether other values of a draft make a field required. */
export const isNeededHere = ({ visible, needed }: AnyField, draft: AnyDraft, lists: Lists): boolean =>
  needed?.(draft) === true && (visible?.(draft, lists) ?? true);

/** The errors for such missing fields, in the server's codes. */
export const missingOf = (fields: readonly AnyField[], draft: AnyDraft, lists: Lists): Faults =>
  Object.fromEntries(
    fields
      .filter(field => isNeededHere(field, draft, lists) && isEmpty(draft[field.field]))
      .map(({ field, widget }) => [field, [{ code: CHOSEN.has(widget) ? 'choose_one' : 'required' }]]),
  );
