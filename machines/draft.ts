import type { Fault } from './failure.ts';

/** The typed values, by the name with which the field is sent. */
export type Draft = Readonly<Record<string, unknown>>;
/** What is wrong with a draft, by field; what is sound is not named. */
export type Faults = Readonly<Record<string, readonly Fault[]>>;

/**
 * What was typed into a form and neither saved nor given up: the fields that were changed, and when, in
 * milliseconds since 1970.
 */
export interface StoredDraft {
  readonly at: number;
  readonly fields: Draft;
}

/** A draft with the record as it was read. */
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

/** Whether anything would be lost: typing a letter and taking it away again leaves the draft untouched. */
export const isTouched = ({ draft, original }: Typed): boolean =>
  Object.keys({ ...original, ...draft }).some(field => !isSame(draft[field], original[field]));

/**
 * What an earlier form left behind, in a draft of the record as it is now: a field that the record does not
 * have any more is left out.
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

const isOf = (name: string, field: string): boolean => name === field || name.startsWith(`${field}.`);

/**
 * A changed field is right until it is looked at again; so are the fields nested in it (`lpo_entries.0.url`).
 */
export const without = (faults: Faults, field: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => !isOf(name, field)));
export const within = (faults: Faults, field: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => isOf(name, field)));
