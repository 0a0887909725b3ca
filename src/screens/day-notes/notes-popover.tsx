import { FormattedMessage, useIntl } from 'react-intl';
import type { Days } from '../../components/days.ts';
import { date, time } from '../../components/formats.ts';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { Popover } from '../../components/popover.tsx';
import { useMayWrite, useSignedInData } from '../../console/context.ts';
import { useReportChange } from '../../console/row-changes.ts';
import { dayNotes, type DayNote } from '../../resources/day-notes.ts';
import { useRowCommands } from '../record/use-row-commands.ts';
import { notesWithin } from './placement.ts';
import './day-notes.css';

interface Props {
  readonly anchor: HTMLElement;
  readonly notes: readonly DayNote[];
  /** The buckets of the chart whose notes are listed. */
  readonly buckets: readonly Days[];
  readonly onEdit: (note: DayNote) => void;
  readonly onAdd: (bucket: Days | undefined) => void;
  readonly onClose: () => void;
}

/** A note with its day, its author and the time when it was written. */
const NoteItem = ({
  note,
  onEdit,
  onRemove,
}: {
  readonly note: DayNote;
  /** Null: the user may not change the note. */
  readonly onEdit: (() => void) | null;
  readonly onRemove: () => void;
}) => {
  const intl = useIntl();
  const label = (id: string) => intl.formatMessage({ id }, { day: date(note.day) });
  return (
    <li>
      <div className="tp-day-note-head">
        <strong>{date(note.day)}</strong>
        {onEdit !== null && (
          <span>
            <IconButton icon="edit" label={label('day_note.edit')} onClick={onEdit} />
            <IconButton icon="bin" label={label('day_note.delete')} onClick={onRemove} />
          </span>
        )}
      </div>
      <p>{note.text}</p>
      <small>
        {note.user_name === null ? (
          time(note.created_at)
        ) : (
          <FormattedMessage
            id="day_note.written"
            values={{ name: note.user_name, time: time(note.created_at) }}
          />
        )}
      </small>
    </li>
  );
};

/** The notes of some days of a chart. A chunk of its own, since most charts are only looked at. */
const NotesPopover = ({ anchor, notes, buckets, onEdit, onAdd, onClose }: Props) => {
  const intl = useIntl();
  const { profile } = useSignedInData();
  const mayWriteSettings = useMayWrite('settings');
  const reportChange = useReportChange();
  const commands = useRowCommands(dayNotes);
  return (
    <Popover anchor={anchor} label={intl.formatMessage({ id: 'chart.notes' })} onClose={onClose}>
      <ul className="tp-day-notes">
        {buckets
          .flatMap(bucket => notesWithin(notes, bucket))
          .map(note => (
            <NoteItem
              key={note.id}
              note={note}
              onEdit={note.user_id === profile.id || mayWriteSettings ? () => onEdit(note) : null}
              onRemove={() => {
                onClose();
                commands.runOn('remove', note, () => reportChange(dayNotes));
              }}
            />
          ))}
      </ul>
      <hr />
      <button type="button" className="tp-item" onClick={() => onAdd(buckets[0])}>
        <Icon name="plus" />
        <FormattedMessage id="chart.add_note" />
      </button>
    </Popover>
  );
};
export default NotesPopover;
