import type { TSchema } from '@fastify/type-provider-typebox';
import { entities } from '../../server/entities/entities.ts';
import type { Draft, Entity, Reference, Writing } from '../../server/records/entity.ts';
import type { EntityName } from '../../server/store/postgres/entities/entity-sources.ts';
import type { Shelf, Tenant } from './tenants.ts';

/** Forms of entities with rules between fields, or with values that other tests name. */
const exampleForms = (tenant: Tenant, shelf: Shelf): Partial<Record<EntityName, Draft>> => {
  const { product: product_id } = shelf;
  const landing = {
    lpo_flag: false,
    lpo_entries: [
      { title: '一', url: 'https://shop.example/1', rate: 33.33 },
      { title: '', url: 'https://shop.example/2', rate: 66.67 },
    ],
    dynamic_lpurl: false,
  };
  return {
    companies: {
      company_name: '会社 é',
      department_name: '広告部',
      contact_name: '佐藤',
      contact_mail: 'sato@acme.example',
      login_allowed_ips: ['127.0.0.1', '2001:db8::/32'],
      second_factor: 0,
    },
    agencies: { agency_name: '代理店', description: '運用', products: [product_id] },
    products: {
      name: '商品',
      domain: 'shop.example',
      url: 'https://shop.example/',
      tracking_term: 180,
      excluded_ips: ['203.0.113.0/24'],
      shorten_ips: true,
      retention_days: 400,
      week_start: 0,
      attribution_model: 1,
      ad_cost_linkage: false,
      ad_cost_allocation_mode: 1,
      conversion_key_required: true,
      conversion_addresses: ['203.0.113.7'],
      unique_result_identifiers: 1,
      decision_hold_seconds: 10,
      max_conversion_amount: 100_000,
      max_visitor_conversions_per_hour: 5,
    },
    ads: {
      product_id,
      name: '広告',
      ad_post_url: 'https://media.example/',
      ad_description: '説明',
      ad_category: shelf.category,
      ad_type1: shelf.type,
      ad_type2: null,
      ad_type3: null,
      asp: shelf.asp,
      agency: tenant.agencies[0],
      period_from: '2026-01-31',
      period_to: null,
      redirect_url: 'https://shop.example/lp?q=é',
      direct_link: false,
      ...landing,
      performance_cv_flag: true,
      click_cost: 12.5,
      cv_cost: 1000,
      ad_fee: 0,
      args: 'order',
      own_parameters: false,
      parameters: { xclid: 'clid', media_session: null },
      own_result_notice: false,
      result_flag: 0,
      own_auto_approval: false,
      auto_approval: {
        auto_approval: true,
        approval_amount: false,
        approval_args: true,
        exclude_duplicate_ips: 30,
        exclude_duplicate_args: false,
      },
    },
    redirects: {
      product_id,
      ad_id: shelf.ads[0],
      redirect_url: 'https://shop.example/lp',
      redirect_flag: true,
      ...landing,
    },
    asps: {
      product_id,
      asp_name: 'ネット',
      company_name: '株式会社',
      phone_number: '03-1234-5678',
      address: '東京都',
      description: '',
      xclid_flag: false,
      xclid_name: 'a_xclid',
      media_session_flag: false,
      media_session_name: 'a_ses',
      media_management1_flag: false,
      media_management1_name: 'a_key1',
      media_management2_flag: false,
      media_management2_name: 'a_key2',
      media_management3_flag: false,
      media_management3_name: 'a_key3',
      measurement_tag: '<img src="https://n.example/">',
      result_flag: 0,
      result_method: 2,
      cv_tag: '<img>',
      webhook_url: 'https://n.example/cv?id={xclid}',
      webhook_style: 0,
      webhook_secret: '',
      performance_cv_flag: false,
      unapproved_value: '0',
      approved_value: '1',
      rejected_value: '2',
      auto_approval: false,
      approval_amount: false,
      approval_args: false,
      exclude_duplicate_ips: 30,
      exclude_duplicate_args: false,
    },
    cvSettings: {
      product_id,
      name: '購入',
      cv_type: 1,
      cv_condition: 3,
      route_page_url: '/cart',
      cv_page_url: 'shop.example/thanks',
      button_selector: '#buy',
    },
    syncSettings: {
      product_id,
      name: '費用',
      kind: 'costs',
      source_url: 'https://n.example/costs.csv',
      format: 'csv',
      mapping: { day: '日付' },
      schedule: 'none',
      hour: 6,
    },
    reportDeliveries: {
      product_id,
      name: '週報',
      analyze_page: 'attribution',
      query: '',
      address: '',
      format: 'xlsx',
      locale: 'ja',
      schedule: 'none',
      hour: 8,
      recipients: ['a@shop.example'],
    },
    identityProviders: {
      name: '社内ID é',
      issuer: 'https://login.acme.example',
      client_id: 'touchpath',
      client_secret: 'a-client-secret',
      requested_scopes: 'openid email profile',
      email_domains: ['acme.example'],
      unstated_emails: false,
      group_claim: 'groups',
      default_role: null,
      forced: false,
      emergency_emails: [],
    },
    groupRoles: { group_name: '社員 é', role: tenant.roles.user, priority: 100 },
    analyzeSettings: {
      product_id,
      analyze_page: 'term',
      name: '分析',
      metrics: ['cv', 'clicks'],
      axes: ['ad'],
      hidden_metrics: ['roi'],
      chart: 'none',
    },
  };
};

