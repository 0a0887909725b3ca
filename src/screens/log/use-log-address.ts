import { useCallback, useMemo } from 'react';
import { useToday } from '../../components/use-today.ts';
import { useAddress, type RawSearch } from '../../console/address.ts';
import { useProduct } from '../../console/product.ts';
import { appliedConditions, writeConditions, type AnyFilter } from '../../resources/filter.ts';
import type { Log, LogParameters } from '../../resources/log.ts';
import { textOfSort } from '../list/view.ts';
import { readLogSearch, type LogShape } from './search.ts';
import { usePeriodDays } from '../use-period-days.ts';

const NONE: readonly string[] = [];

/** Query of a log from its address, and the function that changes the address. */
export const useLogAddress = <Raw extends object, Row extends object>(log: Log<Raw, Row>) => {
  const product = useProduct();
  const today = useToday();
  const shape = useMemo(
    (): LogShape => ({
      filters: log.filters as readonly AnyFilter[],
      columns: log.columns.map(({ field }) => field),
      sortable: log.sorted ?? NONE,
    }),
    [log],
  );
  const read = useCallback((raw: RawSearch) => readLogSearch(raw, shape), [shape]);
  const [search, go] = useAddress(read);
  const { sort } = search;
  const conditions = appliedConditions(search.conditions);
  const days = usePeriodDays(search);
  /** Query in the default order: by time, newest first. */
  const byTime: LogParameters = {
    product_id: product.id,
    ...days,
    ...(log.flagged && { show: search.show }),
    ...(conditions.length > 0 && { where: writeConditions(conditions) }),
  };
  const parameters: LogParameters = { ...byTime, ...(sort !== null && { ordering: textOfSort(sort) }) };
  // Past periods get no new rows, and in another order than by time there is no newest row.
  const hasNewest = days.to >= today && sort === null;
  return { shape, search, go, days, byTime, parameters, hasNewest };
};

export type LogAddress = ReturnType<typeof useLogAddress>;
