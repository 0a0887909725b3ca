import { describe, expect, it } from 'vitest';
import { createNoticeCounts, createProductGroups } from '../../../server/collector/tracking-groups.ts';
import { createTrackingIndex, indexTracking } from '../../../server/collector/tracking-index.ts';
import {
  TRACKING_TABLES,
  type TrackingRow,
  type TrackingRows,
} from '../../../server/store/postgres/tracking/tracking.ts';

type Change<Table extends keyof TrackingRows> = Partial<TrackingRow<Table>>;
const product = (id: number, change: Change<'products'> = {}): TrackingRow<'products'> =>
  ({
    id,
    companyId: 1,
    domain: 'shop.example',
    url: 'https://shop.example/',
    trackingTerm: 30,
    conversionKeyDigest: '',
    previousConversionKeyDigest: null,
    previousConversionKeyUntilMs: null,
    conversionKeyRequired: false,
    conversionAddresses: '',
    uniqueResultIdentifiers: 0,
    excludedIps: [],
    shortenIps: false,
    status: true,
    inService: true,
    ...change,
  }) as TrackingRow<'products'>;
const asp = (id: number, change: Change<'asps'> = {}): TrackingRow<'asps'> =>
  ({
    id,
    productId: 1,
    xclidFlag: true,
    xclidName: `click${id}`,
    mediaSessionFlag: false,
    mediaSessionName: '',
    mediaManagement1Flag: false,
    mediaManagement1Name: '',
    mediaManagement2Flag: false,
    mediaManagement2Name: '',
    mediaManagement3Flag: false,
    mediaManagement3Name: '',
    resultFlag: 2,
    bringsCvTag: true,
    ...change,
  }) as TrackingRow<'asps'>;
const setting = (id: number, change: Change<'cvSettings'> = {}): TrackingRow<'cvSettings'> =>
  ({
    id,
    productId: 1,
    cvType: 1,
    cvCondition: 1,
    cvPageUrl: '/thanks',
    routePageUrl: '',
    buttonSelector: '',
    status: true,
    ...change,
  }) as TrackingRow<'cvSettings'>;
const sender = (id: number, change: Change<'senders'> = {}): TrackingRow<'senders'> => ({
  id,
  productId: 1,
  senderDomain: `sender${id}.example`,
  status: true,
  ...change,
});
const ad = (id: number, change: Change<'ads'> = {}): TrackingRow<'ads'> =>
  ({
    id,
    companyId: 1,
    productId: 1,
    aspId: 1,
    redirectUrl: 'https://shop.example/ad',
    directLink: false,
    clickCost: 0,
    lpoFlag: false,
    lpoEntries: [],
    dynamicLpUrl: false,
    ownParameters: false,
    parameters: {},
    ownResultNotice: false,
    resultFlag: 0,
    status: true,
    ...change,
  }) as TrackingRow<'ads'>;
const redirect = (id: number, change: Change<'redirects'> = {}): TrackingRow<'redirects'> =>
  ({
    id,
    adId: 1,
    redirectUrl: 'https://shop.example/redirect',
    redirectFlag: true,
    lpoFlag: false,
    lpoEntries: [],
    dynamicLpUrl: false,
    status: true,
    ...change,
  }) as TrackingRow<'redirects'>;
const ROWS: TrackingRows = {
  products: [product(1)],
  asps: [asp(1)],
  cvSettings: [setting(1)],
  senders: [sender(1)],
  ads: [ad(1)],
  redirects: [redirect(1)],
};

describe('the members of a product', () => {
  it('are in the order of their ids, without deleted rows and those of another product', () => {
    const groups = createProductGroups<{ id: number; productId: number; name: string }>();
    const row = (id: number, productId = 1, name = '') => ({ id, productId, name });
    expect([groups.of(1), groups.delete(row(1, 5))]).toEqual([[], 5]);
    expect([row(10), row(9), row(2, 2), row(11)].map(groups.add)).toEqual([1, 1, 2, 1]);
    groups.add(row(9, 1, 'again'));
    expect(groups.of(1).map(({ id, name }) => `${id}${name}`)).toEqual(['9again', '10', '11']);
    expect([
      groups.delete(row(10)),
      groups.of(1).map(({ id }) => id),
      groups.of(2).map(({ id }) => id),
    ]).toEqual([1, [9, 11], [2]]);
    groups.delete(row(2, 2));
    groups.add(row(3, 2));
    expect(groups.of(2).map(({ id }) => id)).toEqual([3]);
  });
});

