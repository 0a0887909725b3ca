import type { ad, asp, LpoEntry } from '../store/postgres/schema/index.ts';
import { DAY } from '../platform/time.ts';
import { tokyoDate } from './calendar.ts';
import { NETWORKS, type NetworkPlan } from './networks.ts';
import { AGENCIES } from './people.ts';
import { AD_TYPES, CATEGORIES, PRODUCTS, type ProductPlan } from './products.ts';
import type { Random } from './random.ts';

/** A row without the columns that the store adds: id, tenant, and references, which the plan has as indices. */
type Row<Table extends { $inferInsert: object }> = Omit<
  Table['$inferInsert'],
  'companyId' | 'productId' | 'adCategoryId' | 'adType1Id' | 'adType2Id' | 'adType3Id' | 'aspId' | 'agencyId'
>;

export interface RedirectPlan {
  readonly redirectUrl: string;
  readonly redirectFlag: boolean;
  readonly lpoFlag: boolean;
  readonly lpoEntries: LpoEntry[];
  readonly dynamicLpUrl: boolean;
}

/** One ad: its row, its references (indices into the plan's tables), and its traffic. */
export interface AdPlan {
  readonly product: number;
  readonly row: Row<typeof ad>;
  readonly category: number;
  readonly types: readonly [number, number, number];
  readonly network: number | null;
  readonly agency: number | null;
  readonly redirects: readonly RedirectPlan[];
  readonly traffic: {
    /** Weights of the ad among first contacts, and among later contacts. */
    readonly first: number;
    readonly later: number;
    /** Factor of the conversion rate of its contacts. */
    readonly quality: number;
    /** Impressions per contact; 0: without an impression tag. */
    readonly impressions: number;
    /** Period in which the ad runs, in ms since 1970. */
    readonly from: number;
    readonly to: number;
  };
}

/** Parameters by category: weights of first and later contacts, quality, and costs. */
const KINDS = {
  brand: { first: 0.5, later: 3.2, quality: 2.3, impressions: 0, click: [18, 60], cv: [0, 0], fee: 0 },
  general: { first: 2.6, later: 1.1, quality: 1.0, impressions: 0, click: [90, 420], cv: [0, 0], fee: 0 },
  display: { first: 2.2, later: 0.8, quality: 0.45, impressions: 7, click: [12, 70], cv: [0, 0], fee: 0.25 },
  retargeting: {
    first: 0.05,
    later: 3.6,
    quality: 1.5,
    impressions: 6,
    click: [25, 110],
    cv: [0, 0],
    fee: 0,
  },
  affiliate: {
    first: 1.3,
    later: 1.5,
    quality: 1.7,
    impressions: 2,
    click: [0, 0],
    cv: [400, 4_800],
    fee: 0,
  },
  social: { first: 2.4, later: 0.8, quality: 0.6, impressions: 5, click: [20, 130], cv: [0, 600], fee: 0 },
  direct: { first: 0.7, later: 1.2, quality: 1.1, impressions: 0, click: [0, 0], cv: [0, 0], fee: 0.9 },
} as const;
const KIND_OF: readonly (keyof typeof KINDS)[] = [
  'brand',
  'general',
  'display',
  'retargeting',
  'affiliate',
  'social',
  'direct',
];
/** Share of each category among a product's ads. */
const SHARES: readonly number[] = [0.08, 0.27, 0.17, 0.08, 0.18, 0.14, 0.08];
/** First ad type by category: an index of AD_TYPES[0]. */
const FIRST_TYPES: readonly number[] = [2, 0, 0, 1, 0, 0, 0];
const MEDIA: readonly (readonly string[])[] = [
  ['検索 指名'],
  ['検索 一般', '検索 部分一致', 'Search'],
  ['バナー', 'Display', '動画枠'],
  ['リタゲ', 'カート離脱'],
  ['比較サイト', 'ポイントサイト', 'ブログ'],
  ['LINE型', '写真SNS', 'ショート動画', 'Influencer'],
  ['メルマガ', '純広告', 'DM QR'],
];

/** Integer percentages in proportion to weights, with a sum of 100. */
const percents = (weights: readonly number[]): number[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let passed = 0;
  return weights.map(weight => {
    const from = Math.round((passed / total) * 100);
    passed += weight;
    return Math.round((passed / total) * 100) - from;
  });
};

const lpoOf = (random: Random, product: ProductPlan, count: number): LpoEntry[] => {
  const landings = product.landings.slice(0, count);
  const rates = percents(landings.map((_, i) => (count === 1 ? 100 : random.integer(1, 6) * 10 + i)));
  return landings.map(([path, title], i) => ({
    title,
    url: `https://${product.domain}${path}`,
    rate: rates[i]!,
  }));
};

