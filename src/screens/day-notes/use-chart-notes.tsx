import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import type { CategoryNotes } from '../../components/chart/note-badges.ts';
import type { NoteHandlers } from '../../components/chart/shape.ts';
import type { Days } from '../../components/days.ts';
import { date } from '../../components/formats.ts';
import { useToday } from '../../components/use-today.ts';
import { useChanged } from '../../console/row-changes.ts';
import { dayNotes, type DayNote } from '../../resources/day-notes.ts';
import { writeConditions } from '../../resources/filter.ts';
import { useAllRows } from '../use-all-rows.ts';
import { dayOfNewNote, notesByBucket } from './placement.ts';
import type { NoteDraft } from './note-dialog.tsx';

const NotesPopover = lazy(() => import('./notes-popover.tsx'));
const NoteDialog = lazy(() => import('./note-dialog.tsx'));
const NotesFailure = lazy(() => import('./notes-failure.tsx'));

interface ChartNotes {
  /** Marks of the chart, for its shape. */
  readonly notes: readonly CategoryNotes[];
  readonly noteHandlers: NoteHandlers;
  /** The opened list of notes or form, and a failure to load the notes. */
  readonly elements: ReactNode;
}

type Opened =
  | { readonly list: readonly number[]; readonly anchor: HTMLElement }
  | { readonly form: { readonly note: DayNote | null; readonly draft: NoteDraft } };

const useNotes = (productId: number, { from, to }: Days) => {
  const parameters = useMemo(
    () => ({
      ordering: 'day',
      where: writeConditions([
        { field: 'product_id', op: 'exact', value: String(productId) },
        { field: 'day', op: 'gte', value: from },
        { field: 'day', op: 'lte', value: to },
      ]),
    }),
    [productId, from, to],
  );
  const { answer, failure, reload } = useAllRows(dayNotes.operations.page, parameters);
  useChanged(dayNotes.name, () => reload());
  return { notes: answer?.rows ?? null, failure, reload };
};

/**
 * The notes on the days of a chart over time, and what a user does with them.
 *
 * @param days the days of all buckets
 * @param buckets the first and last day of each category of the chart
 */
export const useChartNotes = (productId: number, days: Days, buckets: readonly Days[]): ChartNotes => {
  const { notes, failure, reload } = useNotes(productId, days);
  const today = useToday();
  const [opened, setOpened] = useState<Opened | null>(null);
  const noted = useMemo(() => notesByBucket(notes ?? [], buckets, date), [notes, buckets]);
  const openForm = (bucket: Days | undefined): void =>
    setOpened({ form: { note: null, draft: { day: dayOfNewNote(bucket ?? days, today), text: '' } } });
  const close = () => setOpened(null);
  return {
    notes: noted,
    noteHandlers: {
      onOpen: (list, anchor) => setOpened({ list, anchor }),
      onAdd: index => openForm(index === null ? buckets.at(-1) : buckets[index]),
    },
    elements: (
      <Suspense>
        {failure !== null && <NotesFailure onReload={reload} />}
        {opened !== null && 'list' in opened && (
          <NotesPopover
            anchor={opened.anchor}
            notes={notes ?? []}
            buckets={opened.list.flatMap(index => buckets[index] ?? [])}
            onEdit={note => setOpened({ form: { note, draft: { day: note.day, text: note.text } } })}
            onAdd={openForm}
            onClose={close}
          />
        )}
        {opened !== null && 'form' in opened && (
          <NoteDialog productId={productId} {...opened.form} onClosed={close} />
        )}
      </Suspense>
    ),
  };
};
