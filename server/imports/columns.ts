import { Failure, type FaultCode } from '../http/failures.ts';

/** Which column of a file is which of our fields. */

/** A field that an import knows, and the words that name it in any of the languages. */
export interface ImportField {
  readonly field: string;
  readonly words: readonly string[];
  /** Several columns say the same, a number and a name: the first is read. */
  readonly several?: boolean;
}

/** Our field: the heading of its column. What is said here goes before what the headings seem to say. */
export type Mapping = Readonly<Record<string, string>>;

export interface Columns {
  readonly found: readonly { readonly field: string; readonly heading: string }[];
  /** Headings that nothing is read from. */
  readonly unknown: readonly string[];
  /** Where a field's column is, from 0. */
  readonly places: ReadonlyMap<string, number>;
}

/** Headings are the same when they differ in case, width, spaces and underscores only. */
const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '');

/**
 * @throws {Failure} `invalid`: a mapping of what is no field or to what is no heading, or two columns for one
 *   field
 */
export const matchColumns = (
  headings: readonly string[],
  fields: readonly ImportField[],
  mapping: Mapping,
): Columns => {
  const faults: Record<string, FaultCode[]> = {};
  const places = new Map<string, number>();
  const names = headings.map(plain);
  const known = new Set(fields.map(({ field }) => field));
  const entries = Object.entries(mapping).filter(([, heading]) => heading.trim() !== '');
  for (const [field, heading] of entries) {
    const at = names.indexOf(plain(heading));
    if (!known.has(field)) faults[field] = ['unknown_field'];
    else if (at < 0) faults[field] = ['heading_missing'];
    else places.set(field, at);
  }
  const taken = new Set(places.values());
  for (const { field, words, several = false } of fields.filter(one => !places.has(one.field))) {
    const meant = new Set([field, ...words].map(plain));
    const at = names.flatMap((name, place) =>
      name !== '' && meant.has(name) && !taken.has(place) ? [place] : [],
    );
    if (at.length > 1 && !several) faults[field] = ['heading_twice'];
    if (at[0] !== undefined) places.set(field, at[0]);
  }
  if (Object.keys(faults).length > 0) throw new Failure('invalid', { fields: faults });
  const read = new Set(places.values());
  return {
    places,
    found: fields.flatMap(({ field }) =>
      places.has(field) ? [{ field, heading: headings[places.get(field)!]! }] : [],
    ),
    unknown: headings.filter((_, at) => !read.has(at)),
  };
};

/** @throws {Failure} `invalid`: the file lacks a column without which no row says anything */
export const requireColumns = ({ places }: Columns, ...fields: readonly string[]): void => {
  const missing = fields.filter(field => !places.has(field));
  if (missing.length > 0)
    throw new Failure('invalid', {
      fields: Object.fromEntries(missing.map(field => [field, ['heading_missing']])),
    });
};
