import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Permissions, Viewer } from '../../../server/http/visibility.ts';
import { createClickTokens } from '../../../server/collector/tokens.ts';
import { firstIdAt } from '../../../server/platform/ids.ts';
import { decision, notification, product, result } from '../../../server/store/postgres/schema/index.ts';
import { ROWS_PER_KIND } from '../../../server/trace/schemas.ts';
import { traceIdentifier } from '../../../server/trace/trace.ts';
import { makeTenant, one, type Tenant } from '../../support/tenants.ts';
import { createTestParts, type TestParts } from '../../support/test-parts.ts';

/**
 * The trace of an identifier: the rows of all logs with the identifier and the rows that belong to them,
 * within tenant, product and permissions.
 */

const NOW = Date.UTC(2026, 2, 20);
const DAY = 86_400_000;
const CLICKED = Date.UTC(2026, 1, 28, 15);
const ALL: Permissions = {
  access_log: 'read',
  interaction_log: 'read',
  cv_log: 'read',
  result_notification_log: 'read',
  result_queue: 'read',
  cv_approval: 'none',
};

/**
 * A click with its page view, its conversion, the result of the conversion and the notification of the
 * result.
 */
interface Story {
  readonly product: number;
  readonly contact: string;
  readonly access: string;
  readonly conversion: string;
  readonly result: string;
  readonly notification: string;
}

let parts: TestParts;
let tenant: Tenant;
let foreign: Tenant;
let admin: Viewer;
let stories: Readonly<Record<'own' | 'sibling' | 'foreign', Story>>;

const at = (ms: number, n: number) => String(firstIdAt(ms) + BigInt(n));
const insert = (table: string, values: readonly object[]) =>
  parts.columnar.insert({ table, format: 'JSONEachRow', values: [...values] });
const common = (product: number, visitor: string, ts: number) => ({
  product_id: product,
  visitor_id: visitor,
  ts,
  ip: '::ffff:192.0.2.9',
  bot: 0,
});
const XCLID = "Ab,'é/+% 1";
const RESULT_ID = 'HN-00 é,1';

const makeStory = async (company: Tenant, shelf: 0 | 1, n: number, visitor: string): Promise<Story> => {
  const {
    product: productId,
    ads: [adId],
    asp,
  } = company.shelves[shelf];
  const [contact, access, conversion] = [at(CLICKED, n), at(CLICKED + 1000, n), at(CLICKED + DAY, n)];
  await insert('contact', [
    {
      ...common(productId, visitor, CLICKED),
      interaction_id: contact,
      ad_id: adId,
      xclid: XCLID,
      media_session_id: 'session',
      landing_url: 'https://shop.example/é',
    },
  ]);
  await insert('access', [
    {
      ...common(productId, visitor, CLICKED + 1000),
      access_id: access,
      ad_id: adId,
      interaction_id: contact,
      access_url: 'https://shop.example/é',
    },
  ]);
  await insert('conversion', [
    {
      ...common(productId, visitor, CLICKED + DAY),
      conversion_id: conversion,
      cv_type: 1,
      amount: '980',
      origin: 'url',
      args: RESULT_ID,
    },
  ]);
  const made = one(
    await parts.db
      .insert(result)
      .values({
        companyId: company.id,
        productId,
        aspId: asp,
        cvAdId: adId,
        resultType: 1,
        conversionId: conversion,
        interactionId: contact,
        visitorId: visitor,
        interactionNumber: 1,
        cvTime: new Date(CLICKED + DAY),
        ipAddress: '192.0.2.9',
        xclid: XCLID,
        args: RESULT_ID,
        amount: 980,
        cvCost: 100,
        approvalStatus: 1,
        version: 1,
        createdAt: new Date(CLICKED + DAY + 1),
        updatedAt: new Date(CLICKED + DAY + 1),
      })
      .returning(),
  );
  const decided = one(
    await parts.db
      .insert(decision)
      .values({
        companyId: company.id,
        resultId: made.id,
        version: 1,
        toStatus: 1,
        rule: 'made',
        userId: null,
        reason: '',
        decidedAt: new Date(CLICKED + DAY + 2),
      })
      .returning(),
  );
  const sent = one(
    await parts.db
      .insert(notification)
      .values({
        companyId: company.id,
        productId,
        aspId: asp,
        resultId: made.id,
        decisionId: decided.id,
        method: 2,
        url: 'https://net.example/',
        state: 'done',
        attempts: 1,
        nextAt: new Date(NOW),
        createdAt: new Date(CLICKED + DAY + 3),
        idempotencyKey: `key-${made.id}`,
      } as typeof notification.$inferInsert)
      .returning(),
  );
  return {
    product: productId,
    contact,
    access,
    conversion,
    result: String(made.id),
    notification: String(sent.id),
  };
};

