import { expect, test, vi } from 'vitest';
import { createPartsSender } from '../../../src/screens/results/parts-sender.ts';

test('after a failure the parts are sent from the one that failed, and each row is counted once', async () => {
  const send = vi
    .fn<(part: string) => Promise<number>>()
    .mockResolvedValueOnce(1000)
    .mockRejectedValueOnce(new Error('away'))
    .mockResolvedValueOnce(999)
    .mockResolvedValueOnce(7);
  const sendAll = createPartsSender(['a', 'b', 'c'], send);
  await expect(sendAll()).rejects.toThrow('away');
  expect(await sendAll()).toBe(2006);
  expect(send.mock.calls).toEqual([['a'], ['b'], ['b'], ['c']]);
});
