import { AXES, type DeclaredReport } from './declared-reports.ts';

/** What all kinds of reports read of the address of a saved view. */

/** Fields of filters by ads. */
export const AD_FIELDS: ReadonlySet<string> = new Set([
  'ad_id',
  'ad_name',
  'ad_category_id',
  'ad_type1_id',
  'ad_type2_id',
  'ad_type3_id',
  'asp_id',
  'agency_id',
]);

export type Search = ReadonlyMap<string, string>;

/** The parameters of an address; repeated ones are joined by commas. */
export const readSearch = (address: string): Search => {
  const search = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(address)) {
    const before = search.get(name);
    search.set(name, before === undefined ? value : `${before},${value}`);
  }
  return search;
};

const axisWord = (axes: readonly string[], text: string | undefined): string | undefined =>
  axes.find(word => word === text || (AXES[word]?.number !== null && String(AXES[word]?.number) === text));

export interface Axes {
  readonly outer: string;
  readonly inner: string | null;
}
/** The axes of a view; null: the report has none. Invalid ones get their default. */
export const readAxes = ({ axes }: Pick<DeclaredReport, 'axes'>, search: Search): Axes | null => {
  const [byDefault] = axes;
  if (byDefault === undefined) return null;
  const outer = axisWord(axes, search.get('axis')) ?? byDefault;
  const inner = axisWord(axes, search.get('by')) ?? null;
  return { outer, inner: inner === outer ? null : inner };
};

/** The axes as the query of a report. */
export const axesQuery = (axes: Axes | null): Readonly<Record<string, string | number>> => {
  if (axes === null) return {};
  const [outer, inner] = [AXES[axes.outer], axes.inner === null ? undefined : AXES[axes.inner]];
  if (outer === undefined) return {};
  if (inner === undefined && outer.number !== null) return { axis: outer.number };
  return { axis: 0, axes: inner === undefined ? outer.name : `${outer.name},${inner.name}` };
};

/** Value of the parameter that hides no column: an address leaves out empty values. */
const NO_COLUMN = '-';

/** The hidden columns that a view names; null: it names none of the known ones. */
export const readHidden = (search: Search, known: readonly string[]): readonly string[] | null => {
  const text = search.get('hide');
  const named = text?.split(',').filter(name => name === 'trend' || known.includes(name)) ?? [];
  return named.length > 0 || text === NO_COLUMN ? named : null;
};

const fieldOf = (name: string): string => name.replace(/__[a-z]+$/, '');

/** The fields of the filters, without their comparisons. */
export const filteredFields = (where: string): readonly string[] => [
  ...new Set([...new URLSearchParams(where).keys()].map(fieldOf)),
];

/**
 * The filters by ads, as written in the address, and the fields of the others, which views of an analysis do not
 * apply.
 */
export const partByAds = (
  where: string,
): { readonly where: string; readonly unapplied: readonly string[] } => {
  const isByAds = (condition: string): boolean => AD_FIELDS.has(fieldOf(condition.split('=', 1)[0] ?? ''));
  const conditions = where.split('&');
  return {
    where: conditions.filter(isByAds).join('&'),
    unapplied: filteredFields(conditions.filter(condition => !isByAds(condition)).join('&')),
  };
};
