import { useCallback, useEffect, useEffectEvent, useMemo } from 'react';
import { arranged } from '../../components/grid/order.ts';
import { useAddress, type RawSearch } from '../../console/address.ts';
import type { AnyFilter, Choices } from '../../resources/filter.ts';
import { useColumns } from '../../console/columns.ts';
import { useStoredValue } from '../use-stored-value.ts';
import { readListSearch, writeListSearch, type Fillable, type ListSearch, type Shape } from './view.ts';

/** A resource without its row type. */
interface AnyResource {
  readonly columns: readonly {
    readonly field: string;
    readonly sortable?: boolean;
    readonly hidden?: boolean;
  }[];
  readonly filters?: readonly AnyFilter[];
  readonly form?: {
    readonly fields: readonly {
      readonly field: string;
      readonly widget: string;
      readonly choices?: Choices;
    }[];
  };
}

const MAX_REPORT_LENGTH = 8000;
/**
 * Values of a field that a link may fill in; null: none, since entries of start-up lists are not validated
 * here.
 */
const fillableOf = ({
  widget,
  choices,
}: {
  readonly widget: string;
  readonly choices?: Choices;
}): Fillable | null => {
  if (widget === 'report') return { maxLength: MAX_REPORT_LENGTH };
  const isChoice = widget === 'choice' || widget === 'role' || widget === 'many';
  return !isChoice || choices === undefined || 'list' in choices
    ? null
    : { values: choices.values, many: widget === 'many' };
};

/** Properties of a resource by which list addresses are parsed. */
export const shapeOf = ({ columns, filters = [], form }: AnyResource): Shape => ({
  columns: columns.map(({ field }) => field),
  sortable: columns.filter(({ sortable }) => sortable === true).map(({ field }) => field),
  filters,
  fillable: Object.fromEntries(
    (form?.fields ?? []).flatMap(own => {
      const fillable = fillableOf(own);
      return fillable === null ? [] : [[own.field, fillable] as const];
    }),
  ),
});

/** Removes values that a link filled in, as they were for one new record. */
const notFilled = ({ fillable = {} }: Shape): Readonly<Record<string, undefined>> =>
  Object.fromEntries(Object.keys(fillable).map(field => [field, undefined]));

const isWidths = (value: unknown): value is Readonly<Record<string, number>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(width => typeof width === 'number');

/** Shown columns with width, order and pin. */
export interface Arrangement {
  readonly hidden: readonly string[];
  readonly hiddenAtFirst: readonly string[];
  readonly order: readonly string[];
  readonly widths: Readonly<Record<string, number>>;
  /** Last pinned column; null: only the first. */
  readonly pinned: string | null;
}

/** Fields of the shown columns in their order. */
export const shownOf = (columns: readonly string[], { hidden, order }: Arrangement): readonly string[] =>
  arranged(
    columns.map(field => ({ field })),
    order,
  )
    .map(({ field }) => field)
    .filter((field, index) => index === 0 || !hidden.includes(field));

/**
 * Search of a list, stored in the address, and its columns: from the address, otherwise the user's stored
 * choice. The stored choice is then added to the address, so that a link shows its reader the same; widths
 * are not, as they depend on the screen.
 */
export const useListSearch = (name: string, resource: AnyResource) => {
  const shape = useMemo(() => shapeOf(resource), [resource]);
  const read = useCallback((raw: RawSearch) => readListSearch(raw, shape), [shape]);
  const [search, change] = useAddress(read);
  const hiddenAtFirst = useMemo(
    () => resource.columns.filter(column => column.hidden === true).map(({ field }) => field),
    [resource],
  );
  const [{ hidden, order: usualOrder, pinned }, keepColumns] = useColumns(name);
  const usual = hidden ?? hiddenAtFirst;
  const [widths, keepWidths] = useStoredValue(`widths_${name}`, isWidths);

  const go = (next: ListSearch, how: { readonly replace?: boolean } = {}): void =>
    change({ ...notFilled(shape), ...writeListSearch(next) }, how);
  const arrangement: Arrangement = {
    hidden: search.hide ?? usual,
    hiddenAtFirst,
    order: search.order ?? usualOrder ?? [],
    widths: widths ?? {},
    pinned,
  };
  /** The search with explicit columns, independent of the reader's stored choice. */
  const explicit: ListSearch = {
    ...search,
    hide: arrangement.hidden,
    order: arrangement.order.length > 0 ? arrangement.order : search.order,
  };

  const own =
    (search.hide === null && usual !== hiddenAtFirst && String(usual) !== String(hiddenAtFirst)) ||
    (search.order === null && (usualOrder ?? []).length > 0);
  const writeAddress = useEffectEvent(() => go(explicit, { replace: true }));
  useEffect(() => {
    if (own) writeAddress();
  }, [own]);

  return {
    search,
    go,
    arrangement,
    explicit,
    shape,
    arrange: {
      hide: (names: readonly string[]) => {
        const hide = shape.columns.filter(field => names.includes(field));
        keepColumns({ hidden: hide });
        go({ ...explicit, hide }, { replace: true });
      },
      order: (order: readonly string[]) => {
        keepColumns({ order });
        go({ ...explicit, order }, { replace: true });
      },
      widths: keepWidths,
      pin: (to: string | null) => keepColumns({ pinned: to }),
    },
  };
};
