import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClaimRegistry } from '../../../server/collector/claim-registry.ts';
import type { Confirmation } from '../../../server/store/postgres/tracking/conversion-claims.ts';

/** Milliseconds between a recorded conversion and the next confirmation of claims. */
const EVERY_MS = 200;

const confirmationOf = (claimId: string): Confirmation => ({
  productId: 1,
  cvSettingId: 2,
  cvType: 1,
  args: 'order',
  claimId,
  conversionId: `conversion of ${claimId}`,
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const open = () => {
  const confirm = vi.fn(async (_: readonly Confirmation[]): Promise<void> => undefined);
  const logged: { level: number; msg: string; err: { message: string } }[] = [];
  const registry = createClaimRegistry(confirm, pino({}, { write: line => logged.push(JSON.parse(line)) }));
  return {
    registry,
    confirm,
    logged,
    confirmed: () => confirm.mock.calls.map(([batch]) => batch.map(({ claimId }) => claimId)),
  };
};

describe('a claim of this process', () => {
  test('has a unique number that fits into a signed 64-bit integer', () => {
    const { registry } = open();
    const numbers = Array.from({ length: 50 }, () => registry.begin());
    expect(new Set(numbers).size).toBe(50);
    expect(numbers.filter(number => BigInt(number) >= 2n ** 63n)).toEqual([]);
  });

  test('has its conversion as outcome, and is forgotten after the confirmation', async () => {
    const { registry } = open();
    const claimId = registry.begin();
    const outcome = registry.outcome(claimId);
    registry.recorded(confirmationOf(claimId));
    expect([await outcome, await registry.outcome(claimId)]).toEqual([
      `conversion of ${claimId}`,
      `conversion of ${claimId}`,
    ]);
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect([registry.outcome(claimId), vi.getTimerCount()]).toEqual([undefined, 0]);
  });

  test('has no conversion as outcome if it is abandoned, and is forgotten', async () => {
    const { registry, confirm } = open();
    const claimId = registry.begin();
    const outcome = registry.outcome(claimId);
    registry.abandon(claimId);
    expect([await outcome, registry.outcome(claimId)]).toEqual([null, undefined]);
    registry.abandon('one of another process');
    expect(registry.outcome('one of another process')).toBeUndefined();
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect(confirm).not.toHaveBeenCalled();
  });
});

describe('the confirmation of claims', () => {
  test('covers all conversions recorded within its interval; later ones wait for the next interval', async () => {
    const { registry, confirm, confirmed } = open();
    registry.recorded(confirmationOf('1'));
    await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
    registry.recorded(confirmationOf('2'));
    expect(confirm).not.toHaveBeenCalled();
    confirm.mockImplementationOnce(async () => registry.recorded(confirmationOf('3')));
    await vi.advanceTimersByTimeAsync(1);
    expect(confirmed()).toEqual([['1', '2']]);
    await vi.advanceTimersByTimeAsync(EVERY_MS - 1);
    expect(confirmed()).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(confirmed()).toEqual([['1', '2'], ['3']]);
    await vi.advanceTimersByTimeAsync(10 * EVERY_MS);
    expect([confirmed().length, vi.getTimerCount()]).toEqual([2, 0]);
  });

  test('is repeated until it succeeds, and each series of failures is logged once', async () => {
    const { registry, confirm, confirmed, logged } = open();
    confirm.mockRejectedValueOnce(new Error('away')).mockRejectedValueOnce(new Error('still away'));
    const claimId = registry.begin();
    registry.recorded(confirmationOf(claimId));
    await vi.advanceTimersByTimeAsync(2 * EVERY_MS);
    expect([
      await registry.outcome(claimId),
      logged.map(({ level, err, msg }) => [level, err.message, msg]),
    ]).toEqual([
      `conversion of ${claimId}`,
      [[40, 'away', 'Recorded conversions could not be confirmed; retrying.']],
    ]);
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    expect([confirmed(), registry.outcome(claimId)]).toEqual([[[claimId], [claimId], [claimId]], undefined]);
    confirm.mockRejectedValueOnce(new Error('away again'));
    registry.recorded(confirmationOf('4'));
    await vi.advanceTimersByTimeAsync(2 * EVERY_MS);
    expect(logged.map(({ err }) => err.message)).toEqual(['away', 'away again']);
  });

  test.each([
    [[], 0],
    [['1', '2'], 1],
  ])('runs immediately at the close: %j', async (claims, times) => {
    const { registry, confirm, confirmed } = open();
    for (const claimId of claims) registry.recorded(confirmationOf(claimId));
    await registry.close();
    expect([confirmed(), vi.getTimerCount()]).toEqual([times === 0 ? [] : [claims], 0]);
    registry.recorded(confirmationOf('3'));
    confirm.mockRejectedValue(new Error('away'));
    await registry.close();
    expect([confirmed().length, vi.getTimerCount()], 'one attempt at the close, even if it fails').toEqual([
      times + 1,
      0,
    ]);
  });
});
