import type { FastifyInstance } from 'fastify';
import { getTableColumns, is } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';
import { entities } from '../../server/entities/entities.ts';
import type { Entity, Field } from '../../server/records/entity.ts';
import { sources, type EntityName } from '../../server/store/postgres/entities/entity-sources.ts';
import type { Source } from '../../server/store/postgres/entities/source.ts';
import { completeForm } from './entity-forms.ts';
import type { Permissions } from '../../server/http/visibility.ts';
import type { Locale } from '../../server/wording/words.ts';
import type { Database } from '../../server/store/postgres/engine/database.ts';
import {
  ad,
  adCategory,
  adType,
  agency,
  agencyProduct,
  analyzeSetting,
  asp,
  company,
  crossdomainSetting,
  groupRole,
  identityProvider,
  cvSetting,
  product,
  redirect,
  reportDelivery,
  role,
  syncSetting,
  user,
} from '../../server/store/postgres/schema/index.ts';

/** The password of all users created here. */
export const PASSWORD = 'pässwörd 合言葉 🎯';
/** Its hash: argon2id as in the program, at the lowest cost, because every sign-in in a test computes it. */
export const STORED_PASSWORD =
  '$argon2id$v=19$m=8,t=1,p=1$zztGZl7ntvD+qW1+UtFDsg$P7M3wJvz7hpQXJIeInjetaN3/YXfxvQfJf5CRdlnqew';

export const one = <Row>(rows: readonly Row[]): Row => {
  const [row] = rows;
  if (row === undefined) throw new Error('nothing came back');
  return row;
};

const levels = (level: 'none' | 'read' | 'write'): Permissions => ({
  access_log: level,
  interaction_log: level,
  cv_log: level,
  result_notification_log: level,
  result_queue: level,
  cv_approval: level,
});

/** The rows of one product. */
export interface Shelf {
  readonly product: number;
  readonly category: number;
  readonly type: number;
  readonly asp: number;
  readonly cvSetting: number;
  readonly crossdomain: number;
  readonly sync: number;
  readonly analyze: number;
  readonly delivery: number;
  /** An ad of the first agency, one of the second, and one without agency. */
  readonly ads: readonly [number, number, number];
  readonly redirects: readonly [number, number, number];
}
/** A company with two agencies: the first may see the first product, the second both products. */
export interface Tenant {
  readonly id: number;
  readonly code: string;
  readonly agencies: readonly [number, number];
  readonly shelves: readonly [Shelf, Shelf];
  /** The e-mail addresses of an administrator, a user and an agency user of the first agency. */
  readonly emails: { readonly admin: string; readonly user: string; readonly agency: string };
  readonly users: { readonly admin: number; readonly user: number; readonly agency: number };
  readonly roles: { readonly admin: number; readonly user: number; readonly agency: number };
}

/** Entities whose rows {@link makeTenant} creates itself. */
const STATED: ReadonlySet<EntityName> = new Set([
  'ads',
  'redirects',
  'asps',
  'cvSettings',
  'crossdomainSettings',
  'adCategories',
  'adTypes',
  'syncSettings',
  'analyzeSettings',
  'reportDeliveries',
]);

/** Inserts one row of every other entity of a product, from its derived form. */
const insertDerivedRows = async (db: Database, tenant: Tenant, shelf: Shelf): Promise<void> => {
  for (const { name, fields } of entities as unknown as readonly Entity[]) {
    if (STATED.has(name) || !Object.hasOwn(fields, 'product_id')) continue;
    const { table, columns }: Source = sources[name];
    const described: Readonly<Record<string, Field>> = fields;
    const keys = new Map(Object.entries(getTableColumns(table)).map(([key, column]) => [column, key]));
    const row = Object.entries(completeForm(name, tenant, shelf)).flatMap(([field, value]) => {
      const column = columns[field];
      const key = is(column, PgColumn) ? keys.get(column) : undefined;
      return key === undefined ? [] : [[key, described[field]?.write?.store?.(value) ?? value]];
    });
    await db.insert(table).values({ companyId: tenant.id, ...Object.fromEntries(row) });
  }
};