describe('the CV tag of a network', () => {
  it.each<[string, Change<'asps'>, readonly Change<'ads'>[], boolean]>([
    ['exists if the network notifies the results of all ads', { resultFlag: 2 }, [], true],
    [
      'does not exist if the network brings none',
      { resultFlag: 2, bringsCvTag: false },
      [{ ownResultNotice: true, resultFlag: 1 }],
      false,
    ],
    ['exists without an ad, since one may have moved', { resultFlag: 1 }, [], true],
    ['does not exist with an ad that follows the network if that is off', { resultFlag: 0 }, [{}], false],
    [
      'exists with an ad that switched it on, although the network is off',
      { resultFlag: 0 },
      [{ ownResultNotice: true, resultFlag: 1 }],
      true,
    ],
    [
      'does not exist with an ad that switched it off',
      { resultFlag: 0 },
      [{ ownResultNotice: true, resultFlag: 0 }],
      false,
    ],
    [
      'does not exist with such an ad of another network',
      { resultFlag: 0 },
      [{ ownResultNotice: true, resultFlag: 1, aspId: 2 }],
      false,
    ],
    [
      'does not exist with such an ad without a network',
      { resultFlag: 0 },
      [{ ownResultNotice: true, resultFlag: 1, aspId: null }],
      false,
    ],
  ])('%s', (_, network, ads, brings) => {
    const counts = createNoticeCounts();
    for (const [n, change] of ads.entries()) counts.add(ad(n, change), 1);
    expect(counts.bringsTag(asp(1, network))).toBe(brings);
    for (const [n, change] of ads.entries()) counts.add(ad(n, change), -1);
    expect(counts.bringsTag(asp(1, network)), 'without the ads').toBe(
      network.resultFlag !== 0 && network.bringsCvTag !== false,
    );
  });

  it('remains until the last of its ads is removed', () => {
    const counts = createNoticeCounts();
    for (const by of [1, 1, -1] as const) counts.add(ad(1, { ownResultNotice: true, resultFlag: 1 }), by);
    expect(counts.bringsTag(asp(1, { resultFlag: 0 }))).toBe(true);
  });
});

