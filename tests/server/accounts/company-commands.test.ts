import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../../server/app.ts';
import { createDeriver } from '../../../server/rollups/deriver.ts';
import { type Collector, openCollector } from '../../../server/collector/collector.ts';
import { resetAdministrator } from '../../../server/companies/administrator.ts';
import { type CompanyForm, createCompany } from '../../../server/companies/create.ts';
import { deleteCompany, removeLateRows } from '../../../server/companies/delete.ts';
import { setInService } from '../../../server/companies/service.ts';
import { composersOf } from '../../../server/mail-composers.ts';
import { openOutbox } from '../../../server/mail/outbox.ts';
import { operatorActions, summarizeCompanies } from '../../../server/store/postgres/companies/companies.ts';
import { scheduledDeliveries } from '../../../server/store/postgres/entities/scheduled-reports.ts';
import { scheduledSettings } from '../../../server/store/postgres/operations/sync.ts';
import {
  ad,
  product,
  redirect,
  reportDelivery,
  syncSetting,
} from '../../../server/store/postgres/schema/index.ts';
import { DAY } from '../../../server/platform/time.ts';
import { makeCollectorShop } from '../../support/collector-shop.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

const NOW = Date.UTC(2027, 4, 20, 3);
const PASSWORD = 'はじめての合言葉と銀河です';
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const FORM: CompanyForm = {
  code: 'Acme-2',
  name: 'アクメ株式会社',
  email: 'boss@acme.example',
  locale: 'ja',
  invitation: 'link',
};

