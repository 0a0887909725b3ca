import { useMemo } from 'react';
import { arranged } from '../../components/grid/order.ts';
import type { GridColumn } from '../../components/grid/types.ts';
import type { Log } from '../../resources/log.ts';
import { useColumns } from '../../console/columns.ts';
import { useStoredValue } from '../use-stored-value.ts';
import { useWords } from '../use-words.ts';

const isWidths = (value: unknown): value is Readonly<Record<string, number>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every(width => typeof width === 'number');

/** Columns in the address, which take precedence over the user's stored choice. */
interface AddressedColumns {
  readonly hide: readonly string[] | null;
  readonly order: readonly string[] | null;
  /** Called when the user changes the columns. */
  readonly onChange: (columns: {
    readonly hide: readonly string[];
    readonly order: readonly string[];
  }) => void;
}

/** Columns of an address; a changed choice is written to it. */
export const addressedColumns = ({
  search: { hide, order },
  go,
}: {
  readonly search: Pick<AddressedColumns, 'hide' | 'order'>;
  readonly go: (
    changes: Readonly<Record<string, string | undefined>>,
    how: { readonly replace: boolean },
  ) => void;
}): AddressedColumns => ({
  hide,
  order,
  onChange: next =>
    go({ hide: next.hide.join(',') || '-', order: next.order.join(',') || undefined }, { replace: true }),
});

/** Columns of a log with their labels, and their visibility, widths and order for this user. */
export const useLogColumns = <Raw extends object, Row extends object>(
  log: Log<Raw, Row>,
  addressed?: AddressedColumns,
) => {
  const words = useWords(log.list);
  const hiddenAtFirst = useMemo(
    () => log.columns.filter(column => column.hidden === true).map(column => column.field),
    [log],
  );
  const [{ hidden: usualHidden, order: usualOrder }, keepColumns] = useColumns(`log_${log.name}`);
  const [widths, keepWidths] = useStoredValue(`widths_log_${log.name}`, isWidths);
  const columns = useMemo(
    () =>
      log.columns.map(({ field, format, size }): GridColumn<Row> => ({
        field,
        format,
        label: words.column(field),
        ...(size !== undefined && { size }),
        ...(log.sorted?.includes(field) === true && { sortable: true }),
      })),
    [log, words],
  );
  const hidden = addressed?.hide ?? usualHidden ?? hiddenAtFirst;
  const order = addressed?.order ?? usualOrder ?? [];
  const hide = (next: readonly string[]) => {
    keepColumns({ hidden: next });
    addressed?.onChange({ hide: next, order });
  };
  const reorder = (next: readonly string[]) => {
    keepColumns({ order: next });
    addressed?.onChange({ hide: hidden, order: next });
  };
  return {
    columns,
    words,
    /** Shown fields in their order. */
    shown: arranged(columns, order)
      .map(({ field }) => field)
      .filter((field, at) => at === 0 || !hidden.includes(field)) as readonly string[],
    arrangement: {
      hidden,
      hiddenAtFirst,
      onHidden: hide,
      ...(order.length > 0 && { order }),
      onOrder: reorder,
      widths: widths ?? {},
      onWidths: keepWidths,
    },
  };
};
