import { HOURS, OFFICE_HOURS } from './calendar.ts';

/** A CV setting and its weight in the demo's traffic. */
export interface CvSettingPlan {
  readonly name: string;
  readonly cvType: 0 | 1;
  readonly cvCondition: 1 | 2 | 3;
  readonly cvPageUrl: string;
  readonly routePageUrl?: string;
  readonly buttonSelector?: string;
  /** Share among the conversions of its type. */
  readonly weight: number;
}

export interface ProductPlan {
  readonly name: string;
  readonly domain: string;
  readonly trackingTerm: number;
  readonly weekStart: 0 | 1;
  readonly attributionModel: 1 | 2 | 3 | 4 | 5;
  readonly adCostAllocationMode: 1 | 2 | 3;
  readonly adCostLinkage: boolean;
  readonly excludedIps: readonly string[];
  /** IP addresses inside excludedIps from which the staff visits the site. */
  readonly staffIps: readonly string[];
  readonly crossdomains: readonly { readonly senderName: string; readonly senderDomain: string }[];
  readonly cvSettings: readonly CvSettingPlan[];
  readonly pages: readonly string[];
  /** Landing pages: [path, title]. */
  readonly landings: readonly (readonly [path: string, title: string])[];
  readonly brand: string;
  /** Subjects of its ads. */
  readonly themes: readonly string[];
  readonly adCount: number;
  /** Share of the company's visitors. */
  readonly share: number;
  /** Sunday .. Saturday. */
  readonly weekdays: readonly number[];
  readonly hours: readonly number[];
  /** Yen of a last conversion: median, deviation of the logarithm, rounding step; [0] for none. */
  readonly amount: { readonly median: number; readonly deviation: number; readonly step: number };
  /** Chance of a last and of a middle conversion after an average contact. */
  readonly lastRate: number;
  readonly middleRate: number;
  readonly orderPrefix: string;
}

