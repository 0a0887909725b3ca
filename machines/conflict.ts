import { isSame, type Draft, type Typed } from './draft.ts';

/** The side whose value of a field is saved after a conflict. */
export type Side = 'mine' | 'theirs';

/** A draft, the record as it was read, and the record as another user has saved it since. */
export interface Conflict extends Typed {
  readonly theirs: Draft;
  /** Chosen sides by field. Default for other fields: `mine` if this draft changed the field, otherwise `theirs`. */
  readonly taken: Readonly<Record<string, Side>>;
}

/** A field whose values differ between the two sides of a conflict. */
export interface Difference {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly side: Side;
  /** Whether both users changed the field, and not only one of them. */
  readonly both: boolean;
}

const sideOf = ({ draft, original, taken }: Conflict, field: string): Side =>
  taken[field] ?? (isSame(draft[field], original[field]) ? 'theirs' : 'mine');

/** The draft that results from a conflict with the current choices. */
export const mergedOf = (conflict: Conflict): Draft =>
  Object.fromEntries(
    Object.keys({ ...conflict.theirs, ...conflict.draft }).map(field => [
      field,
      sideOf(conflict, field) === 'mine' ? conflict.draft[field] : conflict.theirs[field],
    ]),
  );

/** The fields in which the two sides of a conflict differ, and the side that is currently chosen for each. */
export const differencesOf = (conflict: Conflict): readonly Difference[] => {
  const { draft, original, theirs } = conflict;
  return Object.keys({ ...theirs, ...draft })
    .filter(field => !isSame(draft[field], theirs[field]))
    .map(field => ({
      field,
      mine: draft[field],
      theirs: theirs[field],
      side: sideOf(conflict, field),
      both: !isSame(draft[field], original[field]) && !isSame(theirs[field], original[field]),
    }));
};
