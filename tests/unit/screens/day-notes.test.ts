import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { badgesOf, nearestIndex, positionOf } from '../../../src/components/chart/note-badges.ts';
import { tableOf, type ChartShape } from '../../../src/components/chart/shape.ts';
import { addDays, today } from '../../../src/components/days.ts';
import { dayOfNewNote, notesByBucket, notesWithin } from '../../../src/screens/day-notes/placement.ts';

const note = (id: number, day: string, text = `n${id}`) => ({ id, day, text });
const placed = (notes: readonly ReturnType<typeof note>[], buckets: Parameters<typeof notesByBucket>[1]) =>
  notesByBucket(notes, buckets, day => day);

describe('notes of a chart over time', () => {
  test('stand in the bucket that has their day, the first and the last day included', () => {
    const weeks = [
      { from: '2026-02-02', to: '2026-02-08' },
      { from: '2026-02-09', to: '2026-02-15' },
    ];
    expect(
      placed(
        [note(1, '2026-02-01'), note(2, '2026-02-02'), note(3, '2026-02-08'), note(4, '2026-02-09')],
        weeks,
      ),
    ).toEqual([
      { index: 0, texts: ['2026-02-02 n2', '2026-02-08 n3'] },
      { index: 1, texts: ['2026-02-09 n4'] },
    ]);
    const months = [
      { from: '2026-01-01', to: '2026-01-31' },
      { from: '2026-02-01', to: '2026-02-28' },
      { from: '2026-03-01', to: '2026-03-31' },
    ];
    expect(
      placed(
        ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-28', '2026-03-01', '2026-04-01'].map((day, id) =>
          note(id, day),
        ),
        months,
      ).map(({ index, texts }) => [index, texts.length]),
    ).toEqual([
      [0, 2],
      [1, 1],
      [2, 1],
    ]);
  });

  test('have their text alone where a bucket is one day, in the order in which they were written', () => {
    expect(
      placed(
        [note(9, '2026-02-28', 'B'), note(3, '2026-02-28', 'A')],
        [{ from: '2026-02-28', to: '2026-02-28' }],
      ),
    ).toEqual([{ index: 0, texts: ['A', 'B'] }]);
  });

  test('are each in one bucket of consecutive ones, as by a search day by day', () => {
    const offset = fc.integer({ min: 0, max: 40 });
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 }),
        fc.array(offset),
        (lengths, days) => {
          let from = '2026-02-20';
          const buckets = lengths.map(length => {
            const bucket = { from, to: addDays(from, length - 1) };
            from = addDays(from, length);
            return bucket;
          });
          const notes = days.map((at, id) => note(id, addDays('2026-02-20', at)));
          const total = lengths.reduce((sum, length) => sum + length, 0);
          expect(
            buckets.map(bucket => notesWithin(notes, bucket).length).reduce((sum, count) => sum + count, 0),
          ).toBe(days.filter(at => at < total).length);
          let start = 0;
          buckets.forEach((bucket, index) => {
            const end = start + lengths[index]!;
            expect(
              notesWithin(notes, bucket)
                .map(({ id }) => id)
                .toSorted((a, b) => a - b),
            ).toEqual(days.flatMap((at, id) => (at >= start && at < end ? [id] : [])));
            start = end;
          });
        },
      ),
    );
  });

  test('start with the last day of the bucket, or today in Tokyo while it lasts', () => {
    // 2026-02-28 15:30 UTC is the first of March in Tokyo.
    const now = today(Date.UTC(2026, 1, 28, 15, 30));
    expect(now).toBe('2026-03-01');
    expect(dayOfNewNote({ from: '2026-02-01', to: '2026-02-28' }, now)).toBe('2026-02-28');
    expect(dayOfNewNote({ from: '2026-03-01', to: '2026-03-31' }, now)).toBe('2026-03-01');
    expect(dayOfNewNote({ from: '2026-03-02', to: '2026-03-08' }, now)).toBe('2026-03-02');
    expect(today(Date.UTC(2026, 1, 28, 14, 59))).toBe('2026-02-28');
  });

  test('share a badge if their badges would overlap', () => {
    const range = { first: 40, last: 340, count: 31 };
    const category = (index: number) => ({ index, texts: [`${index}`] });
    expect(badgesOf([category(30), category(2), category(0), category(3)], range)).toEqual([
      { noted: [category(0), category(2)], left: 40 },
      { noted: [category(3)], left: 70 },
      { noted: [category(30)], left: 340 },
    ]);
    expect(badgesOf([category(0)], { first: 50, last: 50, count: 1 })).toEqual([
      { noted: [category(0)], left: 50 },
    ]);
  });

  test('are added to the day nearest to the pointer', () => {
    const range = { first: 40, last: 340, count: 31 };
    expect([-5, 40, 44, 46, 339, 999].map(left => nearestIndex(range, left))).toEqual([0, 0, 0, 1, 30, 30]);
    for (let index = 0; index < 31; index += 1)
      expect(nearestIndex(range, positionOf(range, index))).toBe(index);
    expect(nearestIndex({ first: 50, last: 50, count: 1 }, 400)).toBe(0);
  });

  test('are a column of the data table where there are any', () => {
    const shape: ChartShape = {
      kind: 'line',
      title: 'CV',
      axis: 'day',
      categories: ['02/27', '02/28'],
      series: [{ name: 'CV', values: [1, null] }],
      format: 'count',
      notes: [{ index: 1, texts: ['A', 'B'] }],
    };
    expect(tableOf(shape).headings).toEqual(['day', 'CV', 'notes']);
    expect(tableOf(shape).rows.map(({ cells }) => cells.at(-1))).toEqual([{ text: '' }, { text: 'A / B' }]);
    expect(tableOf({ ...shape, notes: [] }).headings).toEqual(['day', 'CV']);
  });
});
