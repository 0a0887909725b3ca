import { useRouterState } from '@tanstack/react-router';
import { useMemo, useRef, useLayoutEffect } from 'react';
import type { GridProps } from '../../components/grid/types.ts';
import { stringifySearch } from '../../console/address.ts';

/** Link of a row's name: the current address with the row's details open. */
export const useRowLink = <Row>(
  idOf: (row: Row) => number,
  open: (id: number) => void,
): NonNullable<GridProps<Row & object>['link']> => {
  const location = useRouterState({ select: state => state.location });
  const now = useRef({ idOf, open });
  useLayoutEffect(() => {
    now.current = { idOf, open };
  });
  return useMemo(
    () => ({
      to: row =>
        `${location.pathname}${stringifySearch({ ...location.search, open: String(now.current.idOf(row)) })}`,
      open: row => now.current.open(now.current.idOf(row)),
    }),
    [location],
  );
};