describe('the commands of the operator', () => {
  let parts: TestParts;
  let app: FastifyInstance;
  let collector: Collector;
  let shopIds: readonly number[];
  const operating = () => ({ ...parts, operator: 'root@machine' });

  beforeAll(async () => {
    parts = await createTestParts({ now: NOW });
    const shop = await makeCollectorShop(parts); // another company, which nothing here may touch
    shopIds = [shop.shop.id, shop.other.id];
    collector = await openCollector(parts);
    app = await createApp({ parts, collector });
  });
  afterAll(async () => {
    await app.close();
    await collector.close();
    await parts.close();
  });

  const post = async (url: string, payload: object, access?: string) => {
    const headers = access === undefined ? {} : { authorization: `Bearer ${access}` };
    const answer = await app.inject({ method: 'POST', url: `/api/v1/${url}`, payload, headers });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };
  const signIn = () => post('auth/signin/', { company_id: 'acme-2', email: FORM.email, password: PASSWORD });
  const tokenOf = (link: string | null, page: string) =>
    new RegExp(`^http://localhost:3000/${page}#token=(\\S+)$`).exec(link ?? '')?.[1] ?? 'none';
  const redeem = (link: string | null) =>
    post('auth/reset_password/', { token: tokenOf(link, 'reset-password'), password: PASSWORD });
  const accept = (link: string | null) =>
    post('auth/accept_invitation/', {
      token: tokenOf(link, 'accept-invitation'),
      user_name: '長 é',
      password: PASSWORD,
    });
  const rowsOf = async (ids: readonly number[]): Promise<number> => {
    const tables = (
      await parts.db.execute<{ name: string }>(
        sql`select table_name as name from information_schema.columns where table_schema = current_schema() and column_name = 'product_id'`,
      )
    ).rows;
    let found = 0;
    for (const { name } of tables) {
      const { rows } = await parts.db.execute<{ n: number }>(
        sql`select count(*)::int as n from ${sql.identifier(name)} where product_id in ${[...ids]}`,
      );
      found += rows[0]?.n ?? 0;
    }
    return found;
  };
  const eventsOf = async (ids: readonly number[]): Promise<number> => {
    const answer = await parts.columnar.query({
      query: `SELECT count() AS n FROM merge(currentDatabase(), '^(contact|access|conversion|impression|derived_state|conversion_path|daily_.*|monthly_.*)$') WHERE product_id IN ({ids:Array(UInt32)})`,
      query_params: { ids },
      format: 'JSON',
    });
    return Number((await answer.json<{ n: string }>()).data[0]?.n);
  };

  test.each<[Partial<CompanyForm>, RegExp]>([
    [{ code: '日本' }, /is not a valid company ID/],
    [{ code: '' }, /is not a valid company ID/],
    [{ code: 'a'.repeat(101) }, /is not a valid company ID/],
    [{ code: 'Demo' }, /demo company/],
    [{ name: ' ' }, /name of the company/],
    [{ email: 'boss@acme' }, /not an email address/],
    [{ email: '' }, /not an email address/],
  ])('refuse %j in one line', async (wrong, line) => {
    await expect(createCompany(operating(), { ...FORM, ...wrong })).rejects.toThrow(line);
    expect(await operatorActions(parts.db, 10)).toEqual([]);
  });

  test('create a company whose first administrator accepts an invitation, which the operator can renew', async () => {
    const link = await createCompany(operating(), FORM);
    await expect(createCompany(operating(), { ...FORM, code: 'ACME-2' })).rejects.toThrow(
      /^The company ID ACME-2 is already in use[^\n]+$/,
    );
    expect((await signIn()).status, 'sign-in before the invitation is accepted').toBe(401);
    parts.clock.advance(7 * DAY);
    expect((await accept(link)).status).toBe(410);
    const renewed = await resetAdministrator(operating(), {
      code: 'acme-2',
      email: FORM.email.toUpperCase(),
      locale: 'ja',
      invitation: 'link',
      anyAddress: false,
    });
    expect(renewed.lifetime).toBe('seven days');
    expect(await accept(renewed.link)).toMatchObject({ status: 200 });
    expect((await accept(renewed.link)).status).toBe(410);
    expect(await signIn()).toMatchObject({ status: 200 });
    expect(await summarizeCompanies(parts.db)).toMatchObject([
      { code: 'Acme-2', status: true, users: 1, products: 0 },
      { code: 'é商店' },
    ]);
  });

  test('invite by a mail with the sign-in details in the chosen language', async () => {
    for (const [locale, words] of [
      ['ja', '会社ID: by-mail'],
      ['en', 'Company ID: by-mail-en'],
      ['zh-CN', '公司 ID：by-mail-zh'],
    ] as const) {
      const code = words.split(/[ ：]/).at(-1) ?? '';
      expect(await createCompany(operating(), { ...FORM, code, locale, invitation: 'mail' })).toBeNull();
      const sent: string[] = [];
      const deliver = (_id: number, { text }: { readonly text: string }) => {
        sent.push(text);
        return Promise.resolve('here');
      };
      const outbox = openOutbox(parts, { deliver, close: () => undefined }, composersOf(parts));
      await outbox.begin();
      await outbox.onceAllEnd();
      expect(sent).toEqual([expect.stringContaining(words)]);
      const link = /http\S+accept-invitation#token=\S+/.exec(sent[0] ?? '')?.[0] ?? null;
      expect(await accept(link)).toMatchObject({ status: 200 });
    }
  });

  describe('of a company with people, ads and events', () => {
    let productId: number;
    let path: string;
    let adId: number;
    let key: string;
    let session: Record<string, unknown>;

    beforeAll(async () => {
      const company = (await summarizeCompanies(parts.db)).find(({ code }) => code === 'Acme-2');
      const companyId = company?.id ?? 0;
      const owned = { companyId };
      const [made] = await parts.db
        .insert(product)
        .values({ ...owned, name: '品', domain: 'acme.example', url: 'https://acme.example/' })
        .returning();
      productId = made?.id ?? 0;
      key = made?.conversionKey ?? '';
      const [placed] = await parts.db
        .insert(ad)
        .values({ ...owned, productId, name: '広告', redirectUrl: 'https://acme.example/lp' })
        .returning();
      adId = placed?.id ?? 0;
      const [link] = await parts.db
        .insert(redirect)
        .values({ ...owned, productId, adId, redirectUrl: 'https://acme.example/lp?own=1' })
        .returning();
      path = `/r/${link?.id}`;
      await parts.db.insert(syncSetting).values({
        ...owned,
        productId,
        name: '毎日',
        kind: 'costs',
        sourceUrl: 'https://acme.example/costs.csv',
        schedule: 'daily',
      });
      await parts.db.insert(reportDelivery).values({
        ...owned,
        productId,
        name: '報告',
        page: 'item_1',
        schedule: 'daily',
        recipients: [FORM.email],
      });
      session = (await signIn()).body;
    });

    /** The answers to a click, an impression, a page view and a server conversion of the company. */
    const visit = async () => {
      await collector.refresh();
      const headers = { 'user-agent': BROWSER };
      const click = await app.inject({ url: path, headers });
      const pixel = await app.inject({ url: `/i/${adId}.gif`, headers });
      const view = await app.inject({
        method: 'POST',
        url: '/e',
        headers: { ...headers, 'content-type': 'text/plain', origin: 'https://acme.example' },
        payload: JSON.stringify({ p: productId, t: 'view', u: 'https://acme.example/lp', r: '' }),
      });
      const conversion = await app.inject({
        url: `/cv?product=${productId}&visitor=77&amount=1&key=${key}`,
        headers,
      });
      await collector.drain();
      return {
        leads: String(click.headers.location).replace(/xclid=[^&]*/, 'xclid=…'),
        statuses: [click.statusCode, pixel.statusCode, view.statusCode, conversion.statusCode],
        reason: conversion.json<{ code?: string }>().code,
      };
    };
    const me = () =>
      app.inject({
        url: '/api/v1/users/me/',
        headers: { authorization: `Bearer ${String(session['access'])}` },
      });
    const schedules = async () => [
      (await scheduledSettings(parts.db)).filter(one => one.productId === productId).length,
      (await scheduledDeliveries(parts.db)).filter(one => one.productId === productId).length,
    ];

    test('disable it: sign-ins are refused, sessions end, nothing is counted, and its links still redirect', async () => {
      expect(await visit()).toMatchObject({
        leads: 'https://acme.example/lp?own=1&xclid=…',
        statuses: [302, 200, 200, 200],
      });
      const before = await eventsOf([productId]);
      expect(before).toBe(4);
      expect([(await me()).statusCode, await schedules()]).toEqual([200, [1, 1]]);

      await setInService(operating(), 'ACME-2', false);
      await expect(setInService(operating(), 'acme-2', false)).rejects.toThrow('Acme-2 is already disabled.');
      parts.clock.advance(5_001); // permissions are cached for 5 s
      expect((await me()).statusCode).toBe(401);
      expect((await signIn()).status).toBe(401);
      expect((await post('auth/refresh/', { refresh: session['refresh'] })).status).toBe(401);
      expect(await visit()).toEqual({
        leads: 'https://acme.example/lp?own=1',
        statuses: [302, 200, 204, 403],
        reason: 'product_disabled',
      });
      expect(await eventsOf([productId])).toBe(before);
      expect(await schedules()).toEqual([0, 0]);
      await expect(
        resetAdministrator(operating(), {
          code: 'acme-2',
          email: FORM.email,
          locale: 'ja',
          invitation: 'link',
          anyAddress: false,
        }),
      ).rejects.toThrow(/is disabled/);
    });

    test('enable it again with its state from before', async () => {
      await setInService(operating(), 'acme-2', true);
      expect(await signIn()).toMatchObject({ status: 200 });
      expect((await visit()).statuses).toEqual([302, 200, 200, 200]);
      expect([await eventsOf([productId]), await schedules()]).toEqual([8, [1, 1]]);
    });

    test('restore the access of an administrator who is throttled at an address that is not allowed', async () => {
      await parts.db.execute(
        sql`update company set login_allowed_ips = '{198.51.100.7}' where code = 'Acme-2'`,
      );
      const form = {
        code: 'acme-2',
        email: 'Boss@acme.example',
        locale: 'ja',
        invitation: 'link',
        anyAddress: false,
      } as const;
      await expect(resetAdministrator(operating(), { ...form, email: 'else@acme.example' })).rejects.toThrow(
        /^[^\n]+ name one of boss@acme\.example\.$/,
      );
      await expect(resetAdministrator(operating(), { ...form, code: 'none' })).rejects.toThrow(
        /^There is no company "none"[^\n]+$/,
      );
      // The owner has signed in from this address, which has five further guesses of its own.
      for (let guess = 0; guess < 12; guess++)
        await post('auth/signin/', { company_id: 'acme-2', email: FORM.email, password: 'wrong' });
      expect((await signIn()).status).toBe(429);
      const { link } = await resetAdministrator(operating(), { ...form, anyAddress: true });
      expect(await redeem(link)).toMatchObject({ status: 200 });
      expect(await signIn()).toMatchObject({ status: 200 });
    });

    test('delete it from both stores if it is disabled and named twice; no other company loses a row', async () => {
      const deriver = createDeriver(parts);
      await deriver.rebuild();
      await deriver.close();
      expect(await eventsOf([productId])).toBeGreaterThan(8);
      const others = [await rowsOf(shopIds), await eventsOf(shopIds)];
      await expect(deleteCompany(operating(), 'acme-2', 'Acme-2')).rejects.toThrow(
        /is enabled\. Run npm run company -- disable Acme-2 first/,
      );
      await setInService(operating(), 'acme-2', false);
      await expect(deleteCompany(operating(), 'acme-2', 'acme-2')).rejects.toThrow(
        /Add --confirm Acme-2 to confirm\.$/,
      );
      expect(await deleteCompany(operating(), 'acme-2', 'Acme-2')).toBe(1);
      expect([await rowsOf([productId]), await eventsOf([productId])]).toEqual([0, 0]);
      expect([await rowsOf(shopIds), await eventsOf(shopIds)]).toEqual(others);
      expect((await visit()).statuses.slice(0, 2), 'click address and pixel after the deletion').toEqual([
        404, 404,
      ]);
      expect((await signIn()).status).toBe(401);
      await expect(deleteCompany(operating(), 'acme-2', 'Acme-2')).rejects.toThrow(/^There is no company/);
    });

    test('remove its later events from the journal', async () => {
      expect(await removeLateRows(parts)).toBe(false);
      await parts.columnar.insert({
        table: 'impression',
        format: 'JSONEachRow',
        values: [
          {
            product_id: productId,
            ad_id: adId,
            ts: NOW,
            impression_id: '5',
            visitor_id: '1',
            ip: '::1',
            bot: 0,
          },
        ],
      });
      expect(await removeLateRows(parts)).toBe(true);
      expect(await eventsOf([productId])).toBe(0);
    });

    test('record each change with its user', async () => {
      const actions = (await operatorActions(parts.db, 100))
        .toReversed()
        .filter(one => one.companyCode === 'Acme-2');
      expect(actions.map(one => one.action)).toEqual([
        'company_create',
        'administrator_reset',
        'company_disable',
        'company_enable',
        'administrator_reset',
        'company_disable',
        'company_delete',
      ]);
      expect(new Set(actions.map(one => one.operator))).toEqual(new Set(['root@machine']));
      expect(actions.at(-1)?.detail).toMatchObject({ company_name: FORM.name, product_ids: [productId] });
      expect(JSON.stringify(actions)).not.toMatch(/token/);
    });
  });
});
