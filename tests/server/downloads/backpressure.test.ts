import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchPace } from '../../../server/downloads/backpressure.ts';

/** How long the reader of a file may take: 1 s of grace, 10 rows a second, 100 s at most. */
const BOUNDS = { graceMs: 1000, minRowsPerSecond: 10, maxDurationMs: 100_000 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const begin = () => {
  const late = vi.fn();
  return { late, ...watchPace(late, BOUNDS) };
};

describe('the reader of a file', () => {
  it('may take his time for what he got, and a little beside it', () => {
    const { rowsSent, late } = begin();
    rowsSent(20);
    vi.advanceTimersByTime(2_999);
    expect(late).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(late).toHaveBeenCalledOnce();
  });

  it('loses his turn though he takes a little now and then', () => {
    const { rowsSent, rowsRequested, late } = begin();
    // One row each half second is a fifth of what he has to take.
    for (let took = 0; took < 20 && late.mock.calls.length === 0; took++) {
      rowsSent(1);
      vi.advanceTimersByTime(500);
      if (late.mock.calls.length === 0) rowsRequested();
    }
    expect(late).toHaveBeenCalledOnce();
  });

  it('is not charged for what the store takes, but for what lies unread at the end', () => {
    const { rowsSent, rowsRequested, late, end } = begin();
    rowsRequested();
    vi.advanceTimersByTime(30_000);
    rowsSent(10);
    vi.advanceTimersByTime(1_500);
    rowsRequested();
    vi.advanceTimersByTime(30_000);
    rowsSent(0);
    vi.advanceTimersByTime(499);
    expect(late).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(late).toHaveBeenCalledOnce();
    end();
  });

  it('has a bound that no speed moves, and none when the file is over', () => {
    const fast = begin();
    for (let second = 0; second < 100; second++) {
      fast.rowsSent(1_000);
      vi.advanceTimersByTime(1_000);
      fast.rowsRequested();
    }
    expect(fast.late).toHaveBeenCalledOnce();
    const over = begin();
    over.rowsSent(10);
    over.end();
    vi.advanceTimersByTime(200_000);
    expect(over.late).not.toHaveBeenCalled();
  });
});
