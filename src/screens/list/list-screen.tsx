import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { RowAction } from '../../components/grid/types.ts';
import type { Identified, Resource } from '../../resources/resource.ts';
import '../screens.css';
import './list.css';
import type Bulk from './bulk-dialog.tsx';
import { ListFoot } from './list-foot.tsx';
import { ListGrid } from './list-grid.tsx';
import { ListHead } from './list-head.tsx';
import { insteadOfRows } from './list-states.tsx';
import { OpenedRecord } from './opened-record.tsx';
import { useListModel, type ListModel } from './use-list-model.ts';
import { withChanges } from './view.ts';

// The cast restores the type parameters that React's `lazy` loses.
const BulkDialog = lazy(() => import('./bulk-dialog.tsx')) as unknown as typeof Bulk;

/** What the list shows in place of its rows; undefined: its rows. */
const rowsInsteadOf = <Row extends Identified, Draft extends object>(
  { address: { search, go }, list, narrowed }: ListModel<Row, Draft>,
  one: string,
  canAdd: boolean,
) =>
  insteadOfRows({
    is: list.is,
    failure: list.failure,
    one,
    narrowed,
    onAgain: list.reload,
    canAdd,
    onClear: () => go(withChanges(search, { search: '', conditions: [] })),
  });

/** The change of many rows at once: a dialog over the list, opened from the selection. */
const useBulkChange = <Row extends Identified, Draft extends object>({
  resource,
  list,
}: ListModel<Row, Draft>): { readonly open: () => void; readonly dialog: ReactNode } => {
  const [isOpen, setOpen] = useState(false);
  return {
    open: () => setOpen(true),
    dialog: isOpen && (
      <Suspense>
        <BulkDialog
          resource={resource}
          rows={list.selectedRows.filter(({ status }) => status)}
          onClosed={() => setOpen(false)}
        />
      </Suspense>
    ),
  };
};

interface Props<Row extends Identified, Draft extends object> {
  readonly resource: Resource<Row, Draft>;
  /** Additional command of the list, beside the button that adds a record. */
  readonly command?: ReactNode;
  /** Row actions of this list only. */
  readonly actions?: readonly RowAction<Row>[];
  /** Form of a new record, if not the resource's own. */
  readonly form?: (onClosed: () => void) => ReactNode;
  /** Detail of a record, if not the resource's own. */
  readonly detail?: (id: number, onClosed: () => void) => ReactNode;
  /** Row as it is shown; absent: as it was loaded. */
  readonly shownRow?: (row: Row) => Row;
  /** Called with the rows of each answer. */
  readonly onRows?: (rows: readonly Row[]) => void;
}

/** The record that is open over the list: in the form or detail of the list, or that of its resource. */
const OpenedModal = <Row extends Identified, Draft extends object>({
  model: { resource, address, navigation, modal },
  form,
  detail,
}: Pick<Props<Row, Draft>, 'form' | 'detail'> & { readonly model: ListModel<Row, Draft> }) => {
  if (modal === null) return null;
  if (modal.kind === 'add' && form !== undefined) return form(navigation.close);
  if (modal.kind === 'detail' && detail !== undefined) return detail(modal.id, navigation.close);
  return (
    <OpenedRecord
      resource={resource}
      modal={modal}
      onClosed={navigation.close}
      onEdit={id => address.go({ ...address.search, modal: { kind: 'edit', id } }, { replace: true })}
    />
  );
};

/** Screen of a resource: filters, sorts, arranges, downloads, selects and edits its rows. */
export const ListScreen = <Row extends Identified, Draft extends object>({
  resource,
  command,
  actions,
  shownRow,
  onRows,
  ...own
}: Props<Row, Draft>) => {
  const { name } = resource;
  const intl = useIntl();
  const model = useListModel(resource, actions);
  const bulk = useBulkChange(model);
  const { conditions, list, navigation, rights } = model;
  const title = intl.formatMessage({ id: `resource.${name}.title` });
  const one = intl.formatMessage({ id: `resource.${name}.one` });
  const onAdd = rights.add ? navigation.add : null;
  const instead = rowsInsteadOf(model, one, rights.add);
  const { rows } = list;
  useEffect(() => {
    if (rows !== null) onRows?.(rows);
  }, [rows, onRows]);
  return (
    <article className="tp-screen">
      <ListHead name={name} title={title} one={one} command={command} onAdd={onAdd} />
      <section className="tp-panel">
        <ListGrid model={model} title={title} instead={instead} shownRow={shownRow} />
        <ListFoot model={model} hasPager={list.count !== null} onChangeMany={bulk.open} />
      </section>
      {conditions.editor}
      {bulk.dialog}
      <OpenedModal model={model} {...own} />
    </article>
  );
};