export const PRODUCTS: readonly ProductPlan[] = [
  {
    name: '花いろコスメ オンラインショップ',
    domain: 'hanairo.example',
    trackingTerm: 90,
    weekStart: 1,
    attributionModel: 1,
    adCostAllocationMode: 1,
    adCostLinkage: false,
    excludedIps: ['192.0.2.0/24', '2001:db8:ffff::/48'],
    staffIps: ['192.0.2.10', '192.0.2.77', '2001:db8:ffff::15'],
    crossdomains: [
      { senderName: '花いろカート', senderDomain: 'cart.hanairo-pay.example' },
      { senderName: '花いろ Magazine', senderDomain: 'magazine.hanairo-note.example' },
    ],
    cvSettings: [
      {
        name: '購入完了',
        cvType: 1,
        cvCondition: 1,
        cvPageUrl: 'https://hanairo.example/order/thanks',
        weight: 8,
      },
      {
        name: '定期コース申込',
        cvType: 1,
        cvCondition: 2,
        cvPageUrl: 'https://hanairo.example/subscribe/thanks',
        routePageUrl: 'https://hanairo.example/subscribe/confirm',
        weight: 2,
      },
      {
        name: 'カート投入',
        cvType: 0,
        cvCondition: 3,
        cvPageUrl: '',
        buttonSelector: 'button.add-to-cart',
        weight: 7,
      },
      {
        name: '会員登録',
        cvType: 0,
        cvCondition: 1,
        cvPageUrl: 'https://hanairo.example/member/complete',
        weight: 3,
      },
    ],
    pages: [
      '/',
      '/skincare',
      '/skincare/美白セラム',
      '/makeup',
      '/makeup/lip',
      '/ranking',
      '/review',
      '/cart',
      '/campaign/autumn',
      '/about',
    ],
    landings: [
      ['/lp/serum-a', '美容液LP A'],
      ['/lp/serum-b', '美容液LP B'],
      ['/lp/trial', 'お試しセットLP'],
      ['/lp/voice', '口コミLP'],
      ['/lp/doctor', '医師監修LP'],
      ['/', 'トップ'],
    ],
    brand: '花いろ',
    themes: [
      '美白セラム',
      'お試し7日セット',
      '秋の新色リップ',
      'エイジングケア',
      '敏感肌',
      '洗顔フォーム',
      'UVミルク',
      'ギフト',
    ],
    adCount: 84,
    share: 0.5,
    weekdays: [1.22, 0.95, 0.92, 0.95, 0.98, 1.0, 1.18],
    hours: HOURS,
    amount: { median: 5_480, deviation: 0.5, step: 10 },
    lastRate: 0.016,
    middleRate: 0.05,
    orderPrefix: 'HN',
  },
  {
    name: 'Kumo Works クラウド勤怠',
    domain: 'kumoworks.example',
    trackingTerm: 180,
    weekStart: 1,
    attributionModel: 3,
    adCostAllocationMode: 3,
    adCostLinkage: true,
    excludedIps: ['203.0.113.0/25', '198.51.100.7'],
    staffIps: ['203.0.113.5', '198.51.100.7'],
    crossdomains: [{ senderName: 'Kumo Works Forms', senderDomain: 'forms.kumoworks-hub.example' }],
    cvSettings: [
      {
        name: '有料プラン契約',
        cvType: 1,
        cvCondition: 1,
        cvPageUrl: 'https://kumoworks.example/contract/done',
        weight: 5,
      },
      {
        name: '見積もり依頼',
        cvType: 1,
        cvCondition: 2,
        cvPageUrl: 'https://kumoworks.example/quote/done',
        routePageUrl: 'https://kumoworks.example/quote/input',
        weight: 3,
      },
      {
        name: '資料ダウンロード',
        cvType: 0,
        cvCondition: 3,
        cvPageUrl: '',
        buttonSelector: '#download-whitepaper',
        weight: 6,
      },
      {
        name: '無料トライアル開始',
        cvType: 0,
        cvCondition: 1,
        cvPageUrl: 'https://kumoworks.example/trial/started',
        weight: 4,
      },
    ],
    pages: [
      '/',
      '/features',
      '/pricing',
      '/case/製造業',
      '/case/retail',
      '/security',
      '/blog/働き方改革',
      '/trial',
      '/quote/input',
    ],
    landings: [
      ['/lp/free', '無料トライアルLP'],
      ['/lp/compare', '比較LP'],
      ['/lp/whitepaper', '資料LP'],
      ['/lp/law', '法改正LP'],
      ['/', 'Top'],
    ],
    brand: 'Kumo Works',
    themes: [
      'クラウド勤怠',
      '有給管理',
      'シフト作成',
      '法改正対応',
      '中小企業',
      'テレワーク',
      'Attendance API',
    ],
    adCount: 48,
    share: 0.18,
    weekdays: [0.45, 1.2, 1.28, 1.25, 1.2, 1.1, 0.5],
    hours: OFFICE_HOURS,
    amount: { median: 58_000, deviation: 0.8, step: 1_000 },
    lastRate: 0.008,
    middleRate: 0.06,
    orderPrefix: 'KW',
  },
  {
    name: '旅みちトラベル',
    domain: 'tabimichi.example',
    trackingTerm: 60,
    weekStart: 0,
    attributionModel: 2,
    adCostAllocationMode: 2,
    adCostLinkage: false,
    excludedIps: ['198.51.100.128/26'],
    staffIps: ['198.51.100.130', '198.51.100.177'],
    crossdomains: [{ senderName: '旅みち予約センター', senderDomain: 'booking.tabimichi-pay.example' }],
    cvSettings: [
      {
        name: '予約完了',
        cvType: 1,
        cvCondition: 1,
        cvPageUrl: 'https://tabimichi.example/booking/complete',
        weight: 9,
      },
      {
        name: '電話相談',
        cvType: 1,
        cvCondition: 3,
        cvPageUrl: '',
        buttonSelector: 'a.call-center',
        weight: 1,
      },
      {
        name: '空室検索',
        cvType: 0,
        cvCondition: 1,
        cvPageUrl: 'https://tabimichi.example/search/result',
        weight: 8,
      },
      {
        name: 'メルマガ登録',
        cvType: 0,
        cvCondition: 2,
        cvPageUrl: 'https://tabimichi.example/mail/done',
        routePageUrl: 'https://tabimichi.example/mail',
        weight: 2,
      },
    ],
    pages: [
      '/',
      '/onsen',
      '/onsen/箱根',
      '/okinawa',
      '/hokkaido',
      '/kyoto',
      '/search',
      '/plan/124',
      '/plan/877',
      '/coupon',
      '/café-列車',
    ],
    landings: [
      ['/lp/onsen', '温泉LP'],
      ['/lp/early', '早割LP'],
      ['/lp/family', '家族旅行LP'],
      ['/lp/okinawa', '沖縄LP'],
      ['/lp/last-minute', '直前割LP'],
      ['/', 'トップ'],
    ],
    brand: '旅みち',
    themes: ['温泉', '沖縄', '北海道', '京都 紅葉', '早割', '直前割', '家族旅行', 'Café 列車'],
    adCount: 68,
    share: 0.32,
    weekdays: [1.3, 0.98, 0.88, 0.86, 0.9, 1.0, 1.15],
    hours: HOURS,
    amount: { median: 32_800, deviation: 0.65, step: 100 },
    lastRate: 0.011,
    middleRate: 0.07,
    orderPrefix: 'TB',
  },
];
