import { ClickHouseError } from '@clickhouse/client';
import { expect, it } from 'vitest';
import { faultOf } from '../../../server/store/clickhouse/events/load.ts';

const refusal = (code: string, message = 'refused') => new ClickHouseError({ message, code, type: 'T' });

it.each([
  ['an unreadable row', refusal('27'), 'rows'],
  ['an unknown field', refusal('117'), 'rows'],
  ['too much memory', refusal('241'), 'size'],
  ['too much time', refusal('159'), 'size'],
  [
    'too many partitions in one insert',
    refusal('252', 'Too many partitions for single INSERT block'),
    'size',
  ],
  [
    'more parts than merges take',
    refusal('252', 'Too many parts (300). Merges are slower than inserts'),
    'store',
  ],
  ['a full disk', refusal('243'), 'store'],
  ['a missing table', refusal('60'), 'store'],
  ['a code that is not known', refusal('9999'), 'unclear'],
  ['no answer', new Error('socket hang up'), 'store'],
])('of an insert that failed with %s is known', (_what, error, fault) => {
  expect(faultOf(error)).toBe(fault);
});
