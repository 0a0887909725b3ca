import { readFileSync } from 'node:fs';
import { createIntl } from 'react-intl';
import { describe, expect, test } from 'vitest';
import { LOCALES, type Locale } from '../../../machines/language.ts';
import type { SignedInData } from '../../../machines/signed-in-data.ts';
import { writtenFields } from '../../../server/records/drafts.ts';
import { CHANGED_LISTS } from '../../../server/records/changes.ts';
import { reportBoards } from '../../../server/views/report-boards.ts';
import { savedViews } from '../../../server/views/saved-views.ts';
import type { Entity } from '../../../server/records/entity.ts';
import { dayNotes } from '../../../server/day-notes/day-notes.ts';
import { entities } from '../../../server/entities/entities.ts';
import { changeSummary } from '../../../src/screens/config/change-summary.ts';
import { fieldTexts } from '../../../src/screens/record/fields.ts';
import { recordedField, recordedLabel } from '../../../src/screens/record/recorded-field.ts';
import { loadRecordedForm } from '../../../src/screens/record/recorded-forms.ts';

/** Entries of the change history in one line, with the words of the forms. */
const KNOWN = {
  lists: {
    product: [{ id: 2, title: 'Shop' }],
    role: [{ id: 5, title: 'Marketing' }],
    asp: [{ id: 7, title: 'Network' }],
    agency: [],
    adCategory: [],
    adType: [],
  },
  totals: {},
  lookedUp: {},
} as unknown as SignedInData;

const textsOf = (entity: string, locale: Locale) => {
  const messages = JSON.parse(readFileSync(`src/messages/${locale}.json`, 'utf8')) as Record<string, string>;
  const intl = createIntl({ locale, messages });
  return { name: entity, intl, texts: fieldTexts(entity, { intl, known: KNOWN, productId: 2 }) };
};

type Values = Readonly<Record<string, unknown>>;
const fieldsOf = (before: Values | null, after: Values) =>
  Object.entries(after).map(([field, value]) => ({
    field,
    before: before === null ? null : JSON.stringify(before[field]),
    after: JSON.stringify(value),
  }));

const summary = async (
  entity: string,
  action: string,
  before: Values | null,
  after: Values,
  locale: Locale = 'en',
): Promise<string> =>
  changeSummary(
    { action, fields: fieldsOf(before, after) },
    await loadRecordedForm(entity),
    textsOf(entity, locale),
  );

const NEW_AD = {
  product_id: 2,
  name: 'Summer',
  asp: 7,
  click_cost: 1234.5,
  period_from: '2026-02-01',
  period_to: null,
  direct_link: true,
  lpo_flag: false,
  lpo_entries: [],
  parameters: {},
  result_flag: 0,
  redirect_url: 'https://shop.example/',
};

describe('a creation', () => {
  test.each([
    [
      'en',
      'Destination URL: https://shop.example/ · Ad name: Summer · Ad network: Network · Start date: 2026/02/01 · Direct link: On · Click cost (yen): 1,234.50 · Product: Shop',
    ],
    [
      'ja',
      '遷移先URL：https://shop.example/ · 広告名：Summer · 広告媒体：Network · 掲載開始日：2026/02/01 · ダイレクトリンク：オン · クリック単価（円）：1,234.50 · プロダクト：Shop',
    ],
    [
      'zh-CN',
      '跳转目标URL：https://shop.example/ · 广告名称：Summer · 广告媒体：Network · 投放开始日：2026/02/01 · 直达链接：开启 · 点击单价（日元）：1,234.50 · 产品：Shop',
    ],
  ] as const)('lists only what was filled in, in the order of the form, in %s', async (locale, text) => {
    expect(await summary('ads', 'create', null, NEW_AD, locale)).toBe(text);
  });

  test('of a role lists its levels, although roles have no descriptor', async () => {
    const permissions = { cv_log: 'write', access_log: 'none', cv_approval: 'read' };
    expect(
      await summary('roles', 'create', null, {
        base: 'user',
        permissions,
        role_code: 'seo',
        role_name: 'SEO',
      }),
    ).toBe('Role name: SEO · Code: seo · Based on: General user · CV log: Write · CV approval: Read');
  });

  test('of an API key lists the scopes that were granted', async () => {
    const scopes = { access_log: 'none', reports: 'read', settings: 'write' };
    expect(
      await summary('apiKeys', 'create', null, {
        name: 'Nightly',
        scopes,
        products: null,
        expires_at: '2026-02-28T15:00:00.000Z',
      }),
    ).toBe('Name: Nightly · Reports: Read · Settings: Write · Expires: 2026/03/01 00:00:00');
  });

  test('of an entity without any form is shown by the types of its values', async () => {
    expect(await summary('erasures', 'create', null, { product_id: 2 })).toBe('Product: Shop');
  });
});

