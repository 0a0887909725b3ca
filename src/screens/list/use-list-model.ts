import { useRouterState } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { GridColumn, RowAction, Sort } from '../../components/grid/types.ts';
import { storeTrail } from '../../console/list-position.ts';
import { useProductChoice } from '../../console/product.ts';
import { appliedConditions, writeConditions } from '../../resources/filter.ts';
import type { Identified, PageParameters, Resource } from '../../resources/resource.ts';
import { useAllowed, type Allowed } from '../use-allowed.ts';
import { useWords } from '../use-words.ts';
import { pagesOf } from './pager.tsx';
import { useConditions } from './use-conditions.tsx';
import { useFilterWords } from './use-filters.ts';
import { useListSearch } from './use-list-search.ts';
import { useList } from './use-list.ts';
import { useOwnConditions } from './use-own-conditions.ts';
import { useRecordNavigation } from './use-record-navigation.ts';
import { useRefusedModal } from '../use-refused-modal.ts';
import { useRowActions } from './use-row-actions.ts';
import { useRowCommands } from '../record/use-row-commands.ts';
import { allowedModal, textOfSort, withChanges, type ListSearch } from './view.ts';

/** Query of a list, from its address, its resource and the current product. */
const useListQuery = <Row extends Identified, Draft extends object>(
  { sort, ofProduct }: Resource<Row, Draft>,
  search: ListSearch,
) => {
  const { product } = useProductChoice();
  const ordering = search.sort === null ? sort : textOfSort(search.sort);
  const text = search.search.trim();
  const conditions = appliedConditions(search.conditions);
  const where = writeConditions([
    ...(ofProduct && product !== null
      ? [{ field: 'product_id', op: 'exact', value: String(product.id) } as const]
      : []),
    ...conditions,
  ]);
  const query: PageParameters = {
    ...(ordering !== undefined && { ordering }),
    ...(search.deleted && { show_deleted: true }),
    ...(where !== '' && { where }),
    ...(text !== '' && { search: text }),
  };
  return { query, ordering, narrowed: conditions.length > 0 || text !== '' };
};

/** Columns of the grid, and the column by which rows are sorted. */
const useGridColumns = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
  ordering: string | undefined,
) => {
  const words = useWords(resource.name);
  const columns = useMemo(
    () =>
      resource.columns.map(({ field, format, size, sortable }): GridColumn<Row> => ({
        field,
        format,
        label: words.column(field),
        ...(size !== undefined && { size }),
        ...(sortable !== undefined && { sortable }),
      })),
    [resource, words],
  );
  const sort = useMemo((): Sort<Row> | null => {
    const text = ordering ?? '';
    const column = columns.find(({ field }) => field === text.replace(/^-/, ''));
    return column === undefined ? null : { field: column.field, descending: text.startsWith('-') };
  }, [ordering, columns]);
  return { columns, sort };
};

/** Stores the ids of the shown rows for the record page's links to previous, next and back. */
const useListPosition = (
  { name, page }: Pick<Resource<Identified, object>, 'name' | 'page'>,
  rows: readonly Identified[] | null,
): void => {
  const { pathname, searchStr } = useRouterState({ select: state => state.location });
  useEffect(() => {
    if (rows !== null && page !== undefined)
      storeTrail(name, { ids: rows.map(({ id }) => id), address: `${pathname}${searchStr}` });
  }, [rows, page, name, pathname, searchStr]);
};

/** Commands that the user may run and the resource supports. */
const rightsOf = <Row extends Identified, Draft extends object>(
  { operations: { create, update, remove, restore }, form, bulk }: Resource<Row, Draft>,
  may: Allowed,
) => ({
  select: may.keep && (remove !== undefined || restore !== undefined),
  add: may.keep && create !== undefined && form !== undefined,
  changeMany: may.change && update !== undefined && bulk !== undefined,
});

/** Conditions of a list: those of another product are removed, the others can be edited. */
const useListConditions = (name: string, { search, go, shape }: ReturnType<typeof useListSearch>) => {
  const words = useFilterWords(name, shape.filters, search.conditions);
  useOwnConditions(search.conditions, words, own =>
    go(withChanges(search, { conditions: own }), { replace: true }),
  );
  return useConditions({
    words,
    conditions: search.conditions,
    onChange: next => go(withChanges(search, { conditions: next })),
  });
};

/**
 * Model of a list screen: the query is in the address, rows and selection are in the list machine.
 * @param own row actions of this list only
 */
export const useListModel = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
  own: readonly RowAction<Row>[] | undefined,
) => {
  const may = useAllowed(resource);
  const address = useListSearch(resource.name, resource);
  const { search, go } = address;
  const conditions = useListConditions(resource.name, address);
  const { query, ordering, narrowed } = useListQuery(resource, search);
  const commands = useRowCommands(resource);
  const list = useList(resource, {
    query: { ...query, page: search.page, page_size: search.size },
    narrowed,
    ...commands,
    // The last page became empty because rows were deleted.
    onPastLastPage: all => go({ ...search, page: pagesOf(all, search.size) }, { replace: true }),
  });
  useListPosition(resource, list.rows);
  const navigation = useRecordNavigation(resource, search, go);
  const runCommand = (kind: 'remove' | 'restore', ids: readonly number[]) => list.runCommand({ kind, ids });
  const actions = useRowActions(resource, {
    may,
    open: navigation.open,
    runCommand,
    ...(own !== undefined && { own }),
  });
  const modal = allowedModal(search.modal, may);
  useRefusedModal(search.modal !== null && modal === null, navigation.close);
  return {
    resource,
    address,
    rights: rightsOf(resource, may),
    conditions,
    query,
    narrowed,
    list,
    ...useGridColumns(resource, ordering),
    navigation,
    runCommand,
    actions,
    modal,
  };
};
export type ListModel<Row extends Identified, Draft extends object> = ReturnType<
  typeof useListModel<Row, Draft>
>;