/** Creates a company whose names contain markup and non-ASCII characters. */
export const makeTenant = async (db: Database, code: string): Promise<Tenant> => {
  const { id } = one(
    await db
      .insert(company)
      .values({ code, name: `会社 ${code} <b>é</b>` })
      .returning(),
  );
  const makeRole = async (base: 'admin' | 'user' | 'agency', level: 'none' | 'read' | 'write') =>
    one(
      await db
        .insert(role)
        .values({ companyId: id, code: base, base, name: `役割 ${base}`, permissions: levels(level) })
        .returning(),
    ).id;
  const roles = {
    admin: await makeRole('admin', 'write'),
    user: await makeRole('user', 'read'),
    agency: await makeRole('agency', 'none'),
  };
  const makeAgency = async (name: string) =>
    one(
      await db
        .insert(agency)
        .values({ companyId: id, name, description: `secret of ${code}` })
        .returning(),
    ).id;
  const agencies = [await makeAgency('代理店 "A"'), await makeAgency("Agence d'été")] as const;
  const makeUser = async (base: 'admin' | 'user' | 'agency') =>
    one(
      await db
        .insert(user)
        .values({
          companyId: id,
          name: `Zoë ${base}`,
          email: `${base}@${code}.example`,
          password: STORED_PASSWORD,
          roleId: roles[base],
          agencyId: base === 'agency' ? agencies[0] : null,
        })
        .returning(),
    ).id;
  const users = {
    admin: await makeUser('admin'),
    user: await makeUser('user'),
    agency: await makeUser('agency'),
  };

  const makeShelf = async (name: string): Promise<Shelf> => {
    const { id: productId } = one(
      await db
        .insert(product)
        .values({
          companyId: id,
          name,
          domain: `${code}.example`,
          url: `https://${code}.example/`,
          excludedIps: ['203.0.113.0/24'],
        })
        .returning(),
    );
    const category = one(
      await db.insert(adCategory).values({ companyId: id, productId, name: '分類 50%_\\' }).returning(),
    ).id;
    const type = one(
      await db.insert(adType).values({ companyId: id, productId, sequence: 1, title: '媒体' }).returning(),
    ).id;
    const network = one(
      await db
        .insert(asp)
        .values({ companyId: id, productId, name: 'Réseau', webhookUrl: 'https://secret.example/{xclid}' })
        .returning(),
    ).id;
    const setting = one(
      await db
        .insert(cvSetting)
        .values({ companyId: id, productId, name: '購入', cvPageUrl: 'https://secret.example/thanks' })
        .returning(),
    ).id;
    const crossdomain = one(
      await db
        .insert(crossdomainSetting)
        .values({ companyId: id, productId, senderName: '予約サイト', senderDomain: 'sender.example' })
        .returning(),
    ).id;
    const sync = one(
      await db
        .insert(syncSetting)
        .values({
          companyId: id,
          productId,
          name: '費用',
          kind: 'costs',
          sourceUrl: 'https://secret.example/costs.csv',
        })
        .returning(),
    ).id;
    const analyze = one(
      await db
        .insert(analyzeSetting)
        .values({ companyId: id, productId, page: 'effect', metrics: ['cv'], axes: ['ad'] })
        .returning(),
    ).id;
    const delivery = one(
      await db
        .insert(reportDelivery)
        .values({
          companyId: id,
          productId,
          name: '週報',
          page: 'attribution',
          recipients: ['secret@example.com'],
        })
        .returning(),
    ).id;
    const makeAd = async (agencyId: number | null, aspId: number | null) =>
      one(
        await db
          .insert(ad)
          .values({
            companyId: id,
            productId,
            name: `ad of ${agencyId ?? 'nobody'}`,
            agencyId,
            aspId,
            adCategoryId: category,
            adType1Id: type,
            redirectUrl: 'https://shop.example/lp?q=é',
            clickCost: 12.5,
            periodFrom: '2026-01-31',
            lpoEntries: [{ title: '一', url: 'https://shop.example/1', rate: 33.5 }],
            ownAutoApproval: true,
            autoApproval: {
              approveAutomatically: true,
              judgeAmount: false,
              judgeArgs: true,
              excludeDuplicateIps: 30,
              excludeDuplicateArgs: false,
            },
          })
          .returning(),
      ).id;
    // The ASP belongs to the first product's ads of the first agency and of no agency.
    const ads = [
      await makeAd(agencies[0], network),
      await makeAd(agencies[1], null),
      await makeAd(null, network),
    ] as const;
    const makeRedirect = async (adId: number) =>
      one(
        await db
          .insert(redirect)
          .values({ companyId: id, productId, adId, redirectUrl: `https://shop.example/${adId}` })
          .returning(),
      ).id;
    return {
      product: productId,
      category,
      type,
      asp: network,
      cvSetting: setting,
      crossdomain,
      sync,
      analyze,
      delivery,
      ads,
      redirects: [await makeRedirect(ads[0]), await makeRedirect(ads[1]), await makeRedirect(ads[2])],
    };
  };
  const shelves = [await makeShelf('商品 é'), await makeShelf('Produit 2')] as const;
  await db.insert(agencyProduct).values([
    { companyId: id, agencyId: agencies[0], productId: shelves[0].product },
    { companyId: id, agencyId: agencies[1], productId: shelves[0].product },
    { companyId: id, agencyId: agencies[1], productId: shelves[1].product },
  ]);
  const tenant = {
    id,
    code,
    agencies,
    shelves,
    users,
    roles,
    emails: {
      admin: `admin@${code}.example`,
      user: `user@${code}.example`,
      agency: `agency@${code}.example`,
    },
  };
  for (const shelf of shelves) await insertDerivedRows(db, tenant, shelf);
  return tenant;
};