/** Row of an ad network. @param n index in NETWORKS */
export const networkRow = (plan: NetworkPlan, n: number): Row<typeof asp> => ({
  name: plan.name,
  companyName: plan.companyName,
  phoneNumber: `03-0000-${String(n + 1).padStart(4, '0')}`,
  address: '東京都千代田区（架空）',
  description: `見本のネットワーク ${n + 1}`,
  xclidFlag: plan.sends.xclid,
  mediaSessionFlag: plan.sends.session,
  mediaManagement1Flag: plan.sends.keys >= 1,
  mediaManagement2Flag: plan.sends.keys >= 2,
  mediaManagement3Flag: plan.sends.keys >= 3,
  resultFlag: plan.resultFlag,
  resultMethod: plan.resultMethod,
  performanceCvFlag: plan.performanceCvFlag,
  cvTag:
    plan.resultMethod === 1
      ? `<img src="https://network-${n + 1}.example/cv.gif?id={result_id}&amp;v={amount}&amp;st={status}" width="1" height="1" alt="">`
      : '',
  webhookUrl: plan.webhook === '' ? '' : `https://network-${n + 1}.example${plan.webhook}`,
  unapprovedValue: plan.statusValues[0],
  approvedValue: plan.statusValues[1],
  rejectedValue: plan.statusValues[2],
  approveAutomatically: plan.approveAutomatically,
  judgeAmount: plan.judgeAmount,
  judgeArgs: plan.judgeArgs,
  excludeDuplicateIps: plan.excludeDuplicateIps,
  excludeDuplicateArgs: plan.excludeDuplicateArgs,
});

/** Period of an ad. Some ads run for a limited period, over which their fee is spread. */
const spanOf = (random: Random, today: number, days: number, bounded: boolean) => {
  if (!bounded) return { from: -Infinity, to: Infinity, periodFrom: null, periodTo: null };
  const from = today - random.integer(5, days + 20) * DAY;
  const to = Math.min(from + random.integer(21, 90) * DAY, today + 40 * DAY);
  return { from, to, periodFrom: tokyoDate(from), periodTo: tokyoDate(to - 1) };
};

/** The properties of an ad that are drawn before its row is filled. */
interface AdOutline {
  readonly product: ProductPlan;
  readonly category: number;
  /** Rank among the ads of its category; 1 is the largest. */
  readonly rank: number;
  readonly network: number | null;
  readonly hasFee: boolean;
  readonly span: ReturnType<typeof spanOf>;
  readonly hasOwnApproval: boolean;
  readonly hasOwnParameters: boolean;
  readonly redirects: readonly [RedirectPlan, ...RedirectPlan[]];
  readonly isActive: boolean;
  readonly name: string;
}

const chooseNetwork = (random: Random, productIndex: number, category: number): number | null => {
  const networks = NETWORKS.flatMap((network, n) =>
    network.product === productIndex && network.kinds.includes(CATEGORIES[category]!.kind) ? [n] : [],
  );
  return networks.length > 0 && random.chance(0.93) ? random.choice(networks) : null;
};

const chooseAgency = (random: Random, productIndex: number): number | null => {
  const granted = AGENCIES.flatMap((agency, a) => (agency.products.includes(productIndex) ? [a] : []));
  return granted.length > 0 && random.chance(0.45) ? random.choice(granted) : null;
};

/** Redirects of an ad, the main one first. @param landing URL of its landing page */
const planRedirects = (
  random: Random,
  product: ProductPlan,
  landing: string,
): readonly [RedirectPlan, ...RedirectPlan[]] => {
  const lpo = () => lpoOf(random, product, random.integer(1, 5));
  const withLpo = random.chance(0.3);
  const main = {
    redirectUrl: landing,
    redirectFlag: !random.chance(0.04),
    lpoFlag: withLpo,
    lpoEntries: withLpo ? lpo() : [],
    dynamicLpUrl: random.chance(0.06),
  };
  if (!random.chance(0.12)) return [main];
  const second = {
    redirectUrl: `https://${product.domain}/`,
    redirectFlag: true,
    lpoFlag: true,
    lpoEntries: lpo(),
    dynamicLpUrl: false,
  };
  return [main, second];
};

/** A random cost between two bounds, in multiples of `step`; 0 if the upper bound is 0. */
const drawCost = (random: Random, [low, high]: readonly [number, number], step: number): number =>
  high === 0 ? 0 : Math.round((low + (high - low) * random.next()) / step) * step;

