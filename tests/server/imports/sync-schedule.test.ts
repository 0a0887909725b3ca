import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDue, slotOf, type Schedule, type ScheduledRun } from '../../../server/platform/schedule.ts';

const at = (text: string) => Date.parse(`${text}+09:00`);
const slotText = (schedule: Schedule, hour: number, now: string) => {
  const slot = slotOf(schedule, hour, at(now));
  return slot === null ? null : new Date(slot + 9 * 3_600_000).toISOString().slice(0, 16);
};

describe('a schedule', () => {
  test.each<[Schedule, number, string, string | null]>([
    ['none', 6, '2026-03-01T12:00', null],
    ['hourly', 6, '2026-03-01T00:59:59', '2026-03-01T00:00'],
    ['daily', 6, '2026-03-01T06:00', '2026-03-01T06:00'],
    ['daily', 6, '2026-03-01T05:59:59', '2026-02-28T06:00'],
    ['daily', 0, '2026-01-01T00:00', '2026-01-01T00:00'],
    ['daily', 23, '2026-01-01T00:00', '2025-12-31T23:00'],
    ['weekly', 6, '2026-03-02T06:00', '2026-03-02T06:00'],
    ['weekly', 6, '2026-03-02T05:00', '2026-02-23T06:00'],
    ['weekly', 0, '2026-03-01T23:59', '2026-02-23T00:00'],
    ['monthly', 6, '2026-03-01T06:00', '2026-03-01T06:00'],
    ['monthly', 6, '2026-03-01T05:00', '2026-02-01T06:00'],
    ['monthly', 6, '2026-01-01T05:00', '2025-12-01T06:00'],
  ])('(%s at %i) was last due, as of %s in Tokyo, at %s', (schedule, hour, now, slot) => {
    expect(slotText(schedule, hour, now)).toBe(slot);
  });

  test('has due times that never decrease and are never in the future', () => {
    const time = fc.integer({ min: at('2000-01-01T00:00'), max: at('2100-01-01T00:00') });
    fc.assert(
      fc.property(
        fc.constantFrom<Schedule>('hourly', 'daily', 'weekly', 'monthly'),
        fc.nat(23),
        time,
        fc.nat(40 * 86_400_000),
        (schedule, hour, now, later) => {
          const [slot, next] = [slotOf(schedule, hour, now)!, slotOf(schedule, hour, now + later)!];
          expect(slot).toBeLessThanOrEqual(now);
          expect(next).toBeGreaterThanOrEqual(slot);
          expect(slotOf(schedule, hour, slot)).toBe(slot);
          expect(slotOf(schedule, hour, slot - 1)).toBeLessThan(slot);
        },
      ),
    );
  });
});

describe('a scheduled import', () => {
  const setting = { schedule: 'daily', hour: 6, changedAt: new Date(at('2026-03-01T07:00')) } as const;
  const run = (
    startedAt: string,
    state: ScheduledRun['state'],
    failure = '',
    endedAt = startedAt,
  ): ScheduledRun => ({
    state,
    failure,
    startedAt: new Date(at(startedAt)),
    endedAt: state === 'running' ? null : new Date(at(endedAt)),
  });
  const due = (now: string, runs: readonly ScheduledRun[] = [], over: object = {}) =>
    isDue({ ...setting, ...over }, runs, at(now));

  test('is due once for each time, also after a missed one', () => {
    expect(due('2026-03-02T05:59:59')).toBe(false);
    expect(due('2026-03-02T06:00')).toBe(true);
    expect(due('2026-03-09T05:00'), 'the program did not run for a week').toBe(true);
    expect(due('2026-03-02T06:10', [run('2026-03-02T06:00', 'running')])).toBe(false);
    expect(due('2026-03-02T23:00', [run('2026-03-02T06:00', 'done')])).toBe(false);
    expect(due('2026-03-03T06:00', [run('2026-03-02T06:00', 'done')])).toBe(true);
  });

  test('that was changed waits for the next time', () => {
    expect(due('2026-03-02T06:30', [], { changedAt: new Date(at('2026-03-02T06:15')) })).toBe(false);
    expect(due('2026-03-03T06:00', [], { changedAt: new Date(at('2026-03-02T06:15')) })).toBe(true);
  });

  test('does not wait for a time that was stored while the clock was ahead', () => {
    expect(due('2026-03-02T06:30', [run('2027-03-02T06:00', 'done')])).toBe(true);
    expect(due('2026-03-02T06:30', [], { changedAt: new Date(at('2027-03-02T06:15')) })).toBe(true);
    expect(due('2026-03-02T06:30', [run('2026-03-02T06:31', 'done')]), 'clocks differ by a minute').toBe(
      false,
    );
  });

  test('is retried three times with growing delays if the source was unreachable, and never for a faulty file', () => {
    const failed = (time: string, failure = 'source_unreachable') => run(time, 'failed', failure);
    expect(due('2026-03-02T06:04', [failed('2026-03-02T06:00')])).toBe(false);
    expect(due('2026-03-02T06:05', [failed('2026-03-02T06:00')])).toBe(true);
    expect(
      due('2026-03-02T06:05', [run('2026-03-02T06:00', 'failed', 'source_slow', '2026-03-02T06:01')]),
      'measured from the end of the run',
    ).toBe(false);
    expect(due('2026-03-02T06:20', [failed('2026-03-02T06:00'), failed('2026-03-02T06:05')])).toBe(true);
    expect(
      due('2026-03-02T07:20', [
        failed('2026-03-02T06:00'),
        failed('2026-03-02T06:05'),
        failed('2026-03-02T06:20', 'interrupted'),
      ]),
    ).toBe(true);
    expect(
      due('2026-03-03T05:00', [
        failed('2026-03-02T06:00'),
        failed('2026-03-02T06:05'),
        failed('2026-03-02T06:20'),
        failed('2026-03-02T07:20'),
      ]),
    ).toBe(false);
    for (const failure of [
      'rows',
      'file',
      'source_refused',
      'source_status 404',
      'source_redirect',
      'source_large',
      'unexpected',
    ])
      expect([failure, due('2026-03-02T23:00', [failed('2026-03-02T06:00', failure)])]).toEqual([
        failure,
        false,
      ]);
  });
});