/** The fault that an entity's rules report for a value that is valid for its field alone. */
const RULED: Partial<Record<EntityName, (name: string, value: unknown) => string | null>> = {
  // The administrator of the suite has no second factor.
  companies: (name, value) => (name === 'second_factor' && value !== 0 ? 'without_second_factor' : null),
  cvSettings: (name, value) => {
    if (name === 'button_selector') return value === '' ? 'required' : null;
    // A text of emoji only is no host.
    return name === 'cv_page_url' && typeof value === 'string' && value !== '' ? 'page_pattern' : null;
  },
  syncSettings: (name, value) =>
    name === 'source_url' && value === 'http://a.example' ? 'format_url' : null,
  // Addresses of reports have no such characters.
  reportDeliveries: (name, value) =>
    ((name === 'query' || name === 'address') && value !== '') ||
    (name === 'analyze_page' && value === 'board')
      ? 'format'
      : null,
  // The company already has a custom analysis for this page.
  analyzeSettings: (name, value) => (name === 'analyze_page' && value === 'effect' ? 'taken' : null),
};
export const faultByRule = ({ name }: Entity, field: string, value: unknown): string | null =>
  RULED[name]?.(field, value) ?? null;

interface Words {
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly $ref?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Words;
}

/** For each format, its longest value, and valid and invalid ones. */
const SPELT: Readonly<
  Record<
    string,
    {
      readonly atMaxLength: (length: number) => string;
      readonly right: readonly string[];
      readonly wrong: readonly string[];
      readonly fault: string;
    }
  >
> = {
  url: {
    atMaxLength: length => `https://a.example/${'é'.repeat(length - 18)}`,
    right: ['http://a.example', 'https://日本語.example/検索?q=1#x', 'https://[2001:db8::1]:8443/{xclid}'],
    wrong: [
      'a.example',
      'ftp://a.example/',
      'javascript:alert(1)',
      'https://',
      'https://a b.example/',
      '//a.example/',
      'https://user:pass@a.example/',
    ],
    fault: 'format_url',
  },
  domain: {
    atMaxLength: () => `${`${'a'.repeat(49)}.`.repeat(5)}exa`,
    right: ['shop.example', 'a-b.shop.example', '日本語.example', 'xn--wgv71a.example'],
    wrong: [
      'https://shop.example',
      'shop',
      'shop.example/x',
      'shop..example',
      '-shop.example',
      'shop.example:80',
      '.example',
    ],
    fault: 'format_domain',
  },
  email: {
    atMaxLength: length =>
      `${'a'.repeat(60)}@${`${'b'.repeat(46)}.`.repeat(4)}${'c'.repeat(length - 61 - 188)}`,
    right: ['a+b@shop.example', 'a..b@shop.example'],
    wrong: ['a', 'a@b', 'a@@shop.example', '佐藤@shop.example', 'a b@shop.example'],
    fault: 'format_email',
  },
  phone: {
    atMaxLength: () => '+81 (90) 1234-5-6-78',
    right: ['03-1234-5678', '0312345678', '03(1234)5678'],
    wrong: ['電話', '03-12-34x', '1234', '--------'],
    fault: 'format_phone',
  },
  'address-range': {
    atMaxLength: () => '2001:db8:1111:2222:3333:4444:255.255.255.255/128',
    right: ['10.0.0.0/8', '::1', '0.0.0.0/0'],
    wrong: ['10.0.0.256', '10.0.0.0/33', 'shop.example', '::1/129', '010.1.1.1'],
    fault: 'format_ip',
  },
  date: {
    atMaxLength: () => '9999-12-31',
    right: ['2028-02-29'],
    wrong: ['2026-02-30', '0000-01-01', '0000-02-29', '2026/02/28', '', '2026-2-3', 'today'],
    fault: 'format_date',
  },
};

