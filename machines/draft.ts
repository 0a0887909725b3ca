import type { Fault } from './failure.ts';

/** Typed values by field name, as sent to the server. */
export type Draft = Readonly<Record<string, unknown>>;
/** Errors of a draft by field. Valid fields have no entry. */
export type Faults = Readonly<Record<string, readonly Fault[]>>;

/** Changed fields of a form that was neither saved nor discarded. `at`: time of storing, in ms since 1970. */
export interface StoredDraft {
  readonly at: number;
  readonly fields: Draft;
}

/** A draft and the record as it was read. */
export interface Typed {
  readonly draft: Draft;
  readonly original: Draft;
}

/** Values of a draft are data: the same contents are the same value, independent of object identity. */
export const isSame = (one: unknown, other: unknown): boolean =>
  Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other);

/** The fields of a draft that differ from the record. */
export const changedOf = ({ draft, original }: Typed): Draft =>
  Object.fromEntries(Object.entries(draft).filter(([field, value]) => !isSame(value, original[field])));

/** Whether closing would lose changes: a draft that equals the record again is not touched. */
export const isTouched = ({ draft, original }: Typed): boolean =>
  Object.keys({ ...original, ...draft }).some(field => !isSame(draft[field], original[field]));

/**
 * Applies stored changes of an earlier form to the present record. Fields that the record no longer has are dropped.
 */
export const restored = ({
  draft,
  original,
  stored,
}: Typed & { readonly stored: StoredDraft | null }): Draft => ({
  ...draft,
  ...Object.fromEntries(
    Object.entries(stored?.fields ?? {}).filter(([field]) => Object.hasOwn(original, field)),
  ),
});

const isOwnOrNested = (name: string, field: string): boolean =>
  name === field || name.startsWith(`${field}.`);

/**
 * Removes the errors of a changed field until the next validation, and those of its nested fields
 * (`lpo_entries.0.url`).
 */
export const without = (faults: Faults, field: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => !isOwnOrNested(name, field)));
export const within = (faults: Faults, field: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => isOwnOrNested(name, field)));