export interface Tokens {
  readonly access: string;
  readonly refresh: string;
  readonly lifetime: number;
}

/** Signs in through the API. */
export const signIn = async (
  app: FastifyInstance,
  tenant: Tenant,
  who: 'admin' | 'user' | 'agency',
): Promise<Tokens> => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/auth/signin/',
    payload: { company_id: tenant.code, email: tenant.emails[who], password: PASSWORD },
  });
  if (answer.statusCode !== 200)
    throw new Error(`${who} of ${tenant.code} could not sign in: ${answer.body}`);
  return answer.json<Tokens>();
};

/** An answer with the fields that tests read. */
export interface Body {
  readonly code: string;
  readonly _message: string[];
  readonly fields: Record<string, string[]>;
  readonly limits: Record<string, Record<string, number>>;
  readonly values: Record<string, number>;
  readonly results: Record<string, unknown>[];
  readonly count: number;
  readonly [field: string]: unknown;
}

/** Returns a function that requests an address with a token, and in a language where one is given. */
export const requesterOf =
  (app: FastifyInstance, access: string, locale?: Locale) =>
  async (url: string): Promise<{ status: number; body: Body }> => {
    const answer = await app.inject({
      url: url.startsWith('/') ? url : `/api/v1/${url}`,
      headers: {
        authorization: `Bearer ${access}`,
        ...(locale !== undefined && { 'accept-language': locale }),
      },
    });
    return { status: answer.statusCode, body: answer.json<Body>() };
  };

/** Inserts an identity provider and the role of a group. */
export const insertSingleSignOn = async (db: Database, { id: companyId, roles }: Tenant): Promise<void> => {
  await db.insert(identityProvider).values({
    companyId,
    name: 'Anmeldung é',
    issuer: 'https://issuer.example',
    clientId: 'touchpath',
    clientSecret: '',
    requestedScopes: 'openid email',
    groupClaim: 'groups',
    emailDomains: ['shop.example'],
    unstatedEmails: false,
    forced: false,
    emergencyEmails: [],
  });
  await db.insert(groupRole).values({ companyId, groupName: '=運用', roleId: roles.user, priority: 1 });
};
