import { useMemo } from 'react';
import { arranged } from '../../components/grid/order.ts';
import type { GridColumn } from '../../components/grid/types.ts';
import type { Log } from '../../resources/log.ts';
import { useHidden } from '../use-hidden.ts';
import { isNames, useKept } from '../use-kept.ts';
import { useWords } from '../use-words.ts';

const isWidths = (value: unknown): value is Readonly<Record<string, number>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(width => typeof width === 'number');

/** The columns of a log with their headings, and which of them this user sees, how wide and in which order. */
export const useLogColumns = <Raw extends object, Row extends object>(log: Log<Raw, Row>) => {
  const words = useWords(log.list);
  const hiddenAtFirst = useMemo(() => log.columns.filter(column => column.hidden === true).map(column => column.field), [log]);
  const [hidden, hide] = useHidden(`log_${log.name}`, hiddenAtFirst);
  const [order, keepOrder] = useKept(`order_log_${log.name}`, isNames);
  const [widths, keepWidths] = useKept(`widths_log_${log.name}`, isWidths);
  const columns = useMemo(
    () => log.columns.map(({ field, format, size }): GridColumn<Row> => ({ field, format, label: words.column(field), ...(size !== undefined && { size }) })),
    [log, words]);
  return {
    columns, words,
    /** The fields that are shown, in their order. */
    shown: arranged(columns, order ?? []).map(({ field }) => field).filter((field, at) => at === 0 || !hidden.includes(field)) as readonly string[],
    arrangement: {
      hidden, hiddenAtFirst, onHidden: hide, ...(order !== null && order.length > 0 && { order }), onOrder: keepOrder, widths: widths ?? {}, onWidths: keepWidths,
    },
  };
};
