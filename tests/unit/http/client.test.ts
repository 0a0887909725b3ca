import { expect, it } from 'vitest';
import { clientOf } from '../../../server/http/client.ts';

it('a client has its address, and its User-Agent of at most 512 characters without NUL', () => {
  const agentOf = (agent?: string) =>
    clientOf({ ip: '192.0.2.1', headers: agent === undefined ? {} : { 'user-agent': agent } });
  expect(agentOf()).toEqual({ address: '192.0.2.1', userAgent: '' });
  expect(agentOf('a\0b\0é').userAgent).toBe('abé');
  expect(agentOf(`\0${'x'.repeat(512)}y`).userAgent).toBe('x'.repeat(512));
});
