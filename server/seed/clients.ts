/** A browser of the demo's visitors: its user agent and its weight. */
export interface ClientPlan {
  readonly ua: string;
  readonly weight: number;
}

const chrome = (platform: string, version: string, weight: number, mobile = ''): ClientPlan => ({
  ua: `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 ${mobile}Safari/537.36`,
  weight,
});
const safari = (platform: string, version: string, weight: number): ClientPlan => ({
  ua: `Mozilla/5.0 (${platform}) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/${version} ${platform.startsWith('Macintosh') ? '' : 'Mobile/15E148 '}Safari/${platform.startsWith('Macintosh') ? '605.1.15' : '604.1'}`,
  weight,
});
const iphone = (version: string) => `iPhone; CPU iPhone OS ${version} like Mac OS X`;
const IPAD = 'iPad; CPU OS 17_6 like Mac OS X';
const MAC = 'Macintosh; Intel Mac OS X 10_15_7';
const WINDOWS = 'Windows NT 10.0; Win64; x64';

/** Browsers of people in Japan: iPhones first, then Chrome, including web views of apps. */
export const CLIENTS: readonly ClientPlan[] = [
  safari(iphone('18_6'), '18.6', 21),
  safari(iphone('18_5'), '18.5', 9),
  safari(iphone('17_7'), '17.7', 6),
  safari(iphone('16_7'), '16.7', 2),
  safari(IPAD, '17.6', 2.5),
  {
    ua: `Mozilla/5.0 (${iphone('18_6')}) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.7390.41 Mobile/15E148 Safari/604.1`,
    weight: 4,
  },
  {
    ua: `Mozilla/5.0 (${iphone('18_5')}) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/15.14.0`,
    weight: 3.5,
  },
  {
    ua: `Mozilla/5.0 (${iphone('18_6')}) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22G86 Instagram 398.0.0.28.75 (iPhone16,1; iOS 18_6; ja_JP; ja; scale=3.00; 1179x2556; 776498421)`,
    weight: 2.5,
  },
  chrome('Linux; Android 10; K', '141', 10, 'Mobile '),
  chrome('Linux; Android 10; K', '140', 5, 'Mobile '),
  chrome('Linux; Android 14; Pixel 8a', '139', 2, 'Mobile '),
  chrome('Linux; Android 13; SO-51C', '138', 1.5, 'Mobile '),
  chrome('Linux; Android 12; SM-T870', '141', 0.8),
  {
    ua: 'Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-S911Q) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36',
    weight: 1.2,
  },
  chrome(WINDOWS, '141', 9),
  chrome(WINDOWS, '140', 4),
  chrome(WINDOWS, '126', 0.7),
  chrome(MAC, '141', 2.6),
  chrome('X11; Linux x86_64', '141', 0.5),
  {
    ua: `Mozilla/5.0 (${WINDOWS}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0`,
    weight: 5,
  },
  {
    ua: `Mozilla/5.0 (${WINDOWS}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    weight: 2,
  },
  safari(MAC, '18.6', 2.4),
  safari(MAC, '17.6', 1),
  { ua: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0', weight: 1.3 },
  { ua: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0', weight: 0.5 },
  { ua: 'Mozilla/5.0 (Android 14; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0', weight: 0.3 },
];

/** Bots that declare themselves. */
export const BOTS: readonly ClientPlan[] = [
  { ua: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', weight: 4 },
  {
    ua: 'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.7390.54 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    weight: 3,
  },
  { ua: 'AdsBot-Google (+http://www.google.com/adsbot.html)', weight: 3 },
  { ua: 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', weight: 2 },
  { ua: 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', weight: 2 },
  { ua: 'python-requests/2.32.3', weight: 1 },
];
