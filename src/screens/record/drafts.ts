import type { Shelf } from '../../console/storage.ts';
import type { AnyDraft } from './fields.ts';

/** So long what was typed and not saved is worth bringing back, in milliseconds. */
export const DRAFT_LASTS = 7 * 24 * 60 * 60 * 1000;

/** What was typed into a form and neither saved nor given up: the fields that were changed, and when, in milliseconds since 1970. */
export interface KeptDraft {
  readonly at: number;
  readonly fields: AnyDraft;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const isKept = (value: unknown): value is KeptDraft =>
  typeof value === 'object' && value !== null && 'at' in value && typeof value.at === 'number' && 'fields' in value && typeof value.fields === 'object' && value.fields !== null;

/** The fields of a draft that say something else than the record does; what `left` names is left out, as nothing secret is kept. */
export const changedOf = (draft: AnyDraft, original: AnyDraft, left: readonly string[]): AnyDraft =>
  Object.fromEntries(Object.entries(draft).filter(([field, value]) => !left.includes(field) && !isSame(value, original[field])));

/**
 * The drafts of one user in this browser. A reload, a crash or a closed tab takes a form away: what was typed into it is still here, field by field, so
 * that what others change meanwhile stands.
 *
 * @param now in milliseconds since 1970
 */
export const draftsOn = (shelf: Shelf, user: number, now: () => number = Date.now) => {
  const named = (form: string) => `${user}_draft_${form}`;
  return {
    read: (form: string): KeptDraft | null => {
      const kept = shelf.read(named(form), isKept);
      return kept === null || kept.at + DRAFT_LASTS <= now() ? null : kept;
    },
    keep: (form: string, fields: AnyDraft): void => shelf.write(named(form), { at: now(), fields } satisfies KeptDraft),
    forget: (form: string): void => shelf.remove(named(form)),
  };
};
