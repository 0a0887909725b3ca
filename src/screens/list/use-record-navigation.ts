import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import { stringifySearch } from '../../console/address.ts';
import type { Identified, Resource } from '../../resources/resource.ts';
import { useOverlay } from '../use-overlay.ts';
import { writeListSearch, type ListSearch, type Modal } from './view.ts';

interface Link<Row> {
  readonly to: (row: Row) => string | null;
  readonly open: (row: Row) => void;
}

export interface RecordNavigation<Row> {
  readonly add: () => void;
  readonly open: (kind: 'edit' | 'detail', row: Identified) => void;
  /** Link of a row's name; null: rows have no link. */
  readonly link: Link<Row> | null;
  /** Removes the record modal from the address. */
  readonly close: () => void;
}

/**
 * Navigation from a list to its records: to their own page if the resource has one, else to a modal, which is
 * part of the address.
 */
export const useRecordNavigation = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
  search: ListSearch,
  go: (next: ListSearch, how?: { readonly replace?: boolean }) => void,
): RecordNavigation<Row> => {
  const navigate = useNavigate();
  const location = useRouterState({ select: state => state.location });
  const overlay = useOverlay();
  const show = (modal: Modal) => {
    overlay.opened();
    go({ ...search, modal });
  };
  const { page } = resource;
  const opens = resource.operations.one !== undefined;
  const addressOf = (id: number): string =>
    `${location.pathname}${stringifySearch({ ...location.search, ...writeListSearch({ ...search, modal: { kind: 'detail', id } }) })}`;
  const link = useMemo((): Link<Row> | null => {
    if (page !== undefined) {
      return {
        to: ({ id }) => page.replace('$id', String(id)),
        open: ({ id }) => void navigate({ to: page, params: { id: String(id) } } as never),
      };
    }
    return opens ? { to: ({ id }) => addressOf(id), open: ({ id }) => show({ kind: 'detail', id }) } : null;
    // oxlint-disable-next-line react/exhaustive-deps -- both functions depend on the address alone
  }, [page, opens, navigate, location]);
  return {
    add: () => show({ kind: 'add' }),
    open: (kind, { id }) => {
      if (kind === 'detail' && page !== undefined)
        void navigate({ to: page, params: { id: String(id) } } as never);
      else show({ kind, id });
    },
    link,
    // Back in the browser leads to the address before the modal opened, not to the modal.
    close: () => overlay.close(() => go({ ...search, modal: null }, { replace: true })),
  };
};
