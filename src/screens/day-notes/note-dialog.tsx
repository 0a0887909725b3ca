import { FormattedMessage, useIntl } from 'react-intl';
import { AreaField } from '../../components/fields/area-field.tsx';
import { DayInput } from '../../components/fields/day-input.tsx';
import { date } from '../../components/formats.ts';
import { useExecute, useNotify } from '../../console/context.ts';
import { useReportChange } from '../../console/row-changes.ts';
import { check } from '../../resources/constraints.ts';
import { dayNoteConstraints, dayNotes, dayNoteWrites, type DayNote } from '../../resources/day-notes.ts';
import { EditorDialog } from '../record/editor-dialog.tsx';
import { useEditor } from '../record/use-editor.ts';
import { useFaultText } from '../use-fault-text.ts';

/** The fields of the form. */
export type NoteDraft = { readonly day: string; readonly text: string };

interface Props {
  readonly productId: number;
  /** Null: a new note. */
  readonly note: DayNote | null;
  readonly draft: NoteDraft;
  readonly onClosed: () => void;
}

/** Creates or updates a note, and announces the outcome. */
const useSave = (productId: number, note: DayNote | null) => {
  const execute = useExecute();
  const notify = useNotify();
  const reportChange = useReportChange();
  return async ({ day, text }: NoteDraft, key: string, signal: AbortSignal): Promise<object> => {
    const written = { day, text: text.trim() };
    if (note === null)
      await execute(
        dayNoteWrites.create,
        { input: { product_id: productId, ...written }, idempotency_key: key },
        signal,
      );
    else
      await execute(
        dayNoteWrites.update,
        { id: note.id, input: { ...written, updated_at: note.updated_at } },
        signal,
      );
    notify({ kind: 'SUCCESS', message: 'day_note.saved', values: { day: date(day) } });
    reportChange(dayNotes);
    return {};
  };
};

/** Form of a note on a day. */
const NoteDialog = ({ productId, note, draft: initial, onClosed }: Props) => {
  const intl = useIntl();
  const faultText = useFaultText();
  const save = useSave(productId, note);
  const editor = useEditor<NoteDraft, object>({
    id: null,
    blank: initial,
    check: ({ day, text }) =>
      check({ day, text: text.trim() }, { day: dayNoteConstraints.day, text: dayNoteConstraints.text }),
    save: ({ draft, key }, signal) => save(draft, key, signal),
    onClosed: () => onClosed(),
  });
  const { draft, faults, change, leave } = editor;
  const frame = (name: keyof NoteDraft) => ({
    name,
    label: intl.formatMessage({ id: `column.${name}` }),
    required: true,
    mark: intl.formatMessage({ id: 'form.required' }),
    faults: faultText(faults[name]),
    value: draft[name],
    onChange: (value: unknown) => change(name, typeof value === 'string' ? value : ''),
    onLeave: () => leave(name),
  });
  return (
    <EditorDialog
      title={<FormattedMessage id={note === null ? 'chart.add_note' : 'day_note.edit_title'} />}
      editor={editor}
      shown={() => null}
    >
      <DayInput {...frame('day')} />
      <AreaField {...frame('text')} maxLength={dayNoteConstraints.text.maxLength} />
    </EditorDialog>
  );
};
export default NoteDialog;
