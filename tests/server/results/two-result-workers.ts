import * as fc from 'fast-check';
import { NETWORK_NOT_RECORDED, NO_NETWORK } from '../../../server/platform/contact-network.ts';
import type {
  AdRules,
  ConversionFacts,
  ApprovalRules,
  NetworkRules,
  PathContact,
  Rules,
} from '../../../server/results/derive.ts';
import { firstIdAt } from '../../../server/platform/ids.ts';
import type { Dependencies, ProductDependencies } from '../../../server/dependencies.ts';
import * as schema from '../../../server/store/postgres/schema/index.ts';
import { insertSeedRows } from '../../../server/store/postgres/companies/seed.ts';

/**
 * Hostile values by default: another script, characters with a meaning in URLs and HTML, and no value left at
 * zero.
 */
export const conversionFacts = (over: Partial<ConversionFacts> = {}): ConversionFacts => ({
  conversionId: '900',
  productId: 1,
  cvType: 1,
  ts: Date.UTC(2026, 1, 28, 14, 59, 59, 999),
  bot: false,
  ip: '::ffff:100.64.1.2',
  args: '注文-é&1',
  userId: 'ü',
  otherKey1: '{key1}',
  otherKey2: '',
  otherKey3: '<b>',
  amount: 5_480,
  exceededLimits: null,
  unreadableValues: 0,
  ...over,
});

export const pathContact = (adId: number, over: Partial<PathContact> = {}): PathContact => ({
  interactionId: String(adId * 10),
  adId,
  aspId: NETWORK_NOT_RECORDED,
  ts: Date.UTC(2026, 1, 1),
  xclid: '',
  mediaSessionId: 's é',
  mediaManagement1: '媒体',
  mediaManagement2: 'k&2=',
  mediaManagement3: '',
  ...over,
});

const off: ApprovalRules = {
  approveAutomatically: false,
  judgeAmount: false,
  judgeArgs: false,
  excludeDuplicateIps: 0,
  excludeDuplicateArgs: false,
};

export const network = (id: number, over: Partial<NetworkRules> = {}): NetworkRules => ({
  id,
  productId: 1,
  status: true,
  resultFlag: 1,
  performanceCvFlag: false,
  ...off,
  ...over,
});
export const ad = (id: number, aspId: number | null, over: Partial<AdRules> = {}): AdRules => ({
  id,
  aspId,
  performanceCvFlag: true,
  cvCost: 1_000,
  ownResultNotice: false,
  resultFlag: 0,
  ownAutoApproval: false,
  autoApproval: null,
  ...over,
});
export const rulesOf = (networks: readonly NetworkRules[], ads: readonly AdRules[]): Rules => ({
  networks: new Map(networks.map(row => [row.id, row])),
  ads: new Map(ads.map(row => [row.id, row])),
});
export const judgings: fc.Arbitrary<ApprovalRules> = fc.record({
  approveAutomatically: fc.boolean(),
  judgeAmount: fc.boolean(),
  judgeArgs: fc.boolean(),
  excludeDuplicateIps: fc.constantFrom(0, 1, 30),
  excludeDuplicateArgs: fc.boolean(),
});

/**
 * Random settings of six ASPs (one of another product) and eight ads, random paths over these ads and an unknown one,
 * whose contacts had any of the ASPs, an unknown one or none, and random networks of existing results by ad.
 */
export const situations = fc
  .record({
    networks: fc.tuple(
      ...[1, 2, 3, 4, 5, 6].map(id =>
        fc
          .record({
            id: fc.constant(id),
            productId: fc.constant(id === 6 ? 2 : 1),
            status: fc.boolean(),
            resultFlag: fc.constantFrom(0, 1, 2),
            performanceCvFlag: fc.boolean(),
            judging: judgings,
          })
          .map(({ judging, ...rest }): NetworkRules => ({ ...rest, ...judging })),
      ),
    ),
    ads: fc.tuple(
      ...[1, 2, 3, 4, 5, 6, 7, 8].map(id =>
        fc.record({
          id: fc.constant(id),
          aspId: fc.constantFrom(null, 1, 2, 3, 4, 5, 6),
          performanceCvFlag: fc.boolean(),
          cvCost: fc.constantFrom(0, 0.5, 99_999_999.99),
          ownResultNotice: fc.boolean(),
          resultFlag: fc.constantFrom(0, 1, 2),
          ownAutoApproval: fc.boolean(),
          autoApproval: fc.option(judgings),
        }),
      ),
    ),
    path: fc.array(
      fc.record({
        adId: fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8, 404),
        aspId: fc.constantFrom(NO_NETWORK, NETWORK_NOT_RECORDED, 1, 2, 3, 4, 5, 6, 404),
      }),
      { maxLength: 9 },
    ),
    existing: fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 6 })), {
      maxLength: 2,
    }),
  })
  .map(({ networks, ads, path, existing }) => ({
    rules: rulesOf(networks, ads),
    path: path.map(({ adId, aspId }, i) =>
      pathContact(adId, { aspId, interactionId: String(i + 1), ts: 1_000 + i }),
    ),
    existing: new Map(existing),
  }));

export interface Shop {
  readonly companyId: number;
  readonly userId: number;
  readonly productId: number;
  readonly networkIds: number[];
  readonly adIds: number[];
}

type NetworkRow = Parameters<typeof insertSeedRows<'asp'>>[2][number];
type AdRow = Parameters<typeof insertSeedRows<'ad'>>[2][number];
let shops = 0;
const one = (keys: readonly number[]): number => keys[0]!;

