import { describe, expect, it } from 'vitest';
import type { Reason } from '../../../server/collector/reasons.ts';
import {
  chooseLanding,
  refuseRetired,
  flagRepeat,
  NO_PARAMETERS,
  readParameters,
  refuseLongRequest,
  type ClickDraft,
} from '../../../server/collector/click-steps.ts';
import {
  findOwnClick,
  parsePage,
  refuseForeignOrigin,
  refuseForeignPage,
  sanitizeReferrer,
  assignVisitor,
  type PageDraft,
} from '../../../server/collector/page-steps.ts';
import {
  flagBot,
  refuseDisabledCompany,
  refuseHead,
  refusePrefetch,
} from '../../../server/collector/steps.ts';
import type { TrackedProduct } from '../../../server/collector/tracking.ts';

const NOW = Date.UTC(2026, 1, 28, 15);
const DAY_MS = 86_400_000;
const person = { device: 'desktop', os: '', osVersion: '', browser: '', browserVersion: '', bot: false };
const pages = [{ number: 2, rate: 100, href: 'https://shop.example/lpo' }];

const clickDraft: ClickDraft = {
  agent: person,
  bot: 0,
  method: 'GET',
  purpose: '',
  inService: true,
  requestLength: 8_192,
  counts: true,
  host: 'shop.example',
  redirectId: 7,
  plan: { plain: 'https://shop.example/plain', pages: [], dynamic: false },
  visitorId: '5',
  now: NOW,
  previous: null,
  names: [],
  query: new URLSearchParams(),
  parameters: NO_PARAMETERS,
  landing: '',
  lpoNumber: 0,
  repeated: 0,
};

describe('a click', () => {
  const changed = (change: Partial<ClickDraft>): ClickDraft => ({ ...clickDraft, ...change });

  type Dropped = [
    name: string,
    step: (draft: ClickDraft) => ClickDraft | Reason,
    change: Partial<ClickDraft>,
    reason: Reason,
  ];

  it("is a bot's if its agent is a bot", () => {
    expect(flagBot(clickDraft)).toBe(clickDraft);
    expect(flagBot(changed({ agent: { ...person, bot: true } })).bot).toBe(1);
  });

  it.each([
    ['a HEAD request', refuseHead, { method: 'HEAD' }, 'head'],
    ['a prefetch', refusePrefetch, { purpose: 'prefetch;prerender' }, 'prefetch'],
    ['a disabled company', refuseDisabledCompany, { inService: false }, 'company_disabled'],
    ['8,193 characters', refuseLongRequest, { requestLength: 8_193 }, 'url_too_long'],
    ['a retired redirect', refuseRetired, { counts: false }, 'retired'],
  ] as Dropped[])('is not counted if it is %s', (_, step, change, reason) => {
    expect(step(clickDraft)).toBe(clickDraft);
    expect(step(changed(change))).toBe(reason);
  });

  it('keeps the parameters that its network names, in storable form', () => {
    const query = new URLSearchParams(`click=${'é'.repeat(256)}&k=a%00b&other=c`);
    const names = [
      ['xclid', 'click'],
      ['media_management1', 'k'],
      ['media_session', 'missing'],
    ] as const;
    expect(readParameters(clickDraft)).toBe(clickDraft);
    expect(new Set(Object.values(NO_PARAMETERS))).toEqual(new Set(['']));
    expect(readParameters(changed({ query, names })).parameters).toEqual({
      xclid: 'é'.repeat(255),
      media_session: '',
      media_management1: 'a\ufffdb',
      media_management2: '',
      media_management3: '',
    });
  });

  it('leads to the requested page, else to a page of the LPO, else to the plain page', () => {
    const query = new URLSearchParams('url=https://shop.example/asked');
    const landing = (change: Partial<ClickDraft>) => {
      const chosen = chooseLanding(changed(change));
      return [chosen.landing, chosen.lpoNumber];
    };
    const plan = { plain: 'https://shop.example/plain', pages, dynamic: true };
    expect(landing({ query, plan })).toEqual(['https://shop.example/asked', 0]);
    expect(landing({ query, plan: { ...plan, dynamic: false } })).toEqual(['https://shop.example/lpo', 2]);
    expect(landing({ plan })).toEqual(['https://shop.example/lpo', 2]);
    expect(landing({ query, plan: { ...plan, pages: [] }, host: 'other.example' })).toEqual([
      'https://shop.example/plain',
      0,
    ]);
  });

  it.each([
    [null, 0],
    [-1, 0],
    [0, 1],
    [999, 1],
    [1_000, 0],
  ] as const)('that follows another after %j ms is a repeat (double click): %i', (age, repeated) => {
    const previous = age === null ? null : { at: NOW - age };
    expect(flagRepeat(changed({ previous })).repeated).toBe(repeated);
  });
});

