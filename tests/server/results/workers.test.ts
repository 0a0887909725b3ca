import { oneSlice } from '../../../server/slices/slices.ts';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startResults, type LoadedEvents } from '../../../server/results/worker.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';
import { createShop, storeContact, storeConversion } from './two-result-workers.ts';

let parts: TestParts;
const calls: string[] = [];
const server = createServer((request, response) => {
  calls.push(request.url ?? '');
  response.end();
});
let url = '';
beforeEach(async () => {
  parts = await createTestParts({ settings: { webhookAllowPrivate: true } });
  calls.length = 0;
  await new Promise<void>(done => {
    server.listen(0, '127.0.0.1', done);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await new Promise(done => {
    server.close(done);
    server.closeAllConnections();
  });
  await parts.close();
});

/** The load events of a collector, without a collector. */
const loaded = () => {
  const listeners: Parameters<LoadedEvents['onLoaded']>[0][] = [];
  const events: LoadedEvents & { mark: string; tell(conversion: number): void } = {
    mark: '0',
    onLoaded: listener => {
      listeners.push(listener);
    },
    onOthersLoaded: () => undefined,
    watermark: () => events.mark,
    completeUpTo: () => Promise.resolve(null),
    tell: conversion => {
      for (const listener of listeners) listener({ rows: { conversion } });
    },
  };
  return events;
};
const until = async (holds: () => boolean | Promise<boolean>, timeoutMs = 40_000) => {
  for (const end = performance.now() + timeoutMs; !(await holds());) {
    if (performance.now() > end) throw new Error('it did not come to pass');
    await new Promise(done => {
      setTimeout(done, 10);
    });
  }
};

test('a loaded conversion notifies its network, and a stop leaves no open work', async () => {
  const shop = await createShop(parts, [
    { webhookUrl: `${url}/?a={ad_id}&s={status}`, approveAutomatically: true },
  ]);
  const events = loaded();
  const results = startResults(parts, events);
  const ts = parts.clock.now();
  await storeContact(parts, { productId: shop.productId, adId: shop.adIds[0]!, ts: ts - 1_000 });
  events.mark = await storeConversion(parts, { productId: shop.productId, ts });
  events.tell(1);
  await until(() => calls.length === 1);
  expect(calls).toEqual([`/?a=${shop.adIds[0]}&s=1`]);
  await results.close();
  expect((await parts.db.select().from(schema.notification)).map(row => row.state)).toEqual(['done']);
});

test('conversions loaded while no worker ran are processed at the start', async () => {
  const shop = await createShop(parts, [{ resultFlag: 2, webhookUrl: url }]);
  const events = loaded();
  events.mark = await storeConversion(parts, { productId: shop.productId, ts: parts.clock.now() });
  const results = startResults(parts, events);
  await until(() => calls.length === 1);
  await results.close();
});

test('a store that is unavailable for a while delays results and loses none', async () => {
  const shop = await createShop(parts, [{ resultFlag: 2 }]);
  const events = loaded();
  let away = true;
  const columnar = new Proxy(parts.columnar, {
    get: (client, name) =>
      name === 'query' && away
        ? () => Promise.reject(new Error('away'))
        : (Reflect.get(client, name) as unknown),
  });
  const results = startResults({ ...parts, slices: oneSlice(columnar) }, events);
  events.mark = await storeConversion(parts, { productId: shop.productId, ts: parts.clock.now() });
  events.tell(1);
  await new Promise(done => {
    setTimeout(done, 100);
  });
  away = false;
  events.tell(1);
  await until(async () => (await parts.db.$count(schema.result)) === 1);
  await results.close();
});