/** Creates a company with a product, a user, and ASPs with one ad each. */
export const createShop = async (
  { db }: Pick<Dependencies, 'db'>,
  networks: readonly Partial<NetworkRow>[],
  ads: readonly Partial<AdRow>[] = [],
  product: {
    trackingTerm?: number;
    excludedIps?: string[];
    maxConversionAmount?: number;
    maxVisitorConversionsPerHour?: number;
    conversionKeyRequired?: boolean;
  } = {},
): Promise<Shop> => {
  const n = ++shops;
  const companyId = one(await insertSeedRows(db, 'company', [{ code: `shop-${n}`, name: '株式会社é' }]));
  const levels = {
    access_log: 'none',
    interaction_log: 'none',
    cv_log: 'none',
    result_notification_log: 'none',
    result_queue: 'none',
    cv_approval: 'write',
  } as const;
  const roleId = one(
    await insertSeedRows(db, 'role', [
      { companyId, name: '管理', code: 'admin', base: 'admin', permissions: levels },
    ]),
  );
  const userId = one(
    await insertSeedRows(db, 'user', [
      { companyId, name: 'é', email: `a${n}@shop.example`, password: '-', roleId },
    ]),
  );
  const productId = one(
    await insertSeedRows(db, 'product', [
      {
        companyId,
        name: '商品',
        domain: 'shop.example',
        url: 'https://shop.example/',
        trackingTerm: 30,
        ...product,
      },
    ]),
  );
  const networkIds = await insertSeedRows(
    db,
    'asp',
    networks.map((row, i) => ({ name: `網${i}`, resultFlag: 1, ...row, companyId, productId })),
  );
  const adIds = await insertSeedRows(
    db,
    'ad',
    networkIds.map((aspId, i) => ({
      name: `広告${i}`,
      redirectUrl: 'https://shop.example/',
      cvCost: 100 * (i + 1),
      ...ads[i],
      companyId,
      productId,
      aspId,
    })),
  );
  return { companyId, userId, productId, networkIds, adIds };
};

let events = 0;
/** Ids that sort by time, as the server gives them, and never repeat. */
const eventId = (ts: number): string => (firstIdAt(ts) | BigInt(++events)).toString();

/** Stores a contact in the columnar store and returns its id. */
export const storeContact = async (
  { columnar }: Pick<ProductDependencies, 'columnar'>,
  row: {
    productId: number;
    adId: number;
    ts: number;
    visitorId?: string;
    bot?: 0 | 1;
    repeated?: 0 | 1;
    ip?: string;
    xclid?: string;
  },
): Promise<string> => {
  const {
    productId,
    adId,
    ts,
    visitorId = '18446744073709551615',
    bot = 0,
    repeated = 0,
    ip = '::ffff:100.64.1.2',
    xclid = '',
  } = row;
  const id = eventId(ts);
  await columnar.insert({
    table: 'contact',
    format: 'JSONEachRow',
    values: [
      {
        product_id: productId,
        visitor_id: visitorId,
        ts: new Date(ts).toISOString(),
        interaction_id: id,
        ad_id: adId,
        bot,
        repeated,
        ip,
        xclid,
        media_session_id: 'sé',
      },
    ],
  });
  return id;
};

interface ConversionRow {
  readonly productId: number;
  readonly ts: number;
  readonly visitorId?: string;
  readonly cvType?: 0 | 1;
  readonly bot?: 0 | 1;
  readonly ip?: string;
  readonly args?: string;
  readonly amount?: number;
  readonly id?: string;
  readonly origin?: 'url' | 'server';
  readonly unreadableValues?: number;
}

/** Stores conversions in the columnar store in one insert and returns their ids. */
export const storeConversions = async (
  { columnar }: Pick<ProductDependencies, 'columnar'>,
  rows: readonly ConversionRow[],
): Promise<string[]> => {
  const values = rows.map(
    ({
      productId,
      ts,
      visitorId = '18446744073709551615',
      cvType = 1,
      bot = 0,
      ip = '::ffff:100.64.1.2',
      args = '注文1',
      amount = 5_480,
      id = eventId(ts),
      origin = 'url',
      unreadableValues = 0,
    }) => ({
      product_id: productId,
      visitor_id: visitorId,
      ts: new Date(ts).toISOString(),
      conversion_id: id,
      cv_type: cvType,
      origin,
      bot,
      ip,
      args,
      amount,
      user_id: '会員',
      unreadable_values: unreadableValues,
    }),
  );
  await columnar.insert({ table: 'conversion', format: 'JSONEachRow', values });
  return values.map(value => value.conversion_id);
};

/** Stores a conversion in the columnar store and returns its id. */
export const storeConversion = async (
  parts: Pick<ProductDependencies, 'columnar'>,
  row: ConversionRow,
): Promise<string> => (await storeConversions(parts, [row]))[0]!;

/**
 * Removes conversions and all data made from them. A database for each test would take longer than most
 * tests.
 */
export const forgetResults = async ({
  db,
  columnar,
}: Pick<ProductDependencies, 'db' | 'columnar'>): Promise<void> => {
  await db.transaction(async tx => {
    await tx.execute("set local touchpath.removes_company = 'yes'");
    for (const table of [
      schema.notificationAttempt,
      schema.notification,
      schema.decision,
      schema.result,
      schema.bookmark,
    ])
      await tx.delete(table);
  });
  for (const table of ['contact', 'conversion']) await columnar.command({ query: `TRUNCATE TABLE ${table}` });
};
