import type { analyzeSetting, reportDelivery, syncSetting } from '../store/postgres/schema/index.ts';

/** Settings of every product of the demo company: sync settings for uploads, and custom analysis pages. */

type Planned<Table extends { $inferInsert: object }> = Omit<Table['$inferInsert'], 'companyId' | 'productId'>;

export const SYNCS: readonly Planned<typeof syncSetting>[] = [
  {
    name: '広告費用（日別）',
    kind: 'costs',
    format: 'csv',
    mapping: { day: '日付', ad_id: '広告ID', cost: '費用' },
  },
  {
    name: '広告の一括登録',
    kind: 'ads',
    format: 'xlsx',
    mapping: { name: '広告名', redirect_url: 'リンク先URL' },
  },
];

export const ANALYSES: readonly Planned<typeof analyzeSetting>[] = [
  {
    page: 'item_1',
    name: '媒体別の費用対効果',
    metrics: ['clicks', 'cv', 'cv_division', 'ad_cost', 'cpa', 'roas'],
    axes: ['asp', 'ad'],
    chart: 'bar',
  },
  {
    page: 'item_2',
    name: 'カテゴリ別の間接効果',
    metrics: ['cv', 'indirect_cv', 'indirect_first', 'indirect_ratio'],
    axes: ['ad_category'],
    chart: 'stacked',
  },
  {
    page: 'item_3',
    name: 'デバイス別 CVR',
    metrics: ['clicks', 'cv', 'cvr'],
    axes: ['device'],
    chart: 'bar',
  },
  {
    page: 'ad_statistics',
    metrics: [],
    axes: ['ad'],
  },
];

/** Report deliveries. Their recipients do not exist, and none has a schedule. */
export const DELIVERIES: readonly Planned<typeof reportDelivery>[] = [
  {
    name: '週報：広告媒体別',
    page: 'attribution',
    query: 'axis=6&columns=label,clicks,cv,cv_division,ad_cost,cpa,roas',
    address: '/analyze/attribution?axis=network&hide=impressions',
    format: 'xlsx',
    schedule: 'none',
    recipients: ['report@demo.example'],
  },
  {
    name: '月次：広告別の実績',
    page: 'ad_statistics',
    format: 'csv',
    schedule: 'none',
    recipients: ['report@demo.example', 'agency@demo.example'],
  },
];
