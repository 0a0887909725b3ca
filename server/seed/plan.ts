import type { ad } from '../store/postgres/schema/index.ts';
import { DAY } from '../platform/time.ts';
import { tokyoDate } from './calendar.ts';
import { NETWORKS } from './networks.ts';
import { AGENCIES } from './people.ts';
import { AD_TYPES, CATEGORIES } from './groupings.ts';
import { PRODUCTS, type ProductPlan } from './products.ts';
import type { Random } from './random.ts';
import { type RedirectPlan, planRedirects } from './redirect-plans.ts';
import { KINDS, KIND_OF, MEDIA, FIRST_TYPES, SHARES } from './ad-kinds.ts';

/** A row without the columns that the store adds: id, tenant, and references, which the plan has as indices. */
export type Row<Table extends { $inferInsert: object }> = Omit<
  Table['$inferInsert'],
  'companyId' | 'productId' | 'adCategoryId' | 'adType1Id' | 'adType2Id' | 'adType3Id' | 'aspId' | 'agencyId'
>;

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
