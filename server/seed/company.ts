import { hashPassword } from '../accounts/passwords.ts';
import type { Dependencies } from '../dependencies.ts';
import { grantSeedProducts, insertSeedRows } from '../store/postgres/companies/seed.ts';
import { NETWORKS } from './networks.ts';
import { AGENCIES, SYSTEM_ROLES, USERS } from './people.ts';
import type { PlacedCompany } from './placed.ts';
import { networkRow } from './network-rows.ts';
import type { AdPlan } from './plan.ts';
import { AD_TYPES, CATEGORIES } from './groupings.ts';
import { PRODUCTS, type ProductPlan } from './products.ts';
import { ANALYSES, DELIVERIES, SYNCS } from './settings.ts';

const only = (keys: readonly number[]): number => {
  const [key] = keys;
  if (key === undefined) throw new Error('a row was not stored');
  return key;
};

/** Stores the three built-in roles of a company. @returns their ids by code */
export const storeRoles = async (
  db: Dependencies['db'],
  companyId: number,
): Promise<Record<(typeof SYSTEM_ROLES)[number]['code'], number>> => {
  const keys = await insertSeedRows(
    db,
    'role',
    SYSTEM_ROLES.map(role => ({
      companyId,
      name: role.name,
      code: role.code,
      base: role.code,
      permissions: role.permissions,
    })),
  );
  return Object.fromEntries(SYSTEM_ROLES.map((role, i) => [role.code, keys[i]!])) as Awaited<
    ReturnType<typeof storeRoles>
  >;
};

type Database = Dependencies['db'];

const storeCompanyRow = async (db: Database, code: string): Promise<number> =>
  only(
    await insertSeedRows(db, 'company', [
      {
        code,
        name: '株式会社デモ・マーケティング',
        departmentName: 'デジタル広告部',
        contactName: '佐藤 美咲',
        contactMail: 'admin@demo.example',
      },
    ]),
  );

/** Stores agencies and users with their roles. */
const storePeople = async (db: Database, companyId: number, passwordOf: (email: string) => string) => {
  const roles = await storeRoles(db, companyId);
  const agencyIds = await insertSeedRows(
    db,
    'agency',
    AGENCIES.map(agency => ({ companyId, name: agency.name, description: agency.description })),
  );
  const passwords = await Promise.all(USERS.map(({ email }) => hashPassword(passwordOf(email))));
  const userIds = await insertSeedRows(
    db,
    'user',
    USERS.map((user, i) => ({
      companyId,
      name: user.name,
      email: user.email,
      password: passwords[i]!,
      roleId: roles[user.role],
      agencyId: user.agency === null ? null : agencyIds[user.agency]!,
    })),
  );
  return { agencyIds, userIds };
};

const productRow = (companyId: number, product: ProductPlan) => ({
  companyId,
  name: product.name,
  domain: product.domain,
  url: `https://${product.domain}/`,
  trackingTerm: product.trackingTerm,
  excludedIps: [...product.excludedIps],
  weekStart: product.weekStart,
  attributionModel: product.attributionModel,
  adCostLinkage: product.adCostLinkage,
  adCostAllocationMode: product.adCostAllocationMode,
});

/** Stores the products with their networks and the products granted to agencies. */
const storeProducts = async (db: Database, companyId: number, agencyIds: readonly number[]) => {
  const productIds = await insertSeedRows(
    db,
    'product',
    PRODUCTS.map(product => productRow(companyId, product)),
  );
  await grantSeedProducts(
    db,
    AGENCIES.flatMap((agency, a) =>
      agency.products.map(p => ({ companyId, agencyId: agencyIds[a]!, productId: productIds[p]! })),
    ),
  );
  const networkIds = await insertSeedRows(
    db,
    'asp',
    NETWORKS.map((network, n) => ({
      ...networkRow(network, n),
      companyId,
      productId: productIds[network.product]!,
    })),
  );
  return { productIds, networkIds };
};

/** Stores the categories and types of a product's ads. */
const storeAdGroups = async (db: Database, companyId: number, productId: number) => {
  const categoryIds = await insertSeedRows(
    db,
    'adCategory',
    CATEGORIES.map(category => ({ companyId, productId, kind: category.code, name: category.name })),
  );
  const typeIds: number[][] = [];
  for (const [s, titles] of AD_TYPES.entries())
    typeIds.push(
      await insertSeedRows(
        db,
        'adType',
        titles.map(title => ({ companyId, productId, sequence: s + 1, title })),
      ),
    );
  return { categoryIds, typeIds };
};

