import { describe, expect, it } from 'vitest';
import { createRecentReports, MAX_REMEMBERED } from '../../../server/collector/recent-reports.ts';

const START = Date.UTC(2026, 1, 28, 15);
const MINUTE_MS = 60_000;

describe('a report that the tag sends again', () => {
  const create = () => {
    const reports = createRecentReports();
    let recorded = 0;
    let repeated = 0;
    return {
      send: (key: string, at: number, fails = false) =>
        reports.once(
          key,
          at,
          async () => {
            recorded += 1;
            const token = String(recorded);
            await Promise.resolve();
            if (fails) throw new Error('the disk is full');
            return { conversions: [], token };
          },
          () => {
            repeated += 1;
          },
        ),
      counts: () => [recorded, repeated],
    };
  };

  it('has the answer of its first copy, also while that is being recorded', async () => {
    const { send, counts } = create();
    const answers = await Promise.all([send('1 0.5', START), send('1 0.5', START), send('2 0.5', START)]);
    answers.push(await send('1 0.5', START + 3 * MINUTE_MS));
    expect(answers.map(({ token }) => token)).toEqual(['1', '1', '2', '1']);
    expect(counts()).toEqual([2, 2]);
  });

  it('is recorded if its first copy failed', async () => {
    const { send, counts } = create();
    await expect(send('1 0.5', START, true)).rejects.toThrow('the disk is full');
    expect((await send('1 0.5', START)).token).toBe('2');
    expect(counts()).toEqual([2, 0]);
  });

  it('is forgotten after ten minutes, if the clock was set back too', async () => {
    const { send } = create();
    await send('1 1', START);
    await send('1 2', START + 5 * MINUTE_MS);
    expect((await send('1 1', START + 6 * MINUTE_MS)).token).toBe('1');
    await send('1 3', START);
    expect((await send('1 1', START)).token).toBe('4');
  });

  it('is forgotten when twice as many others came meanwhile as a generation has', async () => {
    const { send } = create();
    await send('1 0', START);
    for (let number = 1; number < 2 * MAX_REMEMBERED - 1; number += 1) await send(`2 ${number}`, START);
    expect((await send('1 0', START)).token).toBe('1');
    await send('2 last', START);
    expect((await send('1 0', START)).token).toBe(String(2 * MAX_REMEMBERED + 1));
  });
});
