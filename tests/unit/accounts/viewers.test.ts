import { expect, it } from 'vitest';
import { createViewers } from '../../../server/accounts/viewers.ts';
import type { Claims } from '../../../server/http/auth.ts';
import type { Database } from '../../../server/store/postgres/engine/database.ts';

it('a failed load of a viewer is not cached, so the next request loads again', async () => {
  let loads = 0;
  const select = () => {
    loads += 1;
    throw new Error('connection lost');
  };
  const viewers = createViewers({ select } as unknown as Database, { now: () => 0 });
  const claims: Claims = { sub: '1', company: 1, family: 'f', iat: 0, exp: 1 };
  await expect(viewers.find(claims)).rejects.toThrow('connection lost');
  await expect(viewers.find(claims)).rejects.toThrow('connection lost');
  expect(loads).toBe(2);
});
