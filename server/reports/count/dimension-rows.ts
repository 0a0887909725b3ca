import { Failure } from '../../http/failures.ts';
import {
  MAX_CELLS,
  STATES,
  type CellAxis,
  type Cells,
} from '../../store/clickhouse/queries/dimension-rows.ts';
import type { Scope } from '../../store/clickhouse/queries/scope.ts';
import type { ReportSource } from '../../store/clickhouse/queries/report-source.ts';
import type { ReportAd } from '../../store/postgres/reports/costs.ts';
import { adAxis, isEventAxis } from '../parse/axes.ts';
import type { Filters } from '../parse/filters.ts';
import type { ReportParts } from '../parse/query.ts';
import { HIDDEN_ROW, keyOfValue, NO_CONTACT_ROW, VISITORS, type Row, type Rows, type Value } from './rows.ts';

/**
 * Rows that are finer than ads: by dimensions of a contact, limited to some contacts, or split by whether the
 * visitor had converted before.
 */

export interface FinerRows {
  readonly ads: readonly ReportAd[];
  readonly filters: Filters;
  readonly evaluation: 1 | 2 | 3 | null;
}

/** Whether a query's rows are finer than ads. */
export const isFinerThanAds = (
  names: readonly string[],
  { filters, evaluation }: Pick<FinerRows, 'filters' | 'evaluation'>,
): boolean => names.some(isEventAxis) || filters.contacts.length > 0 || evaluation !== null;

/**
 * Number of texts of an axis that have their own row; rarer texts share one row. Landing pages number in the
 * thousands, too many for a readable table.
 */
const MAX_TEXTS_PER_AXIS = 2000;
/** The row of the rarer texts. */
export const OTHER = 'other';

/** An axis with the values of its codes (0: none) and the code for facts known only by ad. */
interface CodedAxis {
  readonly axis: CellAxis;
  readonly values: readonly Value[];
  readonly ofAd: (ad: number) => number;
}

const codedNumbers = (name: string, count: number): CodedAxis => ({
  axis: { of: 'number', name, size: count + 1 },
  values: [null, ...Array.from({ length: count }, (_, value) => value)],
  ofAd: () => 0,
});

const codedTexts = (name: string, found: Awaited<ReturnType<ReportSource['texts']>>): CodedAxis => {
  const texts = found.toSorted((a, b) => (a.value < b.value ? -1 : 1));
  return {
    axis: {
      of: 'text',
      name,
      hashes: texts.map(({ hash }) => hash),
      other: texts.length + 1,
      size: texts.length + 2,
    },
    values: [null, ...texts.map(({ value }) => value), OTHER],
    ofAd: () => 0,
  };
};

/** @param ids the value of each ad on the axis; null: none */
const codedAds = (ids: readonly (readonly [ad: number, value: number | null])[]): CodedAxis => {
  const values = [
    null,
    ...[...new Set(ids.map(([, value]) => value))].filter(value => value !== null).toSorted((a, b) => a - b),
  ];
  const codes = new Map(values.map((value, code) => [value, code]));
  const known = new Map(ids.map(([ad, value]) => [ad, codes.get(value) ?? 0]));
  return {
    axis: { of: 'ad', ads: [...known.keys()], codes: [...known.values()], size: values.length },
    values,
    ofAd: ad => known.get(ad) ?? 0,
  };
};

/**
 * @param scope the complete range of the query: the same codes apply to the period and to the one it is
 *   compared with
 */
const codedAxis = async (
  { columnar }: Pick<ReportParts, 'columnar'>,
  scope: Scope,
  name: string,
  ads: readonly ReportAd[],
): Promise<CodedAxis> => {
  if (name === 'hour') return codedNumbers(name, 24);
  if (name === 'weekday') return codedNumbers(name, 7);
  if (isEventAxis(name)) {
    return codedTexts(name, await scope.source.texts(columnar, scope, name, MAX_TEXTS_PER_AXIS));
  }
  const group = adAxis(name).group ?? ((ad: ReportAd) => ad.id);
  return codedAds(ads.map(ad => [ad.id, group(ad)]));
};

/**
 * Numbers of rows: conversions without a contact have -1, -2, -3 by visitor state; all others have
 * cell * STATES + state, where cell 0 is hidden and cells from 1 on are the combinations of codes.
 */
const HIDDEN_CELL = 0;
const numberOfCell = (code: number, state = 0): number => (1 + code) * STATES + state;
const numberWithoutContact = (state: number): number => -1 - state;

/** The visitor state of a number, and its visitor; null: rows are not split. */
const visitorOf = (state: number): Row['visitor'] => VISITORS[state - 1] ?? null;

/** The visitor state of a key's word, 0 without a word; null where the word is unknown. */
const stateOfWord = (word: string | undefined): number | null => {
  if (word === undefined) return 0;
  const index = VISITORS.findIndex(known => known === word);
  return index === -1 ? null : 1 + index;
};

