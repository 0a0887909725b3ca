/** Ad categories of the demo with their kinds 0..3. */
export const CATEGORIES: readonly {
  readonly kind: 0 | 1 | 2 | 3;
  readonly code: 0 | 1 | 2 | 3;
  readonly name: string;
}[] = [
  { kind: 0, code: 2, name: 'リスティング（指名）' },
  { kind: 0, code: 2, name: 'リスティング（一般）' },
  { kind: 1, code: 1, name: 'ディスプレイ' },
  { kind: 1, code: 0, name: 'リターゲティング' },
  { kind: 2, code: 3, name: 'アフィリエイト' },
  { kind: 3, code: 2, name: 'SNS' },
  { kind: 3, code: 1, name: 'メール・純広告' },
];

/** Titles of the three groupings of ads, by sequence. */
export const AD_TYPES: readonly (readonly string[])[] = [
  ['新規獲得', '再来訪', 'ブランド'],
  ['テキスト', '静止画', '動画', '記事'],
  ['20代', '30代', '40代以上', '法人', '指定なし'],
];
