import type { CategoryNotes } from '../../components/chart/note-badges.ts';
import type { Day, Days } from '../../components/days.ts';

/** A note on a day, as far as a chart shows it. */
export interface PlacedNote {
  readonly id: number;
  readonly day: Day;
  readonly text: string;
}

const byDay = (a: PlacedNote, b: PlacedNote): number =>
  (a.day < b.day ? -1 : Number(a.day > b.day)) || a.id - b.id;

/** The notes of a bucket of a chart (a day, week or month), whose first and last day are included. */
export const notesWithin = <Note extends PlacedNote>(
  notes: readonly Note[],
  { from, to }: Days,
): readonly Note[] => notes.filter(({ day }) => from <= day && day <= to).toSorted(byDay);

/**
 * The notes by the buckets of a chart that have any. In a bucket of several days, each text names its day.
 *
 * @param dayName formats a day
 */
export const notesByBucket = (
  notes: readonly PlacedNote[],
  buckets: readonly Days[],
  dayName: (day: Day) => string,
): readonly CategoryNotes[] =>
  buckets.flatMap((bucket, index): readonly CategoryNotes[] => {
    const texts = notesWithin(notes, bucket).map(({ day, text }) =>
      bucket.from === bucket.to ? text : `${dayName(day)} ${text}`,
    );
    return texts.length === 0 ? [] : [{ index, texts }];
  });

/** The day that a new note of a bucket starts with: its last day, but not a day to come. */
export const dayOfNewNote = ({ from, to }: Days, today: Day): Day => {
  if (to <= today) return to;
  return from <= today ? today : from;
};
