import { createHash } from 'node:crypto';
import { describe, expect, it, test } from 'vitest';
import {
  CONVERSION_KEY_HEADER,
  planConversionAccess,
  proveCaller,
} from '../../../server/collector/conversion-access.ts';
import { planAd, planProduct, planRedirect, planSetting } from '../../../server/collector/tracking-plans.ts';

type Row<Plan extends (...args: never[]) => unknown, Place extends number> = Parameters<Plan>[Place];
type ProductRow = Row<typeof planProduct, 0>;
type AdRow = Row<typeof planAd, 0>;
type AspRow = NonNullable<Row<typeof planAd, 2>>;
type RedirectRow = Row<typeof planRedirect, 0>;

const NO_KEY = {
  conversionKeyDigest: '',
  previousConversionKeyDigest: null,
  previousConversionKeyUntilMs: null,
};
const product = (change: Partial<ProductRow> = {}): ProductRow =>
  ({
    status: true,
    ...NO_KEY,
    id: 7,
    companyId: 3,
    domain: 'shop.example',
    url: 'https://www.shop.example/',
    trackingTerm: 30,
    conversionKeyRequired: false,
    conversionAddresses: [],
    uniqueResultIdentifiers: 0,
    excludedIps: [],
    shortenIps: false,
    inService: true,
    ...change,
  }) as ProductRow;
const ad = (change: Partial<AdRow> = {}): AdRow =>
  ({
    id: 70,
    redirectUrl: 'https://shop.example/ad',
    directLink: false,
    clickCost: 5,
    lpoFlag: false,
    lpoEntries: [],
    dynamicLpUrl: false,
    ownParameters: false,
    parameters: {},
    status: true,
    ...change,
  }) as unknown as AdRow;
const asp = (change: Partial<AspRow> = {}): AspRow =>
  ({
    xclidFlag: true,
    xclidName: 'click',
    mediaSessionFlag: true,
    mediaSessionName: 'session',
    mediaManagement1Flag: true,
    mediaManagement1Name: 'k1',
    mediaManagement2Flag: true,
    mediaManagement2Name: 'k2',
    mediaManagement3Flag: true,
    mediaManagement3Name: 'k3',
    ...change,
  }) as unknown as AspRow;
const redirect = (change: Partial<RedirectRow> = {}): RedirectRow =>
  ({
    id: 700,
    redirectUrl: 'https://shop.example/redirect',
    redirectFlag: true,
    lpoFlag: false,
    lpoEntries: [],
    dynamicLpUrl: false,
    status: true,
    ...change,
  }) as unknown as RedirectRow;
const NO_PARTS = { settings: [], senders: [], tagged: false };
const PRODUCT = planProduct(product(), NO_PARTS);

describe('a product of the collector', () => {
  it('shortens addresses where its setting says so, also from a stored snapshot, except excluded ones', () => {
    const shortens = (change: Partial<ProductRow>) => {
      const row = JSON.parse(JSON.stringify(product(change))) as ProductRow;
      const { shortensAddress } = planProduct(row, NO_PARTS);
      return ['::ffff:192.0.2.7', '::ffff:192.0.2.8', '2001:db8::7', '2001:db9::7'].map(shortensAddress);
    };
    const excludedIps = ['192.0.2.7', '2001:db8::/32'];
    expect(shortens({ shortenIps: false, excludedIps })).toEqual([false, false, false, false]);
    expect(shortens({ shortenIps: true })).toEqual([true, true, true, true]);
    expect(shortens({ shortenIps: true, excludedIps })).toEqual([false, true, false, true]);
  });

  it('has its settings, its term in milliseconds and its senders with a host', () => {
    const sender = (senderDomain: string) => ({ senderDomain }) as never;
    const plan = planProduct(product(), {
      ...NO_PARTS,
      senders: [sender('a.example'), sender(''), sender('https://b.example/x')],
      tagged: true,
    });
    expect(plan).toMatchObject({ id: 7, companyId: 3, inService: true, tagged: true });
    expect(plan.trackingTermMs).toBe(30 * 86_400_000);
    expect(plan.senders).toEqual(['a.example', 'b.example']);
  });

  test.each([
    ['shop.example', 'https://other.example/', 'shop.example'],
    ['', 'https://other.example/', 'other.example'],
    ['', '', ''],
  ])('with the domain %j and the URL %j has the host %j', (domain, url, host) => {
    expect(planProduct(product({ domain, url }), NO_PARTS).host).toBe(host);
  });

  it('has its CV settings, each without spaces around its selector', () => {
    const row = {
      id: 9,
      cvType: 1,
      cvCondition: 3,
      cvPageUrl: '',
      routePageUrl: '/cart',
      buttonSelector: ' #buy ',
    };
    const plan = planSetting(row);
    expect(plan).toMatchObject({ id: 9, cvType: 1, condition: 3, page: null, selector: '#buy' });
    expect(plan.route).not.toBeNull();
  });
});

describe('an ad of the collector', () => {
  const parametersOf = (row: Partial<AdRow>, network?: Partial<AspRow>) =>
    planAd(ad(row), PRODUCT, network && asp(network)).parameters;

  it('passes on the parameters of its network that are switched on and have a name', () => {
    expect(parametersOf({}, {})).toEqual([
      ['xclid', 'click'],
      ['media_session', 'session'],
      ['media_management1', 'k1'],
      ['media_management2', 'k2'],
      ['media_management3', 'k3'],
    ]);
    expect(parametersOf({}, { xclidFlag: false, mediaSessionName: '', mediaManagement2Flag: false })).toEqual(
      [
        ['media_management1', 'k1'],
        ['media_management3', 'k3'],
      ],
    );
    expect(parametersOf({})).toEqual([]);
  });

  it('passes on its own parameters instead, in the order of the columns', () => {
    const parameters = { media_management3: 'x3', xclid: 'x', media_session: '' };
    expect(parametersOf({ ownParameters: true, parameters }, {})).toEqual([
      ['xclid', 'x'],
      ['media_management3', 'x3'],
    ]);
    expect(parametersOf({ ownParameters: false, parameters }, {})).toHaveLength(5);
  });

  it('has the costs and switches of its row', () => {
    expect(planAd(ad({ directLink: true, status: false, aspId: 11 }), PRODUCT, undefined)).toMatchObject({
      id: 70,
      product: PRODUCT,
      directLink: true,
      clickCost: 5,
      aspId: 11,
      alive: false,
    });
  });
});

