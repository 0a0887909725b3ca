import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchPace } from '../../../server/downloads/backpressure.ts';

/** Limits for reading a file: 1 s of grace, at least 10 rows a second, at most 100 s. */
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

describe('the time limit of a download', () => {
  it('allows time in proportion to the rows sent, plus the grace period', () => {
    const { rowsSent, late } = begin();
    rowsSent(20);
    vi.advanceTimersByTime(2_999);
    expect(late).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(late).toHaveBeenCalledOnce();
  });

  it('expires for a reader that takes a few rows now and then', () => {
    const { rowsSent, rowsRequested, late } = begin();
    // One row each half second is a fifth of the required rate.
    for (let took = 0; took < 20 && late.mock.calls.length === 0; took++) {
      rowsSent(1);
      vi.advanceTimersByTime(500);
      if (late.mock.calls.length === 0) rowsRequested();
    }
    expect(late).toHaveBeenCalledOnce();
  });

  it('excludes the time that the store takes, and includes rows unread at the end', () => {
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

  it('has a maximum for any speed, and ends with the file', () => {
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
