import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { cards } from '../../components/grid/cards.ts';
import { DataGrid } from '../../components/grid/grid.tsx';
import type { GridColumn, RowAction, Sort } from '../../components/grid/types.ts';
import { Icon } from '../../components/icon.tsx';
import { useProductChoice } from '../../console/product.ts';
import { leaveTrail } from '../../console/list-position.ts';
import { writeConditions } from '../../resources/filter.ts';
import type { Identified, PageQuestion, Resource } from '../../resources/resource.ts';
import { RecordModal } from '../record/lazy-modal.ts';
import '../screens.css';
import { useAllowed } from '../use-allowed.ts';
import { useCopied } from '../use-copied.ts';
import { useWords } from '../use-words.ts';
import './list.css';
import type Bulk from './bulk-dialog.tsx';
import { insteadOfRows } from './list-states.tsx';
import { Pager, pagesOf } from './pager.tsx';
import { SearchBox } from './search-box.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useConditions } from './use-conditions.tsx';
import { useDeeds } from './use-row-commands.ts';
import { useFilterWords } from './use-filters.ts';
import { useList } from './use-list.ts';
import { shownOf, useListSearch } from './use-list-search.ts';
import { useOwnConditions } from './use-own-conditions.ts';
import { useRefusedModal } from './use-refused-modal.ts';
import { useRowActions } from './use-row-actions.ts';
import { useWays } from './use-record-navigation.ts';
import { allowedModal, withChanges, textOfSort } from './view.ts';

const Tools = lazy(() => import('./tools.tsx'));
// React's `lazy` forgets type parameters.
const BulkDialog = lazy(() => import('./bulk-dialog.tsx')) as unknown as typeof Bulk;

interface Props<Row extends Identified, Draft extends object> {
  readonly resource: Resource<Row, Draft>;
  /** What else can be done with the list, beside adding to it. */
  readonly deed?: ReactNode;
  /** What can be done to a row of this list alone. */
  readonly actions?: readonly RowAction<Row>[];
  /** Between the heading and the rows. */
  readonly notice?: ReactNode;
}

/**
 * A list of whatever a resource says: asked, filtered, sorted, arranged, downloaded, picked from and worked
 * on; its address owns the question.
 */
