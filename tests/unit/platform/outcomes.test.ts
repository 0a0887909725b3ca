import { expect, it } from 'vitest';
import { attemptCounts, countAttempt, measureCall, storeCalls } from '../../../server/platform/outcomes.ts';

const callsOf = (operation: string) =>
  storeCalls().find(calls => calls.store === 'test' && calls.operation === operation);

it('measures calls by store and operation, and counts those that failed', async () => {
  expect(callsOf('SELECT')).toBe(undefined);
  expect(await measureCall('test', 'SELECT', async () => 7)).toBe(7);
  const fault = new Error('gone');
  await expect(measureCall('test', 'SELECT', () => Promise.reject(fault))).rejects.toBe(fault);
  await measureCall('test', 'INSERT', async () => undefined);
  expect(callsOf('SELECT')).toMatchObject({ calls: 2, failures: 1, seconds: expect.any(Number) as number });
  expect(callsOf('SELECT')?.seconds).toBeGreaterThan(0);
  expect(callsOf('INSERT')).toMatchObject({ calls: 1, failures: 0 });
});

it('counts attempts by kind and outcome', () => {
  const of = (outcome: string) =>
    attemptCounts().find(one => one.kind === 'mails' && one.outcome === outcome)?.count ?? 0;
  const [sent, failed] = [of('sent'), of('failed')];
  countAttempt('mails', 'sent');
  countAttempt('mails', 'sent');
  countAttempt('mails', 'failed');
  expect([of('sent') - sent, of('failed') - failed]).toEqual([2, 1]);
});
