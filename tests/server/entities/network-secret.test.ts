import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { asp } from '../../../server/store/postgres/schema/index.ts';
import { makeTenant, signIn, type Body, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = `whsec_${'A'.repeat(40)}`;
let parts: TestParts;
let app: FastifyInstance;
let mine: Tenant;
let token: string;
beforeAll(async () => {
  parts = await createTestParts();
  mine = await makeTenant(parts.db, 'acme');
  app = await createApp({ parts, collector: null });
  token = (await signIn(app, mine, 'admin')).access;
});
afterAll(async () => {
  await app.close();
  await parts.close();
});
const ask = async (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
): Promise<{ status: number; body: Body }> => {
  const answer = await app.inject({
    method,
    url: `/api/v1/${path}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload && { payload }),
  });
  return { status: answer.statusCode, body: answer.json<Body>() };
};
const stored = async (id: unknown) =>
  (await parts.db.select().from(asp)).find(row => row.id === id)?.webhookSecret;

test("a network's webhook secret can be set, kept, replaced and removed, and is shown nowhere, including the audit log", async () => {
  const form = {
    product_id: mine.shelves[0].product,
    asp_name: '署名',
    result_flag: 1,
    webhook_url: 'https://n.example/',
    webhook_style: 1,
  };
  expect((await ask('POST', 'asps/', form)).body.fields).toEqual({ webhook_secret: ['required'] });
  for (const wrong of ['geheim', 'whsec_short', `${SECRET}\n`, '********'])
    expect((await ask('POST', 'asps/', { ...form, webhook_secret: wrong })).body.fields).toEqual({
      webhook_secret: ['format'],
    });
  const { body: made } = await ask('POST', 'asps/', { ...form, webhook_secret: SECRET });
  expect([made['webhook_secret'], await stored(made['id'])]).toEqual(['********', SECRET]);

  const change = async (over: object) => {
    const {
      body: { updated_at },
    } = await ask('GET', `asps/${String(made['id'])}/`);
    return (await ask('PUT', `asps/${String(made['id'])}/`, { ...form, ...over, updated_at })).body;
  };
  await change({ asp_name: 'é', webhook_secret: '********' });
  await change({ asp_name: '署名' });
  expect(await stored(made['id'])).toBe(SECRET);
  expect((await change({ webhook_secret: OTHER }))['webhook_secret']).toBe('********');
  expect(await stored(made['id'])).toBe(OTHER);
  expect((await change({ webhook_style: 0, webhook_secret: '' }))['webhook_secret']).toBe('');
  expect((await change({ webhook_secret: '********' })).fields).toEqual({ webhook_secret: ['format'] });

  const { body: log } = await ask('GET', `changes/?entity=asps&row_id=${String(made['id'])}`);
  expect(log.results).toHaveLength(5);
  expect(JSON.stringify(log)).not.toMatch(/whsec_/);
  expect(
    (await ask('GET', `asps/?where=${encodeURIComponent(`webhook_secret=${SECRET}`)}`)).body.fields,
  ).toEqual({ webhook_secret: ['unknown_field'] });
});