/** The code over all axes of the codes on each. */
const combineCodes = (coded: readonly CodedAxis[], codes: readonly number[]): number =>
  codes.reduce((cell, code, index) => cell * (coded[index]?.axis.size ?? 1) + code, 0);

/** The codes of a row's cell by axis. */
const codesOf = ([, inner]: readonly CodedAxis[], row: number): number[] => {
  const code = Math.floor(row / STATES) - 1;
  return inner === undefined ? [code] : [Math.floor(code / inner.axis.size), code % inner.axis.size];
};

/** The code of a row over all axes, by the values in its key; null: no row has these values. */
const codeOfKey = (coded: readonly CodedAxis[], key: string): number | null => {
  const parts = key.split('/');
  const codes = coded.map(({ values }, index) =>
    values.findIndex(value => keyOfValue(value) === parts[index]),
  );
  return parts.length !== coded.length || codes.includes(-1) ? null : combineCodes(coded, codes);
};

/** The row of a number. */
const readRow = (coded: readonly CodedAxis[], row: number): Row => {
  if (row < 0) return { ...NO_CONTACT_ROW, visitor: visitorOf(numberWithoutContact(row)) };
  if (Math.floor(row / STATES) === HIDDEN_CELL) return HIDDEN_ROW;
  return {
    kind: 'row',
    values: codesOf(coded, row).map((code, index) => coded[index]?.values[code] ?? null),
    visitor: visitorOf(row % STATES),
  };
};

/** The number of a row by its key; null: the key is unknown. */
const numberOfKey = (coded: readonly CodedAxis[], key: string): number | null => {
  const [own = '', word] = key.split('~');
  const state = stateOfWord(word);
  if (state === null) return null;
  if (own === NO_CONTACT_ROW.kind) return numberWithoutContact(state);
  const code = codeOfKey(coded, own);
  return code === null ? null : numberOfCell(code, state);
};

/** The row of facts known only by ad, without dimensions; hidden where only some contacts of ads are shown. */
const rowOfAd = (coded: readonly CodedAxis[], { shown, contacts }: Filters, ad: number | null): number => {
  if (ad === null) return numberWithoutContact(0);
  if (contacts.length > 0 || (shown !== 'all' && !shown.has(ad))) return HIDDEN_CELL;
  return numberOfCell(
    combineCodes(
      coded,
      coded.map(({ ofAd }) => ofAd(ad)),
    ),
  );
};

/** The row of the outer axis alone, by its number there. */
const outerNumberOf = (coded: readonly CodedAxis[], row: number): number =>
  row < STATES ? row : numberOfCell(codesOf(coded, row)[0] ?? 0, row % STATES);

/**
 * The order in which equal remainders are served: hidden rows, then conversions without contact, then cells by
 * their codes, which follow the order of the values.
 */
const roundingRankOf = (row: number): number => {
  if (row < 0) return numberWithoutContact(row);
  return row < STATES ? row - STATES : row;
};

const EVERY_STATE = Array.from({ length: STATES }, (_, state) => state);

/** Where some contacts are hidden, conversions without a contact are hidden too. */
const shownRows = ({ shown, contacts }: Filters): Rows['shown'] => ({
  allBut:
    shown === 'all' && contacts.length === 0
      ? EVERY_STATE
      : [...EVERY_STATE, ...EVERY_STATE.map(numberWithoutContact)],
});

/** @throws {Failure} `timed_out`: more rows than the limit of distinct rows */
const refuseTooManyCells = (coded: readonly CodedAxis[]): void => {
  if (coded.reduce((product, { axis }) => product * axis.size, 1) > MAX_CELLS) throw new Failure('timed_out');
};

/**
 * The rows of a query that are finer than ads. Facts known only by ad, such as fees, have a row of their ad
 * or group, without dimensions and without a visitor.
 *
 * @throws {Failure} `timed_out`: more rows than the limit of distinct rows
 */
export const rowsOfCells = async (
  parts: Pick<ReportParts, 'columnar'>,
  scope: Scope,
  names: readonly string[],
  { ads, filters, evaluation }: FinerRows,
): Promise<Rows> => {
  const coded = await Promise.all(names.map(name => codedAxis(parts, scope, name, ads)));
  refuseTooManyCells(coded);
  const cells: Cells = {
    axes: coded.map(({ axis }) => axis),
    ads: filters.shown === 'all' ? null : [...filters.shown],
    contactFilters: filters.contacts,
    evaluation,
  };
  return {
    grouping: cells,
    rowOf: ad => rowOfAd(coded, filters, ad),
    read: row => readRow(coded, row),
    roundingRank: roundingRankOf,
    outerOf: row => outerNumberOf(coded, row),
    numberOf: key => numberOfKey(coded, key),
    shown: shownRows(filters),
  };
};
