/** Settings of an ad network; other columns have their defaults. Four per product, in the order of PRODUCTS. */
export interface NetworkPlan {
  readonly product: number;
  readonly name: string;
  readonly companyName: string;
  readonly resultFlag: 0 | 1 | 2;
  readonly resultMethod: 1 | 2;
  readonly performanceCvFlag: boolean;
  /** Path and query of the webhook; '': none. */
  readonly webhook: string;
  readonly statusValues: readonly [unapproved: string, approved: string, rejected: string];
  readonly approveAutomatically: boolean;
  readonly judgeAmount: boolean;
  readonly judgeArgs: boolean;
  readonly excludeDuplicateIps: number;
  readonly excludeDuplicateArgs: boolean;
  /** Parameters that the network sends with a click. */
  readonly sends: { readonly xclid: boolean; readonly session: boolean; readonly keys: 0 | 1 | 2 | 3 };
  /** Category kinds of its ads. */
  readonly kinds: readonly number[];
}

const off = {
  approveAutomatically: false,
  judgeAmount: false,
  judgeArgs: false,
  excludeDuplicateIps: 0,
  excludeDuplicateArgs: false,
};
const strict = {
  approveAutomatically: true,
  judgeAmount: true,
  judgeArgs: true,
  excludeDuplicateIps: 30,
  excludeDuplicateArgs: true,
};

/**
 * Every kind of setting occurs at least once. Webhooks have hosts under .example, which the sender never calls: a demo
 * must neither call foreign servers nor fill the queue with retries.
 */
export const NETWORKS: readonly NetworkPlan[] = [
  {
    product: 0,
    name: 'みつばちアフィリエイト',
    companyName: '株式会社みつばち',
    resultFlag: 1,
    resultMethod: 2,
    performanceCvFlag: false,
    webhook: '/postback?id={result_id}&clid={xclid}&amount={amount}&st={status}&sig={signature}',
    statusValues: ['0', '1', '2'],
    ...strict,
    sends: { xclid: true, session: true, keys: 3 },
    kinds: [2],
  },
  {
    product: 0,
    name: 'Sakura Performance',
    companyName: 'Sakura Performance Inc.',
    resultFlag: 1,
    resultMethod: 2,
    performanceCvFlag: true,
    webhook: '/s2s?cid={xclid}&order={args}&price={amount}&state={status}&k1={key1}',
    statusValues: ['pending', 'approved', 'rejected'],
    ...off,
    judgeAmount: true,
    judgeArgs: true,
    sends: { xclid: true, session: false, keys: 1 },
    kinds: [2, 3],
  },
  {
    product: 0,
    name: 'サーチリンク',
    companyName: 'サーチリンク合同会社',
    resultFlag: 0,
    resultMethod: 1,
    performanceCvFlag: false,
    webhook: '',
    statusValues: ['0', '1', '2'],
    ...off,
    sends: { xclid: false, session: false, keys: 0 },
    kinds: [0],
  },
  {
    product: 0,
    name: 'いつも通知ネット',
    companyName: '株式会社いつも',
    resultFlag: 2,
    resultMethod: 2,
    performanceCvFlag: false,
    webhook: '/notify/{ad_id}?t={cv_time}&r={result_id}&s={status}',
    statusValues: ['W', 'OK', 'NG'],
    ...off,
    approveAutomatically: true,
    sends: { xclid: false, session: true, keys: 0 },
    kinds: [1],
  },

  {
    product: 1,
    name: 'B2B Lead Exchange',
    companyName: 'B2B Lead Exchange K.K.',
    resultFlag: 1,
    resultMethod: 2,
    performanceCvFlag: true,
    webhook: '/leads/callback?lead={args}&status={status}&sig={signature}',
    statusValues: ['new', 'accepted', 'declined'],
    ...strict,
    excludeDuplicateIps: 7,
    sends: { xclid: true, session: true, keys: 2 },
    kinds: [2],
  },
  {
    product: 1,
    name: '法人サーチ',
    companyName: '法人サーチ株式会社',
    resultFlag: 0,
    resultMethod: 2,
    performanceCvFlag: false,
    webhook: '',
    statusValues: ['0', '1', '2'],
    ...off,
    sends: { xclid: true, session: false, keys: 0 },
    kinds: [0],
  },
  {
    product: 1,
    name: 'Pro Display 网络',
    companyName: '专业展示有限公司',
    resultFlag: 1,
    resultMethod: 1,
    performanceCvFlag: false,
    webhook: '',
    statusValues: ['0', '1', '2'],
    ...off,
    judgeArgs: true,
    sends: { xclid: false, session: true, keys: 0 },
    kinds: [1],
  },
  {
    product: 1,
    name: 'キャリアSNS',
    companyName: 'キャリアSNS株式会社',
    resultFlag: 1,
    resultMethod: 2,
    performanceCvFlag: false,
    webhook: '/conv?c={xclid}&v={amount}',
    statusValues: ['0', '1', '9'],
    ...off,
    excludeDuplicateArgs: true,
    approveAutomatically: true,
    sends: { xclid: true, session: false, keys: 0 },
    kinds: [3],
  },

  {
    product: 2,
    name: 'たびアフィ',
    companyName: '株式会社たびアフィ',
    resultFlag: 1,
    resultMethod: 2,
    performanceCvFlag: false,
    webhook: '/p?cl={xclid}&ss={media_session}&o={args}&y={amount}&s={status}',
    statusValues: ['1', '2', '3'],
    ...off,
    excludeDuplicateIps: 30,
    judgeAmount: true,
    sends: { xclid: true, session: true, keys: 3 },
    kinds: [2],
  },
  {
    product: 2,
    name: 'Voyage Métasearch',
    companyName: 'Voyage Métasearch SARL',
    resultFlag: 2,
    resultMethod: 2,
    performanceCvFlag: true,
    webhook: '/réservation?ref={args}&montant={amount}&état={status}',
    statusValues: ['attente', 'validé', 'refusé'],
    ...strict,
    sends: { xclid: true, session: false, keys: 1 },
    kinds: [2, 1],
  },
  {
    product: 2,
    name: '旅行サーチ',
    companyName: '旅行サーチ株式会社',
    resultFlag: 0,
    resultMethod: 1,
    performanceCvFlag: false,
    webhook: '',
    statusValues: ['0', '1', '2'],
    ...off,
    sends: { xclid: true, session: false, keys: 0 },
    kinds: [0],
  },
  {
    product: 2,
    name: 'ジャーニーSNS',
    companyName: '株式会社ジャーニー',
    resultFlag: 1,
    resultMethod: 1,
    performanceCvFlag: true,
    webhook: '',
    statusValues: ['0', '1', '2'],
    ...off,
    approveAutomatically: true,
    judgeAmount: true,
    sends: { xclid: false, session: true, keys: 2 },
    kinds: [3],
  },
];
