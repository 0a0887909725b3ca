import { expect, it } from 'vitest';
import { separateRefused } from '../../../server/results/refusals.ts';

it('each seen result is accepted, or refused with its reason and its present state, in their order', () => {
  const row = (id: number, approvalStatus: number, version: number) => ({
    result: { id, approvalStatus, version },
  });
  const locked = [row(3, 1, 4), row(1, 0, 2), row(2, 2, 5)];
  const seen = [
    { id: 1, version: 2 },
    { id: 9, version: 1 },
    { id: 2, version: 4 },
    { id: 3, version: 4 },
  ];
  const parts = separateRefused(seen, locked, ({ result }, version) =>
    result.version === version ? null : 'conflict',
  );
  expect(parts).toEqual({
    accepted: [locked[1], locked[0]],
    refused: [
      { id: 9, code: 'not_found', status: null, version: null },
      { id: 2, code: 'conflict', status: 2, version: 5 },
    ],
  });
});