/** A row of the company that a reference to another entity may name. */
const referencedRow = (to: EntityName, { agencies }: Tenant, shelf: Shelf): number | null => {
  const rows: Partial<Record<EntityName, number>> = {
    products: shelf.product,
    ads: shelf.ads[0],
    redirects: shelf.redirects[0],
    asps: shelf.asp,
    cvSettings: shelf.cvSetting,
    adCategories: shelf.category,
    adTypes: shelf.type,
    agencies: agencies[0],
  };
  return rows[to] ?? null;
};

/** A valid value for a field: a text that is not blank, or the initial value. */
const exampleValue = ({ schema, required, initial }: Writing): unknown => {
  const { type, enum: choices, format = '', maxLength = 100, minimum = 0 } = schema as Words;
  if (type === 'string') return choices?.[0] ?? SPELT[format]?.right[0] ?? '名称 é'.slice(0, maxLength);
  if (!required) return initial;
  return choices?.[0] ?? { boolean: true, array: [], integer: minimum, number: minimum }[type ?? ''] ?? null;
};

const derivedForm = (entity: Entity, tenant: Tenant, shelf: Shelf): Draft => {
  const references: Partial<Readonly<Record<string, Reference>>> = entity.writing?.references ?? {};
  return Object.fromEntries(
    Object.entries(entity.fields).flatMap(([name, { write }]) => {
      const reference = references[name];
      if (write === undefined) return [];
      return [[name, reference ? referencedRow(reference.to, tenant, shelf) : exampleValue(write)]];
    }),
  );
};

const entityOf = new Map((entities as unknown as readonly Entity[]).map(entity => [entity.name, entity]));

/**
 * A form of an entity with all of its fields. Each field can be changed within its bounds without making the
 * form invalid. It is derived from the schemas unless {@link exampleForms} contains it.
 */
export const completeForm = (name: EntityName, tenant: Tenant, shelf: Shelf): Draft => {
  const example = exampleForms(tenant, shelf)[name];
  if (example !== undefined) return example;
  const entity = entityOf.get(name);
  if (entity === undefined) throw new Error(`There is no entity ${name}.`);
  return derivedForm(entity, tenant, shelf);
};

/** A value and the fault that it causes, or null for a valid value. */
export type Bound = readonly [value: unknown, fault: string | null];

const boundsOfText = ({
  enum: choices,
  format = '',
  minLength = 0,
  maxLength = Infinity,
}: Words): Bound[] => {
  if (choices !== undefined)
    return [
      ...choices.map((choice): Bound => [choice, null]),
      ['nonsense', 'choice'],
      ['', 'choice'],
      [1, 'type'],
    ];
  const spelt = SPELT[format];
  const required: readonly Bound[] = [
    ['', 'required'],
    ['   ', spelt ? spelt.fault : 'required'],
  ];
  const optional: readonly Bound[] = format === 'date' ? [] : [['', null]];
  const blanks = minLength > 0 ? required : optional;
  return [
    [1, 'type'],
    [[], 'type'],
    [{}, 'type'],
    ['\0', 'text'],
    ['\ud800', 'text'],
    ...(maxLength === Infinity
      ? []
      : ([
          ['x'.repeat(maxLength + 1), 'too_long'],
          [spelt ? spelt.atMaxLength(maxLength) : '😀'.repeat(maxLength), null],
        ] as const)),
    ...blanks,
    ...(spelt?.right ?? []).map((value): Bound => [value, null]),
    ...(spelt?.wrong ?? []).map((value): Bound => [value, spelt?.fault ?? '']),
  ];
};

