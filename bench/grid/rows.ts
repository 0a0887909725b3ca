import type { Format } from '../../src/resources/column.ts';

/** A row as in a Japanese shop's report: texts, ids, URLs, times and numbers. */
export interface BenchRow {
  readonly name: string;
  readonly ad_id: string;
  readonly network: string;
  readonly category: string;
  readonly url: string;
  readonly memo: string;
  readonly state: string;
  readonly started: string;
  readonly ended: string;
  readonly updated: string;
  readonly impressions: number;
  readonly clicks: number;
  readonly cv: number;
  readonly sales: number | null;
  readonly cost: number;
  readonly cpa: number;
  readonly cvr: number;
  readonly roas: number;
  readonly credit: number;
  readonly stay: number;
}

export interface BenchColumn {
  readonly field: keyof BenchRow;
  readonly format: Format;
  readonly label: string;
  readonly sortable: true;
}

const column = (field: keyof BenchRow, format: Format, label: string): BenchColumn => ({
  field,
  format,
  label,
  sortable: true,
});
export const COLUMNS: readonly BenchColumn[] = [
  column('name', 'text', '広告名'),
  column('ad_id', 'id', '広告ID'),
  column('network', 'text', '媒体'),
  column('category', 'text', 'カテゴリ'),
  column('impressions', 'count', '表示回数'),
  column('clicks', 'count', 'クリック数'),
  column('cv', 'count', 'CV数'),
  column('cvr', 'percent', 'CVR'),
  column('sales', 'yen', '売上（円）'),
  column('cost', 'yen', '広告費（円）'),
  column('cpa', 'price', 'CPA（円）'),
  column('roas', 'percent', 'ROAS'),
  column('credit', 'share', '分配CV'),
  column('stay', 'duration', '接触からCVまで'),
  column('state', 'word', '状態'),
  column('started', 'day', '開始日'),
  column('ended', 'day', '終了日'),
  column('updated', 'time', '更新日時'),
  column('url', 'address', 'リンク先'),
  column('memo', 'text', '備考'),
];

const NAMES = [
  '春の新作コスメ',
  '夏セール｜ＵＶケア',
  'ｸﾘｽﾏｽ限定セット',
  '定期便はじめて割',
  'Été — 香りの旅',
  '敏感肌のための化粧水',
  '法人ギフト',
  '口コミで話題の美容液',
];
const NETWORKS = [
  '花いろアフィリエイト',
  'メディアパートナーズ',
  'ディスプレイ網',
  'メールマガジン',
  'アフィリ東京',
];
const CATEGORIES = ['スキンケア', 'メイクアップ', 'ヘアケア', 'ボディ', 'フレグランス', 'その他'];
const STATES = ['active', 'paused', 'ended'];

/** Generates the rows from a fixed seed (mulberry32). */
export const makeRows = (count: number): readonly BenchRow[] => {
  let seed = 20260401;
  const random = (): number => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(random() * limit);
  const one = (texts: readonly string[]): string => texts[below(texts.length)] ?? '';
  const day = (): string =>
    `2026-${String(1 + below(12)).padStart(2, '0')}-${String(1 + below(28)).padStart(2, '0')}`;
  return Array.from({ length: count }, (_, index) => {
    const [impressions, clicks, cv] = [below(1_000_000), below(20_000), below(300)];
    return {
      name: `${one(NAMES)} ${index + 1}`,
      ad_id: String(4_000_000_000_000_000_000n + BigInt(index) * 7_919n),
      network: one(NETWORKS),
      category: one(CATEGORIES),
      url: `https://shop.example/lp/${below(90_000)}?utm_campaign=${below(999)}`,
      memo: `${one(CATEGORIES)}担当、${below(9999)}件`,
      state: one(STATES),
      started: day(),
      ended: day(),
      updated: `${day()}T${String(below(24)).padStart(2, '0')}:15:30.000Z`,
      impressions,
      clicks,
      cv,
      sales: below(20) === 0 ? null : below(9_000_000),
      cost: below(900_000),
      cpa: below(1_000_000) / 100,
      cvr: random() / 20,
      roas: random() * 8,
      credit: below(10_000) / 100,
      stay: below(900_000),
    };
  });
};
