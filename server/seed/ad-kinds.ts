/** Parameters by category: weights of first and later contacts, quality, and costs. */
export const KINDS = {
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
export const KIND_OF: readonly (keyof typeof KINDS)[] = [
  'brand',
  'general',
  'display',
  'retargeting',
  'affiliate',
  'social',
  'direct',
];
/** Share of each category among a product's ads. */
export const SHARES: readonly number[] = [0.08, 0.27, 0.17, 0.08, 0.18, 0.14, 0.08];
/** First ad type by category: an index of AD_TYPES[0]. */
export const FIRST_TYPES: readonly number[] = [2, 0, 0, 1, 0, 0, 0];
export const MEDIA: readonly (readonly string[])[] = [
  ['検索 指名'],
  ['検索 一般', '検索 部分一致', 'Search'],
  ['バナー', 'Display', '動画枠'],
  ['リタゲ', 'カート離脱'],
  ['比較サイト', 'ポイントサイト', 'ブログ'],
  ['LINE型', '写真SNS', 'ショート動画', 'Influencer'],
  ['メルマガ', '純広告', 'DM QR'],
];