const rowOfAd = (
  random: Random,
  { product, category, rank, network, redirects: [main], ...outline }: AdOutline,
): AdPlan['row'] => {
  const kind = KINDS[KIND_OF[category]!];
  const { span, hasOwnApproval, hasOwnParameters } = outline;
  return {
    name: outline.name,
    adPostUrl: `https://media-${random.integer(1, 40)}.example/`,
    adDescription: '',
    redirectUrl: main.redirectUrl,
    periodFrom: span.periodFrom,
    periodTo: span.periodTo,
    directLink: random.chance(0.14),
    lpoFlag: main.lpoFlag,
    lpoEntries: main.lpoEntries,
    dynamicLpUrl: main.dynamicLpUrl,
    performanceCvFlag: category !== 0 && random.chance(0.9),
    clickCost: drawCost(random, kind.click, 0.5),
    cvCost: network === null ? 0 : drawCost(random, kind.cv, 50),
    adFee: outline.hasFee ? random.integer(6, 60) * 10_000 : 0,
    args: random.chance(0.1) ? `utm_campaign=${encodeURIComponent(`${product.brand}-${rank}`)}` : '',
    ownParameters: hasOwnParameters,
    parameters: hasOwnParameters ? { xclid: 'own_clid', media_session: 'own_ses' } : {},
    ownResultNotice: network !== null && random.chance(0.06),
    resultFlag: 1,
    ownAutoApproval: hasOwnApproval,
    ...(hasOwnApproval && {
      autoApproval: {
        approveAutomatically: random.chance(0.5),
        judgeAmount: true,
        judgeArgs: random.chance(0.5),
        excludeDuplicateIps: random.choice([0, 1, 30]),
        excludeDuplicateArgs: random.chance(0.5),
      },
    }),
    status: outline.isActive,
  };
};

const planAd = (
  random: Random,
  today: number,
  days: number,
  productIndex: number,
  category: number,
  rank: number,
): AdPlan => {
  const product = PRODUCTS[productIndex]!;
  const kind = KINDS[KIND_OF[category]!];
  const network = chooseNetwork(random, productIndex, category);
  const hasFee = kind.fee > 0 && random.chance(kind.fee);
  const span = spanOf(random, today, days, hasFee || random.chance(0.2));
  const [landing, title] = random.choice(product.landings);
  const size = (1 / rank ** 0.95) * random.spread(0.25);
  const hasOwnApproval = network !== null && random.chance(0.07);
  const hasOwnParameters = network !== null && random.chance(0.05);
  const redirects = planRedirects(random, product, `https://${product.domain}${landing}`);
  const isActive = !random.chance(0.03);
  const name = `${random.choice(MEDIA[category]!)}｜${category === 0 ? product.brand : random.choice(product.themes)} ${title} #${rank}`;
  return {
    product: productIndex,
    category,
    network,
    types: [
      FIRST_TYPES[category]!,
      random.integer(0, AD_TYPES[1]!.length - 1),
      random.integer(0, AD_TYPES[2]!.length - 1),
    ],
    agency: chooseAgency(random, productIndex),
    row: rowOfAd(random, {
      product,
      category,
      rank,
      network,
      hasFee,
      span,
      hasOwnApproval,
      hasOwnParameters,
      redirects,
      isActive,
      name,
    }),
    redirects,
    traffic: {
      first: size * kind.first,
      later: size * kind.later,
      quality: kind.quality * random.spread(0.35),
      impressions: kind.impressions,
      from: span.from,
      to: isActive ? span.to : Math.min(span.to, today - 25 * DAY),
    },
  };
};

/**
 * Plans the ads of the demo company: for each product its number of ads over all categories, with sizes by a power law
 * within a category.
 * @param today midnight in Tokyo of the last day, in ms since 1970
 * @param days number of days with traffic
 */
export const planAds = (random: Random, today: number, days: number): AdPlan[] =>
  PRODUCTS.flatMap((product, p) => {
    const ads: AdPlan[] = [];
    SHARES.forEach((share, category) => {
      const count =
        category === 1
          ? product.adCount -
            SHARES.reduce(
              (sum, other, c) => (c === 1 ? sum : sum + Math.max(2, Math.round(product.adCount * other))),
              0,
            )
          : Math.max(2, Math.round(product.adCount * share));
      for (let rank = 1; rank <= count; rank++) ads.push(planAd(random, today, days, p, category, rank));
    });
    return ads;
  });