describe('a page view', () => {
  const product = { id: 3, host: 'shop.example', senders: ['sender.example'] } as unknown as TrackedProduct;
  const click = { interactionId: 9n, visitorId: '41', adId: 1 };
  const draftOf = (address: string, change: Partial<PageDraft> = {}): PageDraft => ({
    agent: person,
    bot: 0,
    method: 'POST',
    purpose: '',
    inService: true,
    product,
    origin: null,
    address,
    page: new URL(address),
    relation: 'own',
    referrer: '',
    now: NOW,
    visitor: '',
    remembered: '',
    passMs: 1_800_000,
    acceptedAt: ({ interactionId }) => (interactionId === 9n ? NOW : 0),
    readClick: text => (text === 'C' ? click : null),
    readPass: (text, id) => (text === 'P' && id === 3 ? { visitorId: '77', issued: NOW / 1000 } : null),
    click: null,
    landed: false,
    token: '',
    visitorId: null,
    ...change,
  });
  const page = 'https://shop.example/';

  it('has an http or https URL, of which at most 2,048 characters are stored: of a longer one the path', () => {
    const named = (address: string) => {
      const read = parsePage({ ...draftOf(page), address, page: null });
      return typeof read === 'string' ? read : read.page?.href;
    };
    const long = page + 'x'.repeat(2_048 - page.length);
    expect(named(long)).toBe(long);
    const stored = (address: string) => {
      const read = parsePage({ ...draftOf(page), address, page: null });
      return typeof read === 'string' ? read : read.address;
    };
    expect(stored(long)).toBe(long);
    expect(stored(`${long}é`)).toBe(long);
    for (const end of [`?state=${'x'.repeat(2_048)}`, `#/thanks?${'x'.repeat(2_048)}`]) {
      expect(named(`${page}thanks${end}`)).toBe(`${page}thanks${end}`);
      expect(stored(`${page}thanks${end}`)).toBe(`${page}thanks`);
    }
    expect(named('http://shop.example/')).toBe('http://shop.example/');
    for (const wrong of [
      'ftp://shop.example/',
      '/thanks',
      'https://shop.example/\u0000',
      'https://shop.example/\u007f',
    ]) {
      expect(named(wrong)).toBe('invalid_url');
    }
  });

  it("must come from the product's domains or a sender's", () => {
    const origin = (text: string | null) => refuseForeignOrigin(draftOf(page, { origin: text }));
    for (const taken of [null, 'https://shop.example', 'https://www.sender.example'])
      expect(origin(taken)).toBeTypeOf('object');
    for (const refused of ['https://net.example', 'null', '']) expect(origin(refused)).toBe('foreign_origin');
    const relation = (address: string) => {
      const read = refuseForeignPage(draftOf(address, { relation: 'foreign' }));
      return typeof read === 'string' ? read : read.relation;
    };
    expect(relation('https://a.shop.example./')).toBe('own');
    expect(relation('https://sender.example/')).toBe('sender');
    expect(relation('https://net.example/')).toBe('foreign_page');
    expect(refuseForeignPage({ ...draftOf(page), page: null })).toBe('foreign_page');
  });

  it('keeps a storable referrer', () => {
    const plain = draftOf(page, { referrer: 'https://net.example/a' });
    expect(sanitizeReferrer(plain)).toBe(plain);
    expect(sanitizeReferrer(draftOf(page, { referrer: 'a\nb' })).referrer).toBe('a\ufffdb');
  });

  it('belongs to the click in its address before the one that the browser remembers', () => {
    const found = (address: string, change: Partial<PageDraft> = {}) => {
      const draft = findOwnClick(draftOf(address, change));
      return [draft.click, draft.token, draft.landed];
    };
    expect(found(`${page}?xclid=C`, { remembered: 'D' })).toEqual([click, 'C', true]);
    expect(found(`${page}?xclid=D`, { remembered: 'C' })).toEqual([click, 'C', false]);
    expect(found(`${page}?axclid=C`)).toEqual([null, '', false]);
    for (const without of [page, `${page}?axclid=C`])
      expect(found(without, { readClick: () => click })).toEqual([null, '', false]);
    expect(findOwnClick({ ...draftOf(page), page: null }).click).toBeNull();
    expect(found(page, { remembered: 'D' })).toEqual([null, '', false]);
    const readClick = (_: string, id: number) => (id === 3 ? click : null);
    expect(found(page, { remembered: 'C', readClick })).toEqual([click, 'C', false]);
    // Two are remembered after a landing without an answer, and where the address has another product's click.
    for (const remembered of ['C D', 'D C', 'C'])
      expect(found(`${page}?xclid=D`, { remembered })).toEqual([click, 'C', false]);
    expect(found(page, { remembered: 'D D C' })).toEqual([null, '', false]);
  });

  it.each([
    [-1, true],
    [0, true],
    [DAY_MS - 1, true],
    [DAY_MS, false],
  ])('accepts a click that is %i ms old: %s', (age, taken) => {
    expect(findOwnClick(draftOf(`${page}?xclid=C`, { acceptedAt: () => NOW - age })).landed).toBe(taken);
  });

  it.each([
    [-1_000, '1'],
    [0, '77'],
    [1_799_000, '77'],
    [1_800_000, '1'],
  ])('with a pass that is %i ms old belongs to visitor %s', (age, visitor) => {
    const readPass = () => ({ visitorId: '77', issued: (NOW - age) / 1_000 });
    expect(assignVisitor(draftOf(`${page}?tpx=P`, { readPass, visitor: '1' })).visitorId).toBe(visitor);
  });

  it('is handed over by the last valid pass, because links get one of each product', () => {
    const issued = { P: NOW / 1_000, Q: NOW / 1_000 - 5, old: 0 } as Record<string, number>;
    const readPass = (text: string) =>
      issued[text] === undefined ? null : { visitorId: text === 'P' ? '77' : '78', issued: issued[text] };
    const visitorAt = (query: string) =>
      assignVisitor(draftOf(page + query, { readPass, visitor: '1' })).visitorId;
    expect(visitorAt('?tpx=P&tpx=x&tpx=old')).toBe('77');
    expect(visitorAt('?tpx=P&tpx=Q&tpx=x')).toBe('78');
    expect(visitorAt(`?tpx=P${'&tpx=x'.repeat(7)}`)).toBe('77');
    expect(visitorAt(`?tpx=P${'&tpx=x'.repeat(8)}`)).toBe('1');
  });

  it('ends the click of another visitor by a hand-over, and no other click', () => {
    const takenFrom = (address: string, change: Partial<PageDraft> = {}) => {
      const draft = assignVisitor(draftOf(address, { click, token: 'C', visitor: '1', ...change }));
      return [draft.visitorId, draft.click, draft.token];
    };
    expect(takenFrom(`${page}?tpx=P`)).toEqual(['77', null, '']);
    expect(takenFrom(`${page}?tpx=P`, { click: { ...click, visitorId: '77' } })).toEqual([
      '77',
      { ...click, visitorId: '77' },
      'C',
    ]);
    expect(takenFrom(`${page}?tpx=P`, { landed: true })).toEqual(['41', click, 'C']);
    expect(takenFrom(`${page}?tpx=P`, { relation: 'sender' })).toEqual(['41', click, 'C']);
    expect(takenFrom(`${page}?tpx=Q`)).toEqual(['41', click, 'C']);
    expect(takenFrom(page)).toEqual(['41', click, 'C']);
    expect(takenFrom(page, { click: null, token: '' })).toEqual(['1', null, '']);
    expect(takenFrom(page, { click: null, token: '', visitor: '0' })).toEqual([null, null, '']);
    const readPass = (text: string) => (text === '' ? null : { visitorId: '77', issued: NOW / 1_000 });
    for (const without of ['?a=tpx', '?atpx=P'])
      expect(takenFrom(page + without, { readPass })).toEqual(['41', click, 'C']);
    expect(takenFrom(page, { page: null })).toEqual(['41', click, 'C']);
  });
});
