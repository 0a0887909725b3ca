import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { closeServer } from '../../../server/http/close-server.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

let parts: TestParts;
let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  parts = await createTestParts();
});
beforeEach(async () => {
  app = await createApp({ parts, collector: null });
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => parts.close());

const open = async (): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};
const REQUEST = 'GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n';
const ANSWER = /^HTTP\/1\.1 200 [^]*connection: close[^]*\}$/i;
/** An open connection that was used once. */
const openUsed = async (): Promise<Socket> => {
  const socket = await open();
  socket.write(REQUEST);
  await once(socket, 'data');
  return socket;
};
/** An open connection whose request is complete with the next two bytes, `{}`, and is then refused with 400. */
const openBusy = async (): Promise<Socket> => {
  const socket = await open();
  const arrived = once(app.server, 'request');
  socket.write(
    'POST /api/v1/auth/signin/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n',
  );
  await arrived;
  return socket;
};

test('a server behind a proxy answers what arrives over open connections, and then closes them', async () => {
  const [used, quiet, busy] = [await openUsed(), await openUsed(), await openBusy()];
  const unused = await open();
  const closing = closeServer(app, { trustProxy: 1 });

  // The proxy sends to another server what it has not sent yet. It sends the rest at once, as the open connections are
  // released after a second.
  await expect.poll(() => app.server.listening, { interval: 1 }).toBe(false);
  for (const socket of [used, unused]) socket.write(REQUEST);
  await expect(open()).rejects.toThrow('ECONNREFUSED');
  for (const socket of [used, unused]) expect(await text(socket)).toMatch(ANSWER);
  expect(await text(quiet)).toBe('');

  busy.write('{}');
  expect(await text(busy)).toMatch(/^HTTP\/1\.1 400 /);
  await closing;
});

test('a server without a proxy closes idle connections at once, and answers what reached it', async () => {
  const [quiet, busy] = [await openUsed(), await openBusy()];
  const closing = closeServer(app, { trustProxy: 0 });
  expect(await text(quiet)).toBe('');
  busy.write(`{}${REQUEST}`);
  expect(await text(busy)).toMatch(/^HTTP\/1\.1 400 [^]*HTTP\/1\.1 200 [^]*\}$/i);
  await closing;
});
