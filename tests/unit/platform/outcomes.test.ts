import { expect, it } from 'vitest';
import { countAttempt, measureCall, storeFailures, storeTimes } from '../../../server/platform/outcomes.ts';
import { attemptsOf } from '../../support/attempts.ts';

const timesOf = async (operation: string) => {
  const { values } = await storeTimes.get();
  const of = (suffix: string) =>
    values.find(
      ({ metricName, labels }) =>
        metricName === `touchpath_store_seconds_${suffix}` &&
        labels.store === 'test' &&
        labels.operation === operation,
    )?.value;
  return { count: of('count'), sum: of('sum') };
};

it('measures calls by store and operation, and counts those that failed', async () => {
  expect(await timesOf('SELECT')).toEqual({ count: undefined, sum: undefined });
  expect(await measureCall('test', 'SELECT', async () => 7)).toBe(7);
  const fault = new Error('gone');
  await expect(measureCall('test', 'SELECT', () => Promise.reject(fault))).rejects.toBe(fault);
  await measureCall('test', 'INSERT', async () => undefined);
  const { count, sum } = await timesOf('SELECT');
  expect(count).toBe(2);
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeLessThan(1);
  expect((await timesOf('INSERT')).count).toBe(1);
  const failures = (await storeFailures.get()).values.filter(({ labels }) => labels.store === 'test');
  expect(failures).toEqual([{ labels: { store: 'test', operation: 'SELECT' }, value: 1 }]);
});

it('tells statements of a millisecond from reports of half a minute', async () => {
  storeTimes.observe({ store: 'test', operation: 'CALL' }, 30);
  const { values } = await storeTimes.get();
  const within = (bound: number | string) =>
    values.find(
      // The type of the labels lacks that of the buckets.
      ({ labels }: { readonly labels: { readonly operation?: unknown; readonly le?: unknown } }) =>
        labels.operation === 'CALL' && labels.le === bound,
    )?.value;
  expect([0.001, 10, 30, '+Inf'].map(within)).toEqual([0, 0, 1, 1]);
});

it('counts attempts by kind and outcome', async () => {
  const counted = async () => [await attemptsOf('mails', 'sent'), await attemptsOf('mails', 'failed')];
  const [sent = 0, failed = 0] = await counted();
  countAttempt('mails', 'sent');
  countAttempt('mails', 'sent');
  countAttempt('mails', 'failed');
  expect(await counted()).toEqual([sent + 2, failed + 1]);
});
