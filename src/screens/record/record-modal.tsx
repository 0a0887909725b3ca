import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Difference } from '../../../machines/conflict.ts';
import { Dialog } from '../../components/dialog.tsx';
import { NotLoaded } from '../../components/states.tsx';
import { capitalised } from '../../console/capitalised.ts';
import { useSignedInData } from '../../console/context.ts';
import { useSignedInActors } from '../../console/signed-in.ts';
import { readDraft } from '../../resources/draft.ts';
import type { Identified, Resource } from '../../resources/resource.ts';
import { useAllowed } from '../use-allowed.ts';
import { useQueryState } from '../use-query.ts';
import { RecordSidePanel } from './record-side-panel.tsx';
import { Details } from './details.tsx';
import { EditorDialog } from './editor-dialog.tsx';
import {
  fieldsOf,
  readableFields,
  useFieldTexts,
  visibleFields,
  type AnyDraft,
  type AnyField,
  type FieldTexts,
} from './fields.ts';
import { OtherProduct } from './other-product.tsx';
import { RecordForm } from './record-form.tsx';
import { RestoreOffer } from './restore-offer.tsx';
import { Shown } from './value-text.tsx';
import { useRecord, type ModalKind, type Saved } from './use-record.ts';
import './record.css';

interface Props<Row extends Identified, Draft extends object> {
  readonly resource: Resource<Row, Draft>;
  readonly kind: ModalKind;
  /** Id of the row; null: a new record. */
  readonly id: number | null;
  /** Called once, with the saved record or null. The list reloads itself after a save. */
  readonly onClosed: (saved: Saved | null) => void;
  /** Switches from reading to editing; absent: editing is not possible. */
  readonly onEdit?: (() => void) | undefined;
  /** Values of a new record that are known from where it is added. */
  readonly initial?: Partial<Draft>;
  /** How the form of a new record differs from others. */
  readonly variant?: FormVariant;
}

/** A form whose record is the result of an action, such as an invitation. */
export interface FormVariant {
  readonly title: string;
  /** Label of the button that saves. */
  readonly action: string;
  /** Content above the fields. @param draft what is typed */
  readonly head: (draft: AnyDraft) => ReactNode;
  /** The caller reports what was saved, so that no notice does. */
  readonly reportsSaved?: boolean;
}

/**
 * Error message if the resource has no such modal (docs/decisions/0013-errors-and-modals.md); null: it has.
 */
export const missingModal = <Row extends Identified, Draft extends object>(
  { operations, form }: Resource<Row, Draft>,
  kind: ModalKind,
): string | null => {
  const there = {
    add: form && operations.create,
    edit: form && operations.one && operations.update,
    detail: form && operations.one,
  };
  return there[kind] === undefined ? `No Modal${kind.charAt(0).toUpperCase()}${kind.slice(1)}` : null;
};

/**
 * Modal over a list to add, edit or read a record. A modal that the resource lacks is reported to the
 * uncaught-error machine.
 */
export const RecordModal = <Row extends Identified, Draft extends object>(props: Props<Row, Draft>) => {
  const { resource, kind, id, onClosed } = props;
  const { uncaughtErrors } = useSignedInActors();
  const missing = missingModal(resource, kind);
  const refuse = useEffectEvent((message: string) => {
    uncaughtErrors.send({ type: 'error.caught', cause: new Error(message), scene: 'promise' });
    onClosed(null);
  });
  useEffect(() => {
    if (missing !== null) refuse(missing);
  }, [missing]);
  if (missing !== null) return null;
  return kind === 'detail' ? (
    id !== null && <DetailModal {...props} id={id} />
  ) : (
    <FormModal key={id} {...props} id={kind === 'add' ? null : id} />
  );
};
/** Returns the label and the two values of a difference in a conflict. */
export const shownBy =
  (fields: readonly AnyField[], texts: FieldTexts) =>
  ({ field, mine, theirs }: Difference) => {
    const found = fields.find(one => one.field === field);
    return found === undefined
      ? null
      : {
          label: texts.labelOf(field),
          mine: <Shown field={found} value={mine} texts={texts} />,
          theirs: <Shown field={found} value={theirs} texts={texts} />,
        };
  };