beforeAll(async () => {
  parts = await createTestParts({ now: NOW });
  tenant = await makeTenant(parts.db, 'acme');
  foreign = await makeTenant(parts.db, 'other');
  await parts.db.update(product).set({ trackingTerm: 30 });
  const products = tenant.shelves.map(shelf => shelf.product);
  admin = {
    userId: tenant.users.admin,
    companyId: tenant.id,
    roleCode: 'admin',
    base: 'admin',
    permissions: ALL,
    agencyId: null,
    products,
    ads: null,
  };
  stories = {
    own: await makeStory(tenant, 0, 1, '18446744073709551615'),
    sibling: await makeStory(tenant, 1, 2, '18446744073709551615'),
    foreign: await makeStory(foreign, 0, 3, '18446744073709551615'),
  };
});
afterAll(() => parts.close());

/** The click token that the redirect writes into the address of the landing page. */
const tokenOf = ({ product: productId, contact }: Story) =>
  createClickTokens(parts.secrets.click).make(
    { interactionId: BigInt(contact), visitorId: '18446744073709551615', adId: 1 },
    productId,
  );
const trace = async (id: string, viewer: Viewer = admin, product = stories.own.product) => {
  const { results, more, unread } = await traceIdentifier(parts, viewer, product, id);
  return {
    rows: results.map(({ kind, id: row, matched }) => `${kind} ${row}${matched ? ' *' : ''}`),
    more,
    unread,
  };
};
/** The rows of a story; those with the identifier are marked. */
const rowsOf = (story: Story, bearing: readonly string[]): string[] =>
  (['contact', 'access', 'conversion', 'result', 'notification'] as const).map(
    kind => `${kind} ${story[kind]}${bearing.includes(kind) ? ' *' : ''}`,
  );

