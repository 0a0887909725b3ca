import { Failure, type FaultCode } from '../http/failures.ts';

/** Matches the columns of a file with the fields of an import. */

/** A field of an import, with the headings that name it in any language. */
export interface ImportField {
  readonly field: string;
  readonly words: readonly string[];
  /** Whether several columns may name the field, such as an id and a name; the first column is read. */
  readonly several?: boolean;
}

/** Headings of columns by field; takes precedence over matching by words. */
export type Mapping = Readonly<Record<string, string>>;

export interface Columns {
  readonly found: readonly { readonly field: string; readonly heading: string }[];
  /** Headings of columns that are not read. */
  readonly unknown: readonly string[];
  /** Index of a field's column, from 0. */
  readonly places: ReadonlyMap<string, number>;
}

/** Normalizes a heading: case, width, spaces, hyphens and underscores do not matter. */
const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, '');

/**
 * Matches columns by mapping, then by words.
 *
 * @throws {Failure} `invalid`: the mapping names an unknown field or heading, or two columns match one field
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

/** @throws {Failure} `invalid`: the file lacks a required column */
export const requireColumns = ({ places }: Columns, ...fields: readonly string[]): void => {
  const missing = fields.filter(field => !places.has(field));
  if (missing.length > 0)
    throw new Failure('invalid', {
      fields: Object.fromEntries(missing.map(field => [field, ['heading_missing']])),
    });
};
