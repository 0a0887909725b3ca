import { describe, expect, it } from 'vitest';
import { createRepeats } from '../../../server/collector/repeats.ts';

const START = Date.UTC(2026, 1, 28, 15);

describe('the last contacts of visitors', () => {
  it.each([
    ['goes on', 1],
    ['was set back', -1],
  ])('are forgotten after two generations if the clock %s', (_, direction) => {
    const repeats = createRepeats();
    const keep = (visitor: string, at: number) => repeats.keep(visitor, 'ad 1', { at, token: visitor });
    keep('1', START);
    // Less than a second after the first: the same generation.
    keep('2', START + direction * 999);
    keep('3', START + direction * 1_000);
    expect(['1', '2', '3'].map(visitor => repeats.last(visitor, 'ad 1')?.token)).toEqual(['1', '2', '3']);
    keep('4', START + direction * 2_000);
    expect(['1', '2', '3', '4'].map(visitor => repeats.last(visitor, 'ad 1')?.token)).toEqual([
      undefined,
      undefined,
      '3',
      '4',
    ]);
  });
});
