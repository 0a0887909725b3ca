import type { RawSearch } from '../../console/address.ts';
import { readConditions, writeConditions, type AnyFilter, type Condition } from '../../resources/filter.ts';
import type { Allowed } from '../use-allowed.ts';

/** Page sizes; the last one is the server's maximum. */
export const SIZES = [20, 50, 100, 500, 9999] as const;
export type Size = (typeof SIZES)[number];
export const ALL: Size = 9999;
const USUAL: Size = 100;

export interface ListSort {
  readonly field: string;
  readonly descending: boolean;
}

/** Presentation of a table of rows, as in the address: order, columns and the saved view that was opened. */
export interface TableSearch {
  /** Null: the default order. */
  readonly sort: ListSort | null;
  /** Null: the user's stored columns and their order. */
  readonly hide: readonly string[] | null;
  readonly order: readonly string[] | null;
  readonly saved: number | null;
}

/** Query and presentation of a list: everything that a saved view stores. */
export interface View extends Omit<TableSearch, 'saved'> {
  readonly size: Size;
  readonly search: string;
  readonly conditions: readonly Condition[];
  /** Whether deleted rows are included. */
  readonly deleted: boolean;
}

/** Values that a link fills into a new record, by field. */
export type PresetValues = Readonly<Record<string, string | number | readonly (string | number)[]>>;
export type Modal =
  | { readonly kind: 'add'; readonly presets?: PresetValues }
  | { readonly kind: 'edit' | 'detail'; readonly id: number };

/** A view in the address, with the page, the open record and the saved view that was opened. */
export interface ListSearch extends View, TableSearch {
  readonly page: number;
  readonly modal: Modal | null;
}

/** Values that a link may fill into a field: one or several of `values`, or any text up to a length. */
export type Fillable =
  | { readonly values: readonly (string | number)[]; readonly many: boolean }
  | { readonly maxLength: number };

/** Properties of a resource by which list addresses are parsed. */
export interface Shape {
  readonly sortable: readonly string[];
  readonly columns: readonly string[];
  readonly filters: readonly AnyFilter[];
  /** Fields of a new record that a link may fill in. */
  readonly fillable?: Readonly<Record<string, Fillable>>;
}

/** Marks an empty list of columns, since an address omits empty values. */
const NONE = '-';
const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;

/** Names in the order of the address; unknown names are dropped. */
const namesOf = (text: string | undefined, known: readonly string[]): readonly string[] | null => {
  if (text === undefined) return null;
  const names = [...new Set(text.split(','))].filter(name => known.includes(name));
  return names.length > 0 || text === NONE ? names : null;
};
/** Normalises hidden columns to the default order, as their order has no meaning. */
const inOrder = (names: readonly string[] | null, columns: readonly string[]): readonly string[] | null =>
  names === null ? null : columns.filter(name => names.includes(name));
const textOfNames = (names: readonly string[] | null): string | undefined => {
  if (names === null) return undefined;
  return names.length === 0 ? NONE : names.join(',');
};

const sortOf = (text: string | undefined, sortable: readonly string[]): ListSort | null => {
  const descending = text?.startsWith('-') ?? false;
  const field = text?.slice(descending ? 1 : 0) ?? '';
  return sortable.includes(field) ? { field, descending } : null;
};
export const textOfSort = ({ field, descending }: ListSort): string => `${descending ? '-' : ''}${field}`;

export const readTable = (
  raw: RawSearch,
  { columns, sortable }: Pick<Shape, 'columns' | 'sortable'>,
): TableSearch => {
  const movable = columns.slice(1);
  return {
    sort: sortOf(raw['sort'], sortable),
    hide: inOrder(namesOf(raw['hide'], movable), movable),
    order: namesOf(raw['order'], movable),
    saved: numberOf(raw['view']),
  };
};
export const writeTable = ({
  sort,
  hide,
  order,
  saved,
}: TableSearch): Readonly<Record<string, string | undefined>> => ({
  sort: sort === null ? undefined : textOfSort(sort),
  hide: textOfNames(hide),
  order: textOfNames(order),
  view: saved === null ? undefined : String(saved),
});

const modalOf = (raw: RawSearch, id: number | null, fields: NonNullable<Shape['fillable']>): Modal | null => {
  const kind = raw['modal'];
  if (kind === 'add') {
    const presets = Object.entries(fields).flatMap(([field, fillable]): [string, PresetValues[string]][] => {
      if ('maxLength' in fillable)
        return raw[field] === undefined || raw[field].length > fillable.maxLength
          ? []
          : [[field, raw[field]]];
      const { values, many } = fillable;
      const texts = many ? (raw[field]?.split(',') ?? []) : [raw[field]];
      const found = values.filter(value => texts.includes(String(value)));
      return found[0] === undefined ? [] : [[field, many ? found : found[0]]];
    });
    return { kind, ...(presets.length > 0 && { presets: Object.fromEntries(presets) }) };
  }
  return (kind === 'edit' || kind === 'detail') && id !== null ? { kind, id } : null;
};

/**
 * The modal that a link opens for this user: without permission to change, the record is read only; without
 * permission to create, no modal.
 */
export const allowedModal = (modal: Modal | null, { change, keep }: Allowed): Modal | null => {
  switch (modal?.kind) {
    case 'add':
      return keep ? modal : null;
    case 'edit':
      return change ? modal : { kind: 'detail', id: modal.id };
    default:
      return modal;
  }
};

/** Parses the parameters of a list address; absent and invalid values get their default. */
export const readListSearch = (raw: RawSearch, shape: Shape): ListSearch => {
  const { filters, fillable = {} } = shape;
  const size = numberOf(raw['size']);
  return {
    page: numberOf(raw['page']) ?? 1,
    size: SIZES.find(one => one === size) ?? USUAL,
    search: raw['q'] ?? '',
    conditions: readConditions(raw['f'] ?? '', filters),
    deleted: raw['deleted'] === '1',
    ...readTable(raw, shape),
    modal: modalOf(raw, numberOf(raw['id']), fillable),
  };
};

/** Parameters of a list address; undefined for defaults, which the address omits. */
export const writeListSearch = (search: ListSearch): Readonly<Record<string, string | undefined>> => ({
  page: search.page === 1 ? undefined : String(search.page),
  size: search.size === USUAL ? undefined : String(search.size),
  q: search.search === '' ? undefined : search.search,
  f: search.conditions.length === 0 ? undefined : writeConditions(search.conditions),
  deleted: search.deleted ? '1' : undefined,
  ...writeTable(search),
  modal: search.modal?.kind,
  id: search.modal === null || search.modal.kind === 'add' ? undefined : String(search.modal.id),
  ...(search.modal?.kind === 'add' &&
    search.modal.presets &&
    Object.fromEntries(
      Object.entries(search.modal.presets).map(([field, value]) => [
        field,
        Array.isArray(value) ? value.join(',') : String(value),
      ]),
    )),
});

/** The search with changes, at its first page. */
export const withChanges = (search: ListSearch, changes: Partial<View>): ListSearch => ({
  ...search,
  ...changes,
  page: 1,
});

/** The parts of a search that a saved view stores: query and columns. */
export const viewOf = (search: ListSearch): ListSearch => ({ ...search, page: 1, modal: null, saved: null });

/**
 * Parses the address of a saved view. Views can be written through the API by others, so a modal in the
 * address is ignored.
 */
export const searchOfView = (address: RawSearch, shape: Shape): ListSearch =>
  viewOf(readListSearch(address, shape));
