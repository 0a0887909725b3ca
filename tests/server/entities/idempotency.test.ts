import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Draft } from '../../../server/records/entity.ts';
import { makeOnce } from '../../../server/store/postgres/engine/idempotency.ts';
import { ENTITIES, openEntitySuite, type EntitySuite, type Who } from '../../support/entity-suite.ts';

/** Forms that are sent again after a lost answer must create one row. */

let suite: EntitySuite;
beforeAll(async () => {
  suite = await openEntitySuite();
});
afterAll(() => suite.close());

const PERMISSIONS = {
  access_log: 'none',
  interaction_log: 'none',
  cv_log: 'none',
  result_notification_log: 'none',
  result_queue: 'none',
  cv_approval: 'none',
};

/** Entities whose label is not a text of the form, with another field to change. */
const OTHER: Readonly<Record<string, readonly [field: string, other: string]>> = {
  redirects: ['redirect_url', 'https://shop.example/other'],
  analyzeSettings: ['chart', 'bar'],
};

/** Every form that creates a row: its path, a complete form, and a field with another value. */
const MADE: readonly (readonly [path: string, form: () => Draft, field: string, other: string])[] = [
  ...ENTITIES.filter(({ writing }) => writing?.create !== undefined).map(
    entity =>
      [
        entity.path,
        () =>
          entity.name === 'analyzeSettings'
            ? { ...suite.form(entity), analyze_page: 'cv' }
            : suite.form(entity),
        ...(OTHER[entity.name] ?? [entity.label, 'ほか']),
      ] as const,
  ),
  [
    'users',
    () => ({
      user_name: '田中',
      email: 'once@acme.example',
      role: suite.tenant.roles.user,
      password: '長い合言葉 é 2026',
    }),
    'user_name',
    '別人',
  ],
  [
    'roles',
    () => ({ role_name: '営業', role_code: 'once', base: 'user', permissions: PERMISSIONS }),
    'role_name',
    '別の役',
  ],
  [
    'day_notes',
    () => ({ product_id: suite.tenant.shelves[0].product, day: '2026-02-28', text: '春' }),
    'text',
    '夏',
  ],
  ['report_boards', () => ({ name: '春' }), 'name', '夏'],
  ['saved_views', () => ({ screen: 'ads', name: '春', address: 'page=2' }), 'name', '夏'],
];

let keys = 0;
const freshKey = () => `key-${String((keys += 1)).padStart(8, '0')}`;

describe.each(MADE)('a form of %s', (path, form, field, other) => {
  const send = (key: string, over: Draft = {}, who: Who = 'admin') =>
    suite.ask('POST', `${path}/?idempotency_key=${key}`, { ...form(), ...over }, who);
  const count = async () =>
    (await suite.ask('GET', `${path}/?show_deleted=true&page_size=9999`)).body.results.length;

  it('creates one row for repeated and concurrent requests with the same key', async () => {
    const key = freshKey();
    const before = await count();
    const answers = await Promise.all([send(key), send(key), send(key)]);
    answers.push(await send(key));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1);
    expect(await count()).toBe(before + 1);
    // A repeated form with other values is refused as a conflict: it neither creates a second row nor changes
    // the first.
    const changed = await send(key, { [field]: other });
    expect([changed.status, changed.body.code, changed.body['values']]).toEqual([
      409,
      'already_made',
      { id: answers[0]!.body['id'] },
    ]);
    expect((await suite.ask('GET', `${path}/${String(answers[0]!.body['id'])}/`)).body).toEqual(
      answers[0]!.body,
    );
    expect(await count()).toBe(before + 1);
    await suite.ask('DELETE', `${path}/${String(answers[0]!.body['id'])}/`);
  });
});

describe('an idempotency key', () => {
  const form = () => suite.form(ENTITIES.find(({ name }) => name === 'adCategories')!);
  const send = async (key: string, over: Draft = {}, who: Who = 'admin') =>
    suite.ask('POST', `ad_categories/?idempotency_key=${key}`, { ...form(), ...over }, who);

  it('of a refused form is free, and keys of other users do not conflict', async () => {
    const key = freshKey();
    expect((await send(key, { name: '' })).status).toBe(400);
    const own = await send(key);
    const colleague = await send(key, {}, 'user');
    expect([own.status, colleague.status, own.body['id'] === colleague.body['id']]).toEqual([
      201,
      201,
      false,
    ]);
  });

  it('expires after a day', async () => {
    const { db } = suite.parts;
    const creation = { key: freshKey(), digest: 'of what was said' };
    let made = 0;
    const at = (hours: number) =>
      db.transaction(tx =>
        makeOnce(
          tx,
          {
            companyId: suite.tenant.id,
            userId: suite.tenant.users.admin,
            ip: '127.0.0.1',
            at: new Date(Date.UTC(2026, 1, 1, hours)),
          },
          creation,
          async () => {
            made += 1;
            return made;
          },
        ),
      );
    expect([await at(0), await at(23), await at(25), await at(26)]).toEqual([1, 1, 2, 2]);
  });

  it.each(['short', 'x'.repeat(65), 'with space', 'é'.repeat(8)])('is refused if it is %s', async key => {
    const { status, body } = await send(encodeURIComponent(key));
    expect([status, Object.keys(body.fields)]).toEqual([400, ['idempotency_key']]);
  });
});
