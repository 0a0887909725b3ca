import { lazy, Suspense, useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { RowAction } from '../../components/grid/types.ts';
import { Icon } from '../../components/icon.tsx';
import type { Identified, Resource } from '../../resources/resource.ts';
import { RecordModal } from '../record/lazy-modal.ts';
import '../screens.css';
import './list.css';
import type Bulk from './bulk-dialog.tsx';
import { ListGrid } from './list-grid.tsx';
import { insteadOfRows } from './list-states.tsx';
import { Pager } from './pager.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useListModel, type ListModel } from './use-list-model.ts';
import { withChanges, type Modal } from './view.ts';

// The cast restores the type parameters that React's `lazy` loses.
const BulkDialog = lazy(() => import('./bulk-dialog.tsx')) as unknown as typeof Bulk;

interface HeadProps {
  readonly name: string;
  readonly title: string;
  readonly one: string;
  readonly command: ReactNode;
  /** Null: the user may not add records. */
  readonly onAdd: (() => void) | null;
}

const ListHead = ({ name, title, one, command, onAdd }: HeadProps) => (
  <header className="tp-list-head">
    <div className="tp-screen-head">
      <h1>{title}</h1>
      <p>
        <FormattedMessage id={`resource.${name}.lead`} />
      </p>
    </div>
    <div className="tp-list-deeds">
      {command}
      {onAdd !== null && (
        <button type="button" className="p-button" onClick={onAdd}>
          <Icon name="plus" />
          <FormattedMessage id="list.add" values={{ one }} />
        </button>
      )}
    </div>
  </header>
);

interface OpenedRecordProps<Row extends Identified, Draft extends object> {
  readonly resource: Resource<Row, Draft>;
  readonly modal: Modal;
  readonly onClosed: () => void;
  readonly onEdit: (id: number) => void;
}

/** The record modal over the list. */
const OpenedRecord = <Row extends Identified, Draft extends object>({
  resource,
  modal,
  onClosed,
  onEdit,
}: OpenedRecordProps<Row, Draft>) => (
  <Suspense>
    <RecordModal
      resource={resource}
      kind={modal.kind}
      id={modal.kind === 'add' ? null : modal.id}
      onClosed={onClosed}
      {...(modal.kind === 'add' &&
        modal.presets !== undefined && { initial: modal.presets as Partial<Draft> })}
      onEdit={modal.kind === 'detail' ? () => onEdit(modal.id) : undefined}
    />
  </Suspense>
);

interface FootProps<Row extends Identified, Draft extends object> {
  readonly model: ListModel<Row, Draft>;
  readonly hasPager: boolean;
  /** Opens the bulk change of the selected rows. */
  readonly onChangeMany: () => void;
}

/** Commands of the selection, and the pager. */
const ListFoot = <Row extends Identified, Draft extends object>({
  model: { resource, address, list, rights, runCommand },
  hasPager,
  onChangeMany,
}: FootProps<Row, Draft>) => {
  const { remove, restore } = resource.operations;
  const { search, go } = address;
  return (
    <footer className="tp-list-foot" {...(rights.pick && { 'data-selectable': true })}>
      {(list.picked.length > 0 || list.gathering) && (
        <SelectionBar
          list={list}
          canRemove={remove !== undefined}
          canRestore={restore !== undefined}
          onAct={runCommand}
          onChange={rights.changeMany ? onChangeMany : null}
        />
      )}
      {hasPager && (
        <Pager
          page={search.page}
          size={search.size}
          count={list.count}
          onPage={page => go({ ...search, page })}
          onSize={size => go(withChanges(search, { size }))}
        />
      )}
    </footer>
  );
};

interface Props<Row extends Identified, Draft extends object> {
  readonly resource: Resource<Row, Draft>;
  /** Additional command of the list, beside the button that adds a record. */
  readonly deed?: ReactNode;
  /** Row actions of this list only. */
  readonly actions?: readonly RowAction<Row>[];
  /** Content between heading and rows. */
  readonly notice?: ReactNode;
}

/** Screen of a resource: filters, sorts, arranges, downloads, selects and edits its rows. */
export const ListScreen = <Row extends Identified, Draft extends object>({
  resource,
  deed,
  actions,
  notice,
}: Props<Row, Draft>) => {
  const { name } = resource;
  const intl = useIntl();
  const model = useListModel(resource, actions);
  const { address, conditions, list, narrowed, navigation, rights, modal } = model;
  const { search, go } = address;
  const [isChangingMany, setChangingMany] = useState(false);
  const title = intl.formatMessage({ id: `resource.${name}.title` });
  const one = intl.formatMessage({ id: `resource.${name}.one` });
  const onAdd = rights.add ? navigation.add : null;
  const instead = insteadOfRows({
    is: list.is,
    failure: list.failure,
    one,
    narrowed,
    onAgain: list.reload,
    onAdd,
    onClear: () => go(withChanges(search, { search: '', conditions: [] })),
  });
  return (
    <article className="tp-screen">
      <ListHead name={name} title={title} one={one} command={deed} onAdd={onAdd} />
      {notice}
      <section className="tp-panel">
        <ListGrid model={model} title={title} instead={instead} />
        <ListFoot
          model={model}
          hasPager={instead === undefined || list.count !== null}
          onChangeMany={() => setChangingMany(true)}
        />
      </section>
      {conditions.editor}
      {isChangingMany && (
        <Suspense>
          <BulkDialog
            resource={resource}
            rows={list.pickedRows.filter(({ status }) => status)}
            onClosed={() => setChangingMany(false)}
          />
        </Suspense>
      )}
      {modal !== null && (
        <OpenedRecord
          resource={resource}
          modal={modal}
          onClosed={navigation.close}
          onEdit={id => go({ ...search, modal: { kind: 'edit', id } }, { replace: true })}
        />
      )}
    </article>
  );
};