const FormModal = <Row extends Identified, Draft extends object>({
  resource,
  id,
  onClosed,
  initial,
  variant,
}: Props<Row, Draft>) => {
  const intl = useIntl();
  const { lists } = useSignedInData();
  const isQuiet = variant?.reportsSaved === true;
  const editor = useRecord(resource, id, onClosed, { initial, isQuiet });
  const draft = editor.draft as AnyDraft;
  const texts = useFieldTexts(resource.name, draft);
  const all = fieldsOf(resource);
  const fields = visibleFields(all, draft, id === null ? 'add' : 'edit', lists);
  return (
    <EditorDialog
      title={
        variant?.title ??
        capitalised(
          intl.formatMessage({ id: id === null ? 'record.add' : 'record.edit' }, { one: texts.one }),
        )
      }
      action={variant?.action}
      editor={editor}
      shown={shownBy(all, texts)}
    >
      <OtherProduct of={draft} one={texts.one} />
      <RestoreOffer editor={editor} />
      {variant?.head(draft)}
      <RecordForm
        fields={fields}
        constraints={resource.form?.constraints ?? {}}
        draft={draft}
        faults={editor.faults}
        texts={texts}
        onChange={(field, value) => editor.change(field as keyof Draft & string, value as never)}
        onLeave={field => editor.leave(field as keyof Draft & string)}
      />
      <RecordSidePanel panel={resource.form?.panel} id={id} draft={draft} />
    </EditorDialog>
  );
};

interface FootProps {
  readonly onClose: () => void;
  /** Absent: the record is read only. */
  readonly onEdit: (() => void) | undefined;
}

const DetailFoot = ({ onClose, onEdit }: FootProps) => (
  <div className="tp-dialog-foot">
    <button type="button" className="p-button p-button-outlined" onClick={onClose}>
      <FormattedMessage id="shell.close" />
    </button>
    {onEdit && (
      <button type="button" className="p-button" onClick={onEdit}>
        <FormattedMessage id="action.edit" />
      </button>
    )}
  </div>
);

const NOT_FOUND = { kind: 'missing', code: 'not_found' } as const;

const DetailModal = <Row extends Identified, Draft extends object>({
  resource,
  id,
  onClosed,
  onEdit,
}: Props<Row, Draft> & { readonly id: number }) => {
  const intl = useIntl();
  const texts = useFieldTexts(resource.name);
  const mayChange = useAllowed(resource).change && resource.operations.update !== undefined;
  const { lists } = useSignedInData();
  const { operations, form } = resource;
  if (operations.one === undefined || form === undefined) throw new Error('No ModalDetail');
  const { answer, failure, busy, reload } = useQueryState(operations.one, { id });
  const row = answer?.one;
  const draft = row ? readDraft(row, form.draftOf(row)) : null;
  return (
    <Dialog
      title={capitalised(intl.formatMessage({ id: 'record.detail' }, { one: texts.one }))}
      busy={busy}
      onClose={() => onClosed(null)}
    >
      <div className="tp-dialog-body">
        {draft !== null && <OtherProduct of={draft} one={texts.one} />}
        {failure || draft === null ? (
          <NotLoaded failure={failure ?? (answer === null ? null : NOT_FOUND)} onAgain={reload} rows={5} />
        ) : (
          <Details fields={readableFields(resource, draft, lists)} draft={draft} texts={texts} level={3} />
        )}
        {draft !== null && <RecordSidePanel panel={form.panel} id={id} draft={draft} read />}
      </div>
      <DetailFoot
        onClose={() => onClosed(null)}
        onEdit={mayChange && row?.status === true ? onEdit : undefined}
      />
    </Dialog>
  );
};