describe('a change', () => {
  test('shows a choice by its label', async () => {
    expect(await summary('products', 'update', { week_start: 0 }, { week_start: 1 })).toBe(
      'Week starts on: Sunday → Monday',
    );
  });

  test('shows lists of values, and a list that was empty', async () => {
    expect(
      await summary(
        'products',
        'update',
        { excluded_ips: [] },
        { excluded_ips: ['192.0.2.1', '10.0.0.0/8'] },
      ),
    ).toBe('Excluded IP addresses: - → 192.0.2.1, 10.0.0.0/8');
  });

  test('shows the permissions of a role that differ, by their levels', async () => {
    const before = { access_log: 'none', cv_log: 'read' };
    expect(
      await summary(
        'roles',
        'update',
        { permissions: before },
        { permissions: { ...before, cv_log: 'write' } },
      ),
    ).toBe('CV log: Read → Write');
  });

  test('names a value with parts without them', async () => {
    const pages = [{ title: 'A', url: 'https://a.example/', rate: 100 }];
    expect(await summary('ads', 'update', { lpo_entries: [] }, { lpo_entries: pages })).toBe(
      'LPO landing pages',
    );
  });

  test('shows the items of a board by the words of its form', async () => {
    const items = [
      { view_id: 12, kind: 'figure', metric: 'cv', wide: false },
      { view_id: 3, kind: 'table', metric: null, wide: true },
    ];
    expect(await summary('reportBoards', 'update', { items: [] }, { items })).toBe(
      'Reports: - → Saved view: #12, Show: Single figure, Metric: CV, Full width: Off / Saved view: #3, Show: Table, Metric: -, Full width: On',
    );
  });

  test('shows a field of an older version by its name, after those of the form', async () => {
    expect(
      await summary('adTypes', 'update', { colour_code: 1, title: 'A' }, { colour_code: 2, title: 'B' }),
    ).toBe('Title: A → B · colour_code: 1 → 2');
  });

  test('shows a secret by its mask', async () => {
    const masked = { client_secret: '********' };
    expect(await summary('identityProviders', 'update', masked, masked)).toBe(
      'Client secret: •••••••• → ••••••••',
    );
  });
});

test('a deletion and a restoration have no values, since the action says everything', async () => {
  expect([
    await summary('ads', 'remove', { status: true }, { status: false }),
    await summary('ads', 'restore', { status: false }, { status: true }),
  ]).toEqual(['', '']);
});

test('a sign-in and a download are shown by their words', async () => {
  expect([
    await summary('users', 'sign_in', null, { method: 'password, code' }),
    await summary('files', 'download', null, {
      file: 'conversions',
      format: 'csv',
      rows: 1200,
      conditions: { from: '2026-02-01', product_id: 2 },
    }),
  ]).toEqual([
    'Proved by: password, app code',
    'List or report: CV log · Format: CSV · Rows: 1,200 · Conditions: From: 2026/02/01, Product: Shop',
  ]);
});

/** Fields that the program records itself, besides those that forms write. */
const OWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  companies: ['company_code', 'company_name', 'login_allowed_ips'],
  users: [
    'user_name',
    'email',
    'role',
    'agency',
    'password',
    'second_factor',
    'authenticator_app',
    'recovery_codes',
    'passkey',
    'remembered_device',
    'sessions',
    'single_sign_on',
    'provisioned',
    'scim_user_name',
    'external_id',
  ],
  invitations: ['email', 'role', 'agency', 'locale', 'expires_at', 'accepted'],
  roles: ['role_name', 'role_code', 'base'],
  apiKeys: ['name', 'products', 'expires_at', 'secret', 'previous_secret_until'],
  products: ['conversion_key', 'previous_conversion_key_until', 'sample_data'],
  asps: ['resent', 'paused_at'],
  boardLinks: ['board_id', 'product_id', 'name', 'title', 'brand', 'locale', 'expires_at'],
  provisionedGroups: ['display_name', 'external_id', 'added_members', 'removed_members'],
  recomputations: ['period', 'made', 'moved', 'rejudged', 'ended'],
  erasures: ['product_id'],
};

test.each(LOCALES)('every field that is recorded has a label in %s', async locale => {
  const written = Object.fromEntries(
    ([...entities, dayNotes, reportBoards, savedViews] as unknown as readonly Entity[]).map(entity => [
      entity.name,
      writtenFields(entity).map(([field]) => field),
    ]),
  ) as Readonly<Record<string, readonly string[]>>;
  const unnamed: string[] = [];
  for (const entity of CHANGED_LISTS) {
    const { fields, parted } = await loadRecordedForm(entity);
    const among = textsOf(entity, locale);
    for (const name of [...(written[entity] ?? []), ...(OWN_FIELDS[entity] ?? [])])
      if (name !== parted && recordedLabel(recordedField(name, fields), among) === name)
        unnamed.push(`${entity}.${name}`);
  }
  expect(unnamed).toEqual([]);
});