export const ListScreen = <Row extends Identified, Draft extends object>({
  resource,
  deed,
  actions: own,
  notice,
}: Props<Row, Draft>) => {
  const { name, operations } = resource;
  const intl = useIntl();
  const say = (id: string, values?: Record<string, string>) => intl.formatMessage({ id }, values);
  const words = useWords(name);
  const { product } = useProductChoice();
  const may = useAllowed(resource);
  const { search, go, arrangement, arrange, explicit, shape } = useListSearch(name, resource);
  const filterWords = useFilterWords(name, shape.filters, search.conditions);
  useOwnConditions(search.conditions, filterWords, own =>
    go(withChanges(search, { conditions: own }), { replace: true }),
  );
  const conditions = useConditions({
    words: filterWords,
    conditions: search.conditions,
    onChange: next => go(withChanges(search, { conditions: next })),
  });

  const ordering = search.sort === null ? resource.sort : textOfSort(search.sort);
  const where = writeConditions([
    ...(resource.ofProduct && product !== null
      ? [{ field: 'product_id', op: 'exact', value: String(product.id) } as const]
      : []),
    ...search.conditions,
  ]);
  const query: PageQuestion = {
    ...(ordering !== undefined && { ordering }),
    ...(search.deleted && { show_deleted: true }),
    ...(where !== '' && { where }),
    ...(search.search.trim() !== '' && { search: search.search.trim() }),
  };
  const narrowed = search.conditions.length > 0 || search.search.trim() !== '';
  const commands = useDeeds(resource);
  const list = useList(resource, {
    question: { ...query, page: search.page, page_size: search.size },
    narrowed,
    ...commands,
    // Rows were deleted while the last page was shown.
    onBeyond: all => go({ ...search, page: pagesOf(all, search.size) }, { replace: true }),
  });
  const { rows, count } = list;

  const { pathname, searchStr } = useRouterState({ select: state => state.location });
  useEffect(() => {
    if (rows !== null && resource.page !== undefined)
      leaveTrail(name, { ids: rows.map(({ id }) => id), address: `${pathname}${searchStr}` });
  }, [rows, resource.page, name, pathname, searchStr]);

  const copied = useCopied();
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
  const picked = useMemo(() => new Set(list.picked.map(String)), [list.picked]);
  const [changing, setChanging] = useState(false);
  const act = (kind: 'remove' | 'restore', ids: readonly number[]) => list.act({ kind, ids });
  const navigation = useWays(resource, search, go);
  const actions = useRowActions(resource, {
    may,
    open: navigation.open,
    act,
    ...(own !== undefined && { own }),
  });
  const sort = useMemo((): Sort<Row> | null => {
    const text = ordering ?? '';
    const column = columns.find(({ field }) => field === text.replace(/^-/, ''));
    return column === undefined ? null : { field: column.field, descending: text.startsWith('-') };
  }, [ordering, columns]);
  const canPick = may.keep && (operations.remove !== undefined || operations.restore !== undefined);
  const canAdd = may.keep && operations.create !== undefined && resource.form !== undefined;
  const modal = allowedModal(search.modal, may);
  useRefusedModal(search.modal !== null && modal === null, navigation.close);
  const title = say(`resource.${name}.title`);
  const one = say(`resource.${name}.one`);
  const instead = insteadOfRows({
    is: list.is,
    failure: list.failure,
    one,
    narrowed,
    onAgain: list.again,
    onAdd: canAdd ? navigation.add : null,
    onClear: () => go(withChanges(search, { search: '', conditions: [] })),
  });

  return (
    <article className="tp-screen">
      <header className="tp-list-head">
        <div className="tp-screen-head">
          <h1>{title}</h1>
          <p>
            <FormattedMessage id={`resource.${name}.lead`} />
          </p>
        </div>
        <div className="tp-list-deeds">
          {deed}
          {canAdd && (
            <button type="button" className="p-button" onClick={navigation.add}>
              <Icon name="plus" />
              <FormattedMessage id="list.add" values={{ one }} />
            </button>
          )}
        </div>
      </header>
      {notice}
      <section className="tp-panel">
        <DataGrid
          label={title}
          words={name}
          columns={columns}
          rows={rows}
          rowKey={row => String(row.id)}
          busy={list.is === 'asking'}
          instead={instead}
          presorted
          sort={sort}
          onSort={next => go(withChanges(search, { sort: next }))}
          firstRow={(search.page - 1) * search.size}
          {...(count !== null && { totalRows: count })}
          hidden={arrangement.hidden}
          hiddenAtFirst={arrangement.hiddenAtFirst}
          onHidden={arrange.hide}
          {...(arrangement.order.length > 0 && { order: arrangement.order })}
          onOrder={arrange.order}
          widths={arrangement.widths}
          onWidths={arrange.widths}
          pinned={arrangement.pinned}
          onPinned={arrange.pin}
          actions={actions}
          deleted={row => !row.status}
          onCopied={copied}
          {...(canPick && {
            picked,
            onPicked: (keys: ReadonlySet<string>) => list.pick([...keys].map(Number)),
          })}
          {...(navigation.link !== null && { link: navigation.link })}
          tools={
            <Suspense>
              <Tools
                name={name}
                shape={shape}
                go={go}
                path={resource.path ?? name}
                search={explicit}
                query={query}
                picked={list.picked}
                columns={shownOf(shape.columns, arrangement)}
              />
            </Suspense>
          }
          caption={
            count !== null && instead === undefined && <FormattedMessage id="grid.rows" values={{ count }} />
          }
          note={conditions.bar}
          cards={cards}
          lead={
            <div className="tp-bar" role="search">
              <SearchBox
                label={say('list.search')}
                text={search.search}
                onRepeat={() => (search.page === 1 ? list.again() : go(withChanges(search, {})))}
                onSearch={text =>
                  go(withChanges(search, { search: text }), { replace: search.search !== '' && text !== '' })
                }
              />
              {conditions.add}
              <label className="check">
                <input
                  type="checkbox"
                  checked={search.deleted}
                  onChange={event => go(withChanges(search, { deleted: event.target.checked }))}
                />
                <FormattedMessage id="list.show_deleted" />
              </label>
            </div>
          }
        />
        <footer className="tp-list-foot" {...(canPick && { 'data-selectable': true })}>
          {(list.picked.length > 0 || list.gathering) && (
            <SelectionBar
              list={list}
              canRemove={operations.remove !== undefined}
              canRestore={operations.restore !== undefined}
              onAct={act}
              onChange={
                may.change && operations.update !== undefined && resource.bulk !== undefined
                  ? () => setChanging(true)
                  : null
              }
            />
          )}
          {(instead === undefined || count !== null) && (
            <Pager
              page={search.page}
              size={search.size}
              count={count}
              onPage={page => go({ ...search, page })}
              onSize={size => go(withChanges(search, { size }))}
            />
          )}
        </footer>
      </section>
      {conditions.editor}
      {changing && (
        <Suspense>
          <BulkDialog
            resource={resource}
            rows={list.pickedRows.filter(({ status }) => status)}
            onClosed={() => setChanging(false)}
          />
        </Suspense>
      )}
      {modal !== null && (
        <Suspense>
          <RecordModal
            resource={resource}
            kind={modal.kind}
            id={modal.kind === 'add' ? null : modal.id}
            onClosed={navigation.close}
            {...(modal.kind === 'add' &&
              modal.given !== undefined && { initial: modal.given as Partial<Draft> })}
            onEdit={
              modal.kind === 'detail'
                ? () => go({ ...search, modal: { kind: 'edit', id: modal.id } }, { replace: true })
                : undefined
            }
          />
        </Suspense>
      )}
    </article>
  );
};