describe('a trace', () => {
  it('finds all rows of a click by each of its identifiers, and none of another product or company', async () => {
    const { own } = stories;
    const found: Record<string, string[]> = {};
    const expected: Record<string, string[]> = {};
    for (const [id, bearing] of [
      [XCLID, ['contact', 'result']],
      [` ${XCLID}\n`, ['contact', 'result']],
      ['session', ['contact']],
      [RESULT_ID, ['conversion', 'result']],
      ['18446744073709551615', ['contact', 'access', 'conversion', 'result']],
      [tokenOf(own), ['contact', 'result']],
      [own.contact, ['contact', 'result']],
      [own.conversion, ['conversion', 'result']],
      [own.result, ['result']],
    ] as const) {
      found[id] = (await trace(id)).rows;
      expected[id] = rowsOf(own, bearing);
    }
    // A page view refers to its click. Other rows of that click do not belong to the page view.
    found[own.access] = (await trace(own.access)).rows;
    expected[own.access] = [`contact ${own.contact}`, `access ${own.access} *`];
    expect(found).toEqual(expected);
    expect((await trace(XCLID, admin, stories.sibling.product)).rows).toEqual(
      rowsOf(stories.sibling, ['contact', 'result']),
    );
    for (const id of [
      'unknown',
      tokenOf(stories.sibling),
      stories.foreign.result,
      stories.foreign.conversion,
      stories.sibling.contact,
      '18446744073709551616',
      '%',
      '99999999999999999999',
    ])
      expect([id, (await trace(id)).rows]).toEqual([id, []]);
    await expect(trace(XCLID, admin, stories.foreign.product)).rejects.toMatchObject({
      code: 'no_permission_for_data',
    });
  });

  it('searches only the logs that the viewer may read, and infers nothing from the others', async () => {
    const { own } = stories;
    const only = (permissions: Partial<Permissions>): Viewer => ({
      ...admin,
      permissions: {
        access_log: 'none',
        interaction_log: 'none',
        cv_log: 'none',
        result_notification_log: 'none',
        result_queue: 'none',
        cv_approval: 'none',
        ...permissions,
      },
    });
    expect(await trace(XCLID, only({ access_log: 'read' }))).toEqual({
      rows: [],
      more: [],
      unread: ['contact', 'conversion', 'result', 'notification'],
    });
    expect((await trace(XCLID, only({ interaction_log: 'read', access_log: 'read' }))).rows).toEqual([
      `contact ${own.contact} *`,
      `access ${own.access}`,
    ]);
    expect(await trace(RESULT_ID, only({ cv_approval: 'read', result_queue: 'read' }))).toEqual({
      rows: [`result ${own.result} *`, `notification ${own.notification}`],
      more: [],
      unread: ['contact', 'access', 'conversion'],
    });
    expect((await trace(RESULT_ID, only({ result_queue: 'read' }))).rows).toEqual([]);
  });

  it("contains only the rows of an agency's own ads", async () => {
    const [mine, other] = [tenant.shelves[0].ads[0], tenant.shelves[0].ads[1]];
    const agency = (ad: number): Viewer => ({
      ...admin,
      base: 'agency',
      agencyId: tenant.agencies[0],
      products: [stories.own.product],
      ads: new Map([[stories.own.product, [ad]]]),
    });
    expect((await trace(XCLID, agency(mine))).rows).toEqual(rowsOf(stories.own, ['contact', 'result']));
    for (const id of [XCLID, RESULT_ID, stories.own.contact, stories.own.result, '18446744073709551615'])
      expect((await trace(id, agency(other))).rows).toEqual([]);
    await expect(trace(XCLID, agency(mine), stories.sibling.product)).rejects.toMatchObject({
      code: 'no_permission_for_data',
    });
  });

  it('of a click includes conversions within the tracking term, and shows the newest of many rows', async () => {
    const {
      product: productId,
      ads: [adId],
    } = tenant.shelves[0];
    const visitor = '77';
    const times = [-1, 0, 30 * DAY, 30 * DAY + 1].map(ms => CLICKED + ms);
    await insert('contact', [
      { ...common(productId, visitor, CLICKED), interaction_id: at(CLICKED, 70), ad_id: adId, xclid: 'late' },
    ]);
    await insert(
      'conversion',
      times.map((ts, n) => ({
        ...common(productId, visitor, ts),
        conversion_id: at(ts, 71 + n),
        cv_type: 1,
        amount: '1',
        origin: 'url',
        args: `late-${n}`,
      })),
    );
    expect((await trace('late')).rows).toEqual([
      `contact ${at(CLICKED, 70)} *`,
      `conversion ${at(CLICKED, 72)}`,
      `conversion ${at(CLICKED + 30 * DAY, 73)}`,
    ]);

    await insert(
      'access',
      Array.from({ length: ROWS_PER_KIND + 1 }, (_, n) => ({
        ...common(productId, '78', CLICKED + n),
        access_id: at(CLICKED + n, 1000 + n),
        ad_id: 0,
        interaction_id: '0',
        access_url: 'https://shop.example/',
      })),
    );
    const long = await trace('78');
    expect([long.rows.length, long.rows[0], long.more]).toEqual([
      ROWS_PER_KIND,
      `access ${at(CLICKED + 1, 1001)} *`,
      ['access'],
    ]);
  });
});
