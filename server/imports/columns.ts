import { Failure, type Fault, type FaultCode } from '../http/failures.ts';

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
  /** All headings, in the order of the file. */
  readonly headings: readonly string[];
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
    // The console has a zero-width space before a unit, which a copied heading retains.
    .replaceAll(/[\s\u200B_-]+/g, '');

/** The unit of amounts of money in a normalized heading. A tax or another currency is no such unit. */
const UNIT = /\((?:円|yen|jpy|¥|日元)\)$/;
/** Normalizes a heading and removes its unit, which lists and files state and templates do not. */
const withoutUnit = (heading: string): string => plain(heading).replace(UNIT, '');

/** Limits of the headings that a fault states. */
const STATED = { headings: 20, characters: 40 };
/** The fault of a file without an expected heading: the headings that it has; null: all are empty. */
const statedHeadings = (headings: readonly string[]): Fault | null => {
  const named = headings
    // Control characters and lone surrogates cannot be stored with a scheduled run.
    .map(heading => heading.replaceAll(/[\p{Cc}\p{Cs}]/gu, ''))
    .filter(heading => heading.trim() !== '')
    .map(heading => {
      const characters = Array.from(heading);
      return characters.length > STATED.characters
        ? `${characters.slice(0, STATED.characters).join('')}…`
        : heading;
    });
  const shown = [...named.slice(0, STATED.headings), ...(named.length > STATED.headings ? ['…'] : [])];
  return shown.length === 0 ? null : { code: 'file_headings', values: { headings: shown.join(' / ') } };
};

/** Refuses a file by faults of its fields. Where a heading is missing, the headings that the file has are stated. */
const refuseColumns = (
  headings: readonly string[],
  fields: Readonly<Record<string, readonly FaultCode[]>>,
): Failure => {
  const isMissing = Object.values(fields).some(codes => codes.includes('heading_missing'));
  const stated = isMissing ? statedHeadings(headings) : null;
  return new Failure('invalid', { fields: { ...fields, ...(stated && { file: [stated] }) } });
};

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
  const unitless = headings.map(withoutUnit);
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
    const meant = new Set([field, ...words].map(withoutUnit));
    const at = unitless.flatMap((name, place) =>
      name !== '' && meant.has(name) && !taken.has(place) ? [place] : [],
    );
    if (at.length > 1 && !several) faults[field] = ['heading_twice'];
    if (at[0] !== undefined) places.set(field, at[0]);
  }
  if (Object.keys(faults).length > 0) throw refuseColumns(headings, faults);
  const read = new Set(places.values());
  return {
    headings,
    places,
    found: fields.flatMap(({ field }) =>
      places.has(field) ? [{ field, heading: headings[places.get(field)!]! }] : [],
    ),
    unknown: headings.filter((_, at) => !read.has(at)),
  };
};

/** @throws {Failure} `invalid`: the file lacks a required column */
export const requireColumns = ({ headings, places }: Columns, ...fields: readonly string[]): void => {
  const missing = fields.filter(field => !places.has(field));
  if (missing.length > 0)
    throw refuseColumns(headings, Object.fromEntries(missing.map(field => [field, ['heading_missing']])));
};
