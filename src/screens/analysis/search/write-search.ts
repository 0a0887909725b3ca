import { ITEM_PARAMETERS } from '../../../analyses/analysis.ts';
import { writeConditions } from '../../../resources/filter.ts';
import { NO_COLUMN, type AnalysisSearch } from './search.ts';

type Part = Exclude<keyof AnalysisSearch, 'period' | 'from' | 'to'>;
type Text = string | null | undefined;

interface Parameter<Key extends Part> {
  /** Name of the parameter. */
  readonly name: string;
  /** Text of a value; null or undefined: the address leaves the parameter out. */
  readonly textOf: (value: AnalysisSearch[Key]) => Text;
}

const same = (value: Text): Text => value;

/**
 * How an address writes each part of a search, in the order in which changes are written: equal changes give
 * equal addresses. `screens/period.ts` writes the period.
 */
const PARAMETERS: { readonly [Key in Part]: Parameter<Key> } = {
  axis: { name: 'axis', textOf: same },
  by: { name: 'by', textOf: same },
  model: { name: 'model', textOf: same },
  compare: { name: 'compare', textOf: same },
  compareFrom: { name: 'compare_from', textOf: same },
  compareTo: { name: 'compare_to', textOf: same },
  conditions: {
    name: 'f',
    textOf: conditions => (conditions.length === 0 ? null : writeConditions(conditions)),
  },
  approval: { name: 'approval', textOf: approval => (approval === 'approved' ? null : approval) },
  evaluation: { name: 'evaluation', textOf: evaluation => (evaluation === '0' ? null : evaluation) },
  display: { name: 'display', textOf: same },
  step: { name: 'step', textOf: same },
  item: { name: 'item', textOf: same },
  view: { name: 'view', textOf: same },
  sort: {
    name: 'sort',
    textOf: sort => (sort === null ? 'none' : `${sort.descending ? '-' : ''}${sort.field}`),
  },
  hide: { name: 'hide', textOf: hide => hide && (hide.join(',') || NO_COLUMN) },
};

const PARTS = Object.keys(PARAMETERS) as Part[];

const textOf = <Key extends Part>(key: Key, part: Partial<AnalysisSearch>): string | undefined =>
  PARAMETERS[key].textOf(part[key] as AnalysisSearch[Key]) ?? undefined;

/**
 * Changes of the address that set these parts of a search.
 *
 * @returns texts by parameter; undefined removes a parameter, for values that an address leaves out
 */
export const writeAnalysisSearch = (
  part: Partial<AnalysisSearch>,
): Readonly<Record<string, string | undefined>> => ({
  ...Object.fromEntries(
    PARTS.filter(key => Object.hasOwn(part, key)).map(key => [PARAMETERS[key].name, textOf(key, part)]),
  ),
  // Columns by name replace item codes, which name the shown columns too.
  ...(Object.hasOwn(part, 'hide') && Object.fromEntries(ITEM_PARAMETERS.map(name => [name, undefined]))),
});