/** The faults of wrongly written numbers, and of the first integer that is too large, by format. */
const MISSPELT: Readonly<Record<string, { readonly fault: string; readonly tooLarge: string }>> = {
  'cv-cost': { fault: 'cv_cost', tooLarge: 'cv_cost' },
  'click-cost': { fault: 'click_cost', tooLarge: 'click_cost' },
  'ad-fee': { fault: 'ad_fee', tooLarge: 'ad_fee' },
  rate: { fault: 'rate', tooLarge: 'maximum' },
};

const boundsOfNumber = ({ type, enum: choices, format, minimum = 0, maximum = 0 }: Words): Bound[] => {
  const wrong = type === 'integer' ? 'integer' : 'type';
  const spelt = MISSPELT[format ?? ''];
  if (choices !== undefined)
    return [
      ...choices.map((choice): Bound => [choice, null]),
      [Math.max(...choices.map(Number)) + 1, 'choice'],
      [-1, 'choice'],
      ['1', wrong],
      [0.5, wrong],
    ];
  return [
    [minimum, null],
    [maximum, null],
    [minimum - 1, minimum === 1 ? 'positive' : 'minimum'],
    [Math.floor(maximum) + 1, spelt?.tooLarge ?? 'maximum'],
    ['1', wrong],
    [true, wrong],
    ...(type === 'integer' ? ([[minimum + 0.5, 'integer']] as const) : []),
    ...(spelt === undefined
      ? []
      : ([
          [0.01, null],
          [0.29, null],
          [0.001, spelt.fault],
        ] as const)),
  ];
};

/**
 * Valid values at the bounds of a field's schema, and invalid ones beyond. References have no value that is
 * valid by itself.
 */
export const boundsOf = (schema: TSchema): Bound[] => {
  const words = schema as Words;
  const none: Bound = [null, words.nullable === true ? null : 'required'];
  switch (words.type) {
    case 'string':
      return [none, ...boundsOfText(words)];
    case 'integer':
    case 'number': {
      const found = boundsOfNumber(words);
      return [
        none,
        ...(words.maximum === 2_147_483_647 ? found.filter(([, fault]) => fault !== null) : found),
      ];
    }
    case 'boolean':
      return [none, [true, null], [false, null], ['true', 'type'], [1, 'type']];
    case 'array':
      return [none, ...boundsOfList(words)];
    default:
      return words.$ref === undefined
        ? [none, ['x', 'type'], [[], 'type']]
        : [
            ['x', 'type'],
            [[], 'type'],
          ];
  }
};

const boundsOfList = ({ items = {}, maxItems = Infinity, uniqueItems }: Words): Bound[] => {
  const rows = items.type === 'integer';
  const some =
    items.$ref === undefined
      ? boundsOf(items as TSchema)
          .filter(([, fault]) => fault === null)
          .map(([value]) => value)
      : [{ title: '', url: 'https://a.example/', rate: 20 }];
  const filled = (length: number) =>
    Array.from({ length }, (_, n) => (uniqueItems ? some[n % some.length] : some[0]));
  return [
    ['x', 'type'],
    [{}, 'type'],
    ...(rows
      ? []
      : ([
          [[], null],
          [[null], 'required'],
        ] as const)),
    ...(maxItems < 2000 && !rows
      ? ([
          [filled(maxItems + 1), 'too_many'],
          [filled(Math.min(maxItems, uniqueItems ? some.length : maxItems)), null],
        ] as const)
      : []),
    ...(uniqueItems && !rows ? ([[[some[0], some[0]], 'duplicate']] as const) : []),
  ];
};

/** The fields of an entity's form with their schemas. */
export const formFields = (entity: Entity): [name: string, schema: TSchema][] =>
  Object.entries(entity.fields).flatMap(([name, { write }]) =>
    write === undefined ? [] : [[name, write.schema]],
  );
