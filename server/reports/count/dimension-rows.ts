import { Failure } from '../../http/failures.ts';
import {
  MAX_CELLS,
  STATES,
  textsSeen,
  type CellAxis,
  type Cells,
} from '../../store/clickhouse/queries/dimension-rows.ts';
import { bound, type Scope } from '../../store/clickhouse/queries/scope.ts';
import { textsKept } from '../../store/clickhouse/rollups/dimension-rollups.ts';
import type { ReportAd } from '../../store/postgres/reports/costs.ts';
import { adAxis, isEventAxis } from '../parse/axes.ts';
import type { Filters } from '../parse/filters.ts';
import type { ReportParts } from '../parse/query.ts';
import { HIDDEN_ROW, keyOfValue, NO_CONTACT_ROW, VISITORS, type Row, type Rows, type Value } from './rows.ts';

/**
 * Rows that are finer than ads: by dimensions of a contact, limited to some contacts, or split by whether the
 * visitor had converted before.
 */

export interface Finer {
  readonly ads: readonly ReportAd[];
  readonly filters: Filters;
  readonly evaluation: 1 | 2 | 3 | null;
}

/** Whether a query's rows are finer than ads. */
export const isFinerThanAds = (
  names: readonly string[],
  { filters, evaluation }: Pick<Finer, 'filters' | 'evaluation'>,
): boolean => names.some(isEventAxis) || filters.contacts.length > 0 || evaluation !== null;

/**
 * Number of texts of an axis that have their own row; rarer texts share one row. Landing pages number in the
 * thousands, too many for a readable table.
 */
const MAX_TEXTS_PER_AXIS = 2000;
/** The row of the rarer texts. */
export const OTHER = 'other';

/** An axis with the values of its codes (0: none) and the code for facts known only by ad. */
interface Coded {
  readonly axis: CellAxis;
  readonly values: readonly Value[];
  readonly ofAd: (ad: number) => number;
}

const numbers = (name: string, count: number): Coded => ({
  axis: { of: 'number', name, size: count + 1 },
  values: [null, ...Array.from({ length: count }, (_, value) => value)],
  ofAd: () => 0,
});

const codedAds = (ids: readonly (readonly [ad: number, value: number | null])[]): Coded => {
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
): Promise<Coded> => {
  if (name === 'hour') return numbers(name, 24);
  if (name === 'weekday') return numbers(name, 7);
  if (isEventAxis(name)) {
    const found = await (scope.source === 'derived'
      ? textsKept(columnar, scope, name, MAX_TEXTS_PER_AXIS)
      : textsSeen(columnar, scope.rules, bound(scope), name, MAX_TEXTS_PER_AXIS, scope.signal));
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
  }
  const group = adAxis(name).group ?? ((ad: ReportAd) => ad.id);
  return codedAds(ads.map(ad => [ad.id, group(ad)]));
};

/** The visitor state of a key's word, 0 without a word; null where the word is unknown. */
const stateOfWord = (word: string | undefined): number | null => {
  if (word === undefined) return 0;
  const index = VISITORS.findIndex(known => known === word);
  return index === -1 ? null : 1 + index;
};

/** The codes of a cell by axis. Cells are numbered from 1. */
const codesOfCell = ([, inner]: readonly Coded[], cell: number): number[] =>
  inner === undefined ? [cell - 1] : [Math.floor((cell - 1) / inner.axis.size), (cell - 1) % inner.axis.size];

/** The code of a row over all axes, by the values in its key; null: no row has these values. */
const codeOfKey = (coded: readonly Coded[], key: string): number | null => {
  const parts = key.split('/');
  const codes = coded.map(({ values }, index) =>
    values.findIndex(value => keyOfValue(value) === parts[index]),
  );
  if (parts.length !== coded.length || codes.includes(-1)) return null;
  return codes.reduce((cell, code, index) => cell * (coded[index]?.axis.size ?? 1) + code, 0);
};

/**
 * The rows of a query that are finer than ads. Facts known only by ad, such as fees, have a row of their ad
 * or group, without dimensions and without a visitor; it is hidden where only some contacts of an ad are
 * shown.
 *
 * @throws {Failure} `timed_out`: more rows than the limit of distinct rows
 */
export const rowsOfCells = async (
  parts: Pick<ReportParts, 'columnar'>,
  scope: Scope,
  names: readonly string[],
  { ads, filters: { shown, contacts }, evaluation }: Finer,
): Promise<Rows> => {
  const coded = await Promise.all(names.map(name => codedAxis(parts, scope, name, ads)));
  const cells: Cells = {
    axes: coded.map(({ axis }) => axis),
    ads: shown === 'all' ? null : [...shown],
    seen: contacts,
    evaluation,
  };
  if (coded.reduce((product, { axis }) => product * axis.size, 1) > MAX_CELLS) throw new Failure('timed_out');
  const [first, second] = coded;
  const visitorOf = (state: number): Row['visitor'] => VISITORS[state - 1] ?? null;
  return {
    grouping: cells,
    rowOf: ad => {
      if (ad === null) return -1;
      if (contacts.length > 0 || (shown !== 'all' && !shown.has(ad))) return 0;
      const code = (first?.ofAd(ad) ?? 0) * (second?.axis.size ?? 1) + (second?.ofAd(ad) ?? 0);
      return (1 + code) * STATES;
    },
    read: row => {
      if (row < 0) return { ...NO_CONTACT_ROW, visitor: visitorOf(-1 - row) };
      const cell = Math.floor(row / STATES);
      if (cell === 0) return HIDDEN_ROW;
      return {
        kind: 'row',
        values: codesOfCell(coded, cell).map((code, index) => coded[index]?.values[code] ?? null),
        visitor: visitorOf(row % STATES),
      };
    },
    // Hidden rows first, then conversions without contact, then by the codes, which follow the order of the
    // values.
    place: row => {
      if (row < 0) return -1 - row;
      return row < STATES ? row - STATES : row;
    },
    outerOf: row =>
      row < STATES
        ? row
        : (1 + (codesOfCell(coded, Math.floor(row / STATES))[0] ?? 0)) * STATES + (row % STATES),
    numberOf: key => {
      const [own = '', visitor] = key.split('~');
      const state = stateOfWord(visitor);
      if (state === null) return null;
      if (own === NO_CONTACT_ROW.kind) return -1 - state;
      const code = codeOfKey(coded, own);
      return code === null ? null : (1 + code) * STATES + state;
    },
    // Where some contacts are hidden, conversions without a contact are hidden too.
    shown: {
      allBut: Array.from({ length: STATES }, (_, state) => state).concat(
        shown === 'all' && contacts.length === 0
          ? []
          : Array.from({ length: STATES }, (_, state) => -1 - state),
      ),
    },
  };
};