describe('the settings in memory', () => {
  it('are the joined rows', () => {
    const { products, ads, redirects, rows } = indexTracking(ROWS);
    expect(products.get(1)).toMatchObject({
      id: 1,
      senders: ['sender1.example'],
      settings: [{ id: 1 }],
      tagged: true,
    });
    expect(ads.get(1)).toMatchObject({ id: 1, parameters: [['xclid', 'click1']], product: { id: 1 } });
    expect(redirects.get(1)).toMatchObject({ id: 1, counts: true, ad: { id: 1 } });
    expect(TRACKING_TABLES.map(table => [...rows[table].keys()])).toEqual([[1], [1], [1], [1], [1], [1]]);
  });

  it('are identical objects as long as none of their rows changes', () => {
    const { products, ads, redirects, put } = indexTracking({ ...ROWS, products: [product(1), product(2)] });
    const read = () => [products.get(1), ads.get(1), redirects.get(1)];
    const before = read();
    put('products', product(2, { trackingTerm: 9 }));
    put('ads', ad(2));
    put('asps', asp(2, { productId: 2 }));
    put('redirects', redirect(2));
    for (const [n, plan] of read().entries()) expect(plan).toBe(before[n]);
  });

  it.each(['products', 'ads', 'redirects'] as const)('have no entry for an unknown id of %s', table => {
    const index = indexTracking(ROWS);
    expect([index[table].has(2), index[table].get(2), index[table].has(1), index[table].get(1)?.id]).toEqual([
      false,
      undefined,
      true,
      1,
    ]);
    index.remove(table, 1);
    expect([index[table].has(1), index[table].get(1)]).toEqual([false, undefined]);
    index.remove(table, 1);
    expect(index[table].has(1)).toBe(false);
  });

  it('hide a deleted product, whose ads and redirects count nothing', () => {
    const { products, ads, redirects, put } = indexTracking(ROWS);
    expect([ads.get(1)?.alive, redirects.get(1)?.counts]).toEqual([true, true]);
    put('products', product(1, { status: false }));
    expect([products.has(1), products.get(1)]).toEqual([true, undefined]);
    expect([ads.get(1)?.alive, redirects.get(1)?.counts]).toEqual([false, false]);
    put('products', product(1));
    expect(redirects.get(1)?.ad.product).toBe(products.get(1));
  });

  it('omit deleted CV settings and senders, and order the others by id', () => {
    const { products } = indexTracking({
      ...ROWS,
      cvSettings: [setting(3), setting(2, { status: false }), setting(1)],
      senders: [sender(3), sender(2, { status: false }), sender(1)],
    });
    expect(products.get(1)).toMatchObject({
      settings: [{ id: 1 }, { id: 3 }],
      senders: ['sender1.example', 'sender3.example'],
    });
  });

  it('follow each change of the rows of a product', () => {
    const { products, put, remove } = indexTracking(ROWS);
    const sees = (change: () => void, expected: object) => {
      products.get(1);
      change();
      expect(products.get(1)).toMatchObject(expected);
    };
    sees(() => put('products', product(1, { trackingTerm: 1 })), { trackingTermMs: 86_400_000 });
    sees(() => put('cvSettings', setting(2)), { settings: [{ id: 1 }, { id: 2 }] });
    sees(() => remove('cvSettings', 1), { settings: [{ id: 2 }] });
    sees(() => put('senders', sender(2)), { senders: ['sender1.example', 'sender2.example'] });
    sees(() => remove('senders', 1), { senders: ['sender2.example'] });
    sees(() => put('cvSettings', setting(2, { productId: 7 })), { settings: [] });
  });

  it('follow whether a product has tags, by its networks and their ads', () => {
    const { products, put, remove } = indexTracking({ ...ROWS, asps: [], ads: [] });
    const tagged = (change: () => void) => {
      products.get(1);
      change();
      return products.get(1)?.tagged;
    };
    expect([
      products.get(1)?.tagged,
      tagged(() => put('asps', asp(1, { resultFlag: 0 }))),
      tagged(() => put('ads', ad(1, { ownResultNotice: true, resultFlag: 1 }))),
      tagged(() => remove('ads', 1)),
      tagged(() => put('asps', asp(1))),
      tagged(() => put('asps', asp(2, { productId: 2 }))),
      tagged(() => remove('asps', 1)),
    ]).toEqual([false, false, true, false, true, true, false]);
  });

  it('follow each change of the rows of an ad or a redirect', () => {
    const { ads, redirects, put, remove } = indexTracking(ROWS);
    const names = (change: () => void) => {
      redirects.get(1);
      change();
      return [ads.get(1)?.parameters.map(([, name]) => name), redirects.get(1)?.ad === ads.get(1)];
    };
    expect(names(() => put('asps', asp(1, { xclidName: 'other' })))).toEqual([['other'], true]);
    expect(names(() => put('asps', asp(1, { bringsCvTag: false })))).toEqual([['click1'], true]);
    expect(names(() => put('asps', asp(1, { bringsCvTag: false, xclidName: 'without a tag' })))).toEqual([
      ['without a tag'],
      true,
    ]);
    expect(names(() => put('ads', ad(1, { aspId: null })))).toEqual([[], true]);
    expect(names(() => put('ads', ad(1, { ownParameters: true, parameters: { xclid: 'own' } })))).toEqual([
      ['own'],
      true,
    ]);
    expect(names(() => remove('asps', 1))).toEqual([['own'], true]);
    redirects.get(1);
    put('redirects', redirect(1, { redirectFlag: false }));
    expect(redirects.get(1)?.counts).toBe(false);
    put('redirects', redirect(1, { redirectUrl: '' }));
    put('ads', ad(1, { redirectUrl: 'https://shop.example/other' }));
    expect(redirects.get(1)).toMatchObject({
      adPage: 'https://shop.example/other',
      landing: { plain: 'https://shop.example/other' },
    });
    remove('ads', 1);
    expect([redirects.get(1), redirects.has(1)]).toEqual([undefined, true]);
  });

  it('are empty without rows', () => {
    const { products, ads, redirects, rows } = createTrackingIndex();
    expect([
      products.get(1),
      ads.get(1),
      redirects.get(1),
      TRACKING_TABLES.map(table => rows[table].size),
    ]).toEqual([undefined, undefined, undefined, [0, 0, 0, 0, 0, 0]]);
  });
});
