import { Suspense } from 'react';
import type { Identified, Resource } from '../../resources/resource.ts';
import { RecordModal } from '../record/lazy-modal.ts';
import type { Modal } from './view.ts';

interface OpenedRecordProps<Row extends Identified, Draft extends object> {
  readonly resource: Resource<Row, Draft>;
  readonly modal: Modal;
  readonly onClosed: () => void;
  readonly onEdit: (id: number) => void;
}

/** The record modal over the list. */
export const OpenedRecord = <Row extends Identified, Draft extends object>({
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
