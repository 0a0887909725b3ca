import { describe, expect, it } from 'vitest';
import { Failure } from '../../../server/http/failures.ts';
import { readWhere } from '../../../server/http/where.ts';

describe('a filter by several values', () => {
  const ask = (count: number) =>
    readWhere(
      { where: `id__in=${Array.from({ length: count }, (_, n) => n + 1).join(',')}` },
      { id: 'integer' },
    );

  it('accepts exactly 1,000 values', () => {
    expect(ask(1_000)).toEqual([
      { field: 'id', kind: 'integer', op: 'in', values: Array.from({ length: 1_000 }, (_, n) => n + 1) },
    ]);
  });

  it('refuses 1,001 values', () => {
    expect(() => ask(1_001)).toThrow(Failure);
  });
});