/** Stores the CV settings and senders of a product. @returns the ids of the CV settings */
const storeMeasurement = async (
  db: Database,
  companyId: number,
  productId: number,
  product: ProductPlan,
): Promise<number[]> => {
  const cvSettingIds = await insertSeedRows(
    db,
    'cvSetting',
    product.cvSettings.map(setting => ({
      companyId,
      productId,
      name: setting.name,
      cvType: setting.cvType,
      cvCondition: setting.cvCondition,
      cvPageUrl: setting.cvPageUrl,
      routePageUrl: setting.routePageUrl ?? '',
      buttonSelector: setting.buttonSelector ?? '',
    })),
  );
  await insertSeedRows(
    db,
    'crossdomainSetting',
    product.crossdomains.map(sender => ({ companyId, productId, ...sender })),
  );
  return cvSettingIds;
};

/** Stores the settings of a product. */
const storeSettings = async (db: Database, companyId: number, productId: number, product: ProductPlan) => {
  const cvSettingIds = await storeMeasurement(db, companyId, productId, product);
  const syncIds = await insertSeedRows(
    db,
    'syncSetting',
    SYNCS.map(setting => ({ ...setting, companyId, productId })),
  );
  await insertSeedRows(
    db,
    'reportDelivery',
    DELIVERIES.map(setting => ({ ...setting, companyId, productId })),
  );
  await insertSeedRows(
    db,
    'analyzeSetting',
    ANALYSES.map(setting => ({ ...setting, companyId, productId })),
  );
  return { cvSettingIds, syncIds };
};

type AdGroups = Awaited<ReturnType<typeof storeAdGroups>>;
/** Stores the ads with their redirects. @param groups categories and types by product */
const storeAds = async (
  db: Database,
  { companyId, productIds, networkIds }: Pick<PlacedCompany, 'companyId' | 'productIds' | 'networkIds'>,
  agencyIds: readonly number[],
  groups: readonly AdGroups[],
  ads: readonly AdPlan[],
): Promise<PlacedCompany['ads']> => {
  const adIds = await insertSeedRows(
    db,
    'ad',
    ads.map(ad => {
      const { categoryIds, typeIds } = groups[ad.product]!;
      return {
        ...ad.row,
        companyId,
        productId: productIds[ad.product]!,
        adCategoryId: categoryIds[ad.category]!,
        adType1Id: typeIds[0]![ad.types[0]]!,
        adType2Id: typeIds[1]![ad.types[1]]!,
        adType3Id: typeIds[2]![ad.types[2]]!,
        aspId: ad.network === null ? null : networkIds[ad.network]!,
        agencyId: ad.agency === null ? null : agencyIds[ad.agency]!,
      };
    }),
  );
  const redirects = ads.flatMap((ad, i) =>
    ad.redirects.map(redirect => ({
      ...redirect,
      companyId,
      productId: productIds[ad.product]!,
      adId: adIds[i]!,
    })),
  );
  const redirectIds = await insertSeedRows(db, 'redirect', redirects);
  let at = 0;
  return ads.map((plan, i) => ({
    plan,
    id: adIds[i]!,
    redirectIds: redirectIds.slice(at, (at += plan.redirects.length)),
  }));
};

/** Stores the users and settings of the demo company. Call in a transaction. */
export const storeCompany = async (
  db: Database,
  code: string,
  ads: readonly AdPlan[],
  passwordOf: (email: string) => string,
): Promise<PlacedCompany> => {
  const companyId = await storeCompanyRow(db, code);
  const { agencyIds, userIds } = await storePeople(db, companyId, passwordOf);
  const { productIds, networkIds } = await storeProducts(db, companyId, agencyIds);
  const groups: AdGroups[] = [];
  const cvSettingIds: number[][] = [];
  const syncIds: number[][] = [];
  for (const [p, product] of PRODUCTS.entries()) {
    groups.push(await storeAdGroups(db, companyId, productIds[p]!));
    const settings = await storeSettings(db, companyId, productIds[p]!, product);
    cvSettingIds.push(settings.cvSettingIds);
    syncIds.push(settings.syncIds);
  }
  const placed = { companyId, productIds, userIds, networkIds, cvSettingIds, syncIds };
  return { ...placed, ads: await storeAds(db, placed, agencyIds, groups, ads) };
};

/**
 * Stores a product of its own with ads and CV settings, but no networks, agencies and schedules. Call in a transaction.
 * @param ads ads of the plan's first product
 */
export const storeSampleProduct = async (
  db: Database,
  companyId: number,
  product: ProductPlan,
  ads: readonly AdPlan[],
): Promise<PlacedCompany> => {
  const productId = only(await insertSeedRows(db, 'product', [productRow(companyId, product)]));
  const groups = await storeAdGroups(db, companyId, productId);
  const cvSettingIds = [await storeMeasurement(db, companyId, productId, product)];
  const placed = {
    companyId,
    productIds: [productId],
    userIds: [],
    networkIds: [],
    cvSettingIds,
    syncIds: [],
  };
  return { ...placed, ads: await storeAds(db, placed, [], [groups], ads) };
};
