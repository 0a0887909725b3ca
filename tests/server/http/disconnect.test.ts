import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { mountGateway } from '../../../mesh/host.ts';
import { compressAnswers } from '../../../server/http/compression.ts';
import { handleFailures, type ServerFault } from '../../../server/http/error-handler.ts';

/** Browsers that leave while their answer is compressed. */

let app: FastifyInstance;
let lines: { readonly level: number; readonly msg: string }[];
let faults: ServerFault[];
afterEach(() => app.close());

/** Ends the connection of a caller while the answer is compressed, before its first byte. */
const leaveBeforeAnswer = async (scope: FastifyInstance): Promise<void> => {
  await compressAnswers(scope);
  scope.addHook('onRoute', route => {
    route.onSend = [route.onSend ?? []].flat().concat((request, _reply, payload, done) => {
      request.raw.socket.destroy();
      done(null, payload);
    });
  });
};

const createServer = async (): Promise<void> => {
  lines = [];
  faults = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(JSON.parse(String(chunk)) as { level: number; msg: string });
      done();
    },
  });
  app = Fastify({ loggerInstance: pino({ level: 'info' }, stream) as FastifyBaseLogger });
  handleFailures(app, fault => faults.push(fault));
  await app.register(async scope => {
    await leaveBeforeAnswer(scope);
    scope.post('/api/v1/ads/', () => ({ results: [{ name: 'x'.repeat(100_000) }] }));
  });
  await mountGateway(app, { introspection: true, log: app.log, compress: leaveBeforeAnswer });
  await app.listen({ port: 0, host: '127.0.0.1' });
};

/** Sends a request, and waits until the server has logged its end. */
const send = async (path: string, body: object): Promise<void> => {
  const call = httpRequest({
    port: (app.server.address() as AddressInfo).port,
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', accept: 'application/json', 'accept-encoding': 'br' },
  });
  call.on('error', () => undefined); // the connection ends without an answer
  await new Promise(done => call.once('close', done).end(JSON.stringify(body)));
  await expect.poll(() => lines.length).toBeGreaterThan(2);
};

test.each([
  ['the API', '/api/v1/ads/', {}],
  ['the gateway', '/graphql', { query: '{ __schema { types { name description } } }' }],
])('a caller of %s who leaves before the answer is no error', async (_, path, body) => {
  await createServer();
  await send(path, body);
  expect(lines.filter(({ level }) => level > 30)).toEqual([]);
  expect(faults).toEqual([]);
});