describe('a redirect of the collector', () => {
  const plan = (row: Partial<RedirectRow>, adRow: Partial<AdRow> = {}) =>
    planRedirect(redirect(row), planAd(ad(adRow), PRODUCT, undefined), ad(adRow));
  const entry = (path: string, rate: number) => ({
    title: '',
    url: path && `https://shop.example${path}`,
    rate,
  });

  it('leads to its own page, else to that of its ad, else nowhere', () => {
    expect(plan({}).landing?.plain).toBe('https://shop.example/redirect');
    expect(plan({ redirectUrl: '' }).landing?.plain).toBe('https://shop.example/ad');
    expect(plan({ redirectUrl: 'x' }, { redirectUrl: 'ftp://x' })).toMatchObject({
      landing: null,
      adPage: null,
    });
    expect(plan({}).adPage).toBe('https://shop.example/ad');
  });

  it('counts where it, its switch, its ad and its product are on', () => {
    expect(plan({}).counts).toBe(true);
    const deleted = planProduct(product({ status: false }), NO_PARTS);
    expect(planRedirect(redirect({}), planAd(ad({}), deleted, undefined), ad({})).counts).toBe(false);
    expect(plan({ status: false }).counts).toBe(false);
    expect(plan({ redirectFlag: false }).counts).toBe(false);
    expect(plan({}, { status: false }).counts).toBe(false);
  });

  it('has its own pages of a test before those of its ad, and none where no test is on', () => {
    const [own, ads] = [[entry('/own', 1)], [entry('/ads', 2)]];
    const pagesOf = (lpoFlag: boolean, adLpoFlag: boolean) =>
      plan({ lpoFlag, lpoEntries: own }, { lpoFlag: adLpoFlag, lpoEntries: ads }).landing?.pages;
    expect(pagesOf(true, true)).toEqual([{ number: 1, href: 'https://shop.example/own', rate: 1 }]);
    expect(pagesOf(false, true)).toEqual([{ number: 1, href: 'https://shop.example/ads', rate: 2 }]);
    expect(pagesOf(false, false)).toEqual([]);
  });

  it('has at most five pages, by their place, without those that have no address or no weight', () => {
    const lpoEntries = [
      entry('/1', 1),
      entry('', 1),
      entry('/3', 0),
      entry('/4', -1),
      entry('/5', 0.5),
      entry('/6', 1),
    ];
    const { landing } = plan({ lpoFlag: true, lpoEntries, redirectUrl: '' }, { redirectUrl: '' });
    expect(landing?.pages.map(({ number }) => number)).toEqual([1, 5]);
    // Without a page of its own, the first one of the test takes its place.
    expect(landing?.plain).toBe('https://shop.example/1');
    expect(plan({ lpoFlag: true, lpoEntries: [entry('/1', Number.NaN)] }).landing?.pages).toEqual([]);
  });

  test.each([
    [false, false, false],
    [true, false, true],
    [false, true, true],
  ])('with dynamic pages %s, its ad %s, takes dynamic pages: %s', (own, ofAd, dynamic) => {
    expect(plan({ dynamicLpUrl: own }, { dynamicLpUrl: ofAd }).landing?.dynamic).toBe(dynamic);
  });
});

describe('a caller of /cv', () => {
  const digestOf = (key: string) => createHash('sha256').update(key).digest('hex');
  const access = (change: Partial<ProductRow> = {}) =>
    planConversionAccess(
      product({
        conversionKeyDigest: digestOf('new'),
        previousConversionKeyDigest: digestOf('old'),
        previousConversionKeyUntilMs: 1_000,
        ...change,
      }),
    );
  const prove = (key: string, now: number, change: Partial<ProductRow> = {}) =>
    proveCaller(access(change), { address: '192.0.2.1', key }, now);

  it('sends its key in the header that the guide for servers names', () => {
    expect(CONVERSION_KEY_HEADER).toBe('x-conversion-key');
  });

  it('is the product’s server with its key, and with the previous one until its end', () => {
    expect(prove('new', 2_000)).toBe(true);
    expect(prove('old', 999)).toBe(true);
    expect(prove('old', 1_000)).toBe('conversion_key_wrong');
    expect(prove('other', 0)).toBe('conversion_key_wrong');
    expect(prove('old', 0, { previousConversionKeyDigest: null })).toBe('conversion_key_wrong');
    expect(prove('old', 0, { previousConversionKeyUntilMs: null })).toBe('conversion_key_wrong');
  });

  it('may send no key where none is required', () => {
    expect(prove('', 0)).toBe(false);
    expect(prove('', 0, { conversionKeyRequired: true })).toBe('conversion_key_missing');
  });

  it('is refused from another address, whatever its key', () => {
    const conversionAddresses = ['198.51.100.0/24'];
    expect(prove('new', 0, { conversionAddresses })).toBe('caller_address_not_allowed');
    expect(proveCaller(access({ conversionAddresses }), { address: '198.51.100.7', key: 'new' }, 0)).toBe(
      true,
    );
  });
});
