import { domainToASCII } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_TOKEN, type Outcome } from '../../../server/clicks/preview.ts';
import type { Collector } from '../../../server/collector/collector.ts';
import { ad, asp, redirect } from '../../../server/store/postgres/schema/index.ts';
import { CHROME, createPreviewApp, type PreviewApp } from '../../support/preview-app.ts';
import { one, type Tenant } from '../../support/tenants.ts';
import type { TestParts } from '../../support/test-parts.ts';

let previewApp: PreviewApp;
let parts: TestParts;
let collector: Collector;
let app: FastifyInstance;
let mine: Tenant;
let rival: Tenant;

beforeAll(async () => {
  previewApp = await createPreviewApp();
  ({ parts, collector, app } = previewApp);
  ({ mine, rival } = previewApp);
  const names = { xclidFlag: true, mediaSessionFlag: true, mediaSessionName: 'セッション' };
  await parts.db.update(asp).set(names).where(eq(asp.id, mine.shelves[0].asp));
  await collector.refresh();
});
afterAll(() => previewApp.close());

const blank = () => ({
  product_id: mine.shelves[0].product,
  ad_id: null as number | null,
  redirect_url: 'https://shop.example/lp?a=1#top',
  lpo_flag: false,
  lpo_entries: [] as { title: string; url: string; rate: number | null }[],
  dynamic_lpurl: false,
  asp: null as number | null,
  own_parameters: false,
  parameters: {},
});
const preview = async (question: object, who: keyof PreviewApp['tokens'] = 'admin') => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/v1/ads/preview_click/',
    payload: { ...blank(), ...question },
    headers: { authorization: `Bearer ${previewApp.tokens[who]}` },
  });
  return {
    status: answer.statusCode,
    body: answer.json<{ visitor_id: string; clicks: Outcome[]; fields?: object }>(),
  };
};

describe('the preview of a click on an unsaved ad', () => {
  it('leads to its plain page', async () => {
    const { body } = await preview({});
    expect(body.visitor_id).toMatch(/^[1-9]\d*$/);
    expect(body.clicks).toEqual([
      {
        redirect_id: null,
        verdict: 'counted',
        location: `https://shop.example/lp?a=1&xclid=${SAMPLE_TOKEN}#top`,
        choice: 'plain',
        entries: [],
        dynamic: 'not_asked',
        values: [],
        unmeasured_hosts: ['shop.example'],
      },
    ]);
  });

  it('names the hosts of its pages at which the tag does not measure', async () => {
    const lpo_entries = [
      { title: 'own', url: 'https://WWW.acme.example/1', rate: 50 },
      { title: 'elsewhere', url: 'https://é日本.example:8443/2', rate: 50 },
      { title: 'never', url: 'https://unused.example/3', rate: 0 },
    ];
    const hostsOf = async (form: object) => (await preview(form)).body.clicks[0]?.unmeasured_hosts;
    expect(await hostsOf({ redirect_url: 'https://acme.example/lp' })).toEqual([]);
    expect(await hostsOf({ redirect_url: 'https://notacme.example/lp' })).toEqual(['notacme.example']);
    expect(await hostsOf({ lpo_flag: true, lpo_entries })).toEqual([domainToASCII('é日本.example')]);
    expect(await hostsOf({ redirect_url: '' })).toEqual([]);
  });

  it('lists the LPO entries that can be chosen with their shares, and keeps the page of a returning visitor', async () => {
    const lpo_entries = [
      { title: '一', url: 'https://shop.example/1', rate: 75 },
      { title: 'never', url: 'https://shop.example/2', rate: 0 },
      { title: 'half typed', url: 'https:/', rate: 10 },
      { title: 'five', url: 'https://shop.example/五', rate: 25 },
      { title: '', url: '', rate: null },
    ];
    const first = await preview({ lpo_flag: true, lpo_entries });
    const [click] = first.body.clicks;
    expect(click?.entries.map(({ number, verdict, share }) => [number, verdict, share])).toEqual([
      [1, 'used', 0.75],
      [2, 'no_rate', 0],
      [3, 'no_web_address', 0],
      [4, 'used', 0.25],
      [5, 'no_web_address', 0],
    ]);
    expect(click?.choice).toBe('lpo');
    expect(click?.entries.filter(({ chosen }) => chosen)).toHaveLength(1);
    for (let n = 0; n < 5; n++)
      expect(
        (await preview({ lpo_flag: true, lpo_entries, visitor_id: first.body.visitor_id })).body,
      ).toEqual(first.body);
    const chosen = new Set<number | undefined>();
    for (let n = 0; n < 60 && chosen.size < 2; n++)
      chosen.add(
        (await preview({ lpo_flag: true, lpo_entries })).body.clicks[0]?.entries.find(entry => entry.chosen)
          ?.number,
      );
    expect([...chosen].toSorted()).toEqual([1, 4]);
  });

  it.each([
    ['https://acme.example/x', 'accepted', `https://acme.example/x?xclid=${SAMPLE_TOKEN}`, 'dynamic'],
    ['https://www.acme.example/', 'accepted', `https://www.acme.example/?xclid=${SAMPLE_TOKEN}`, 'dynamic'],
    [
      'https://evil.example/',
      'foreign_host',
      `https://shop.example/lp?a=1&xclid=${SAMPLE_TOKEN}#top`,
      'plain',
    ],
    [
      'javascript:alert(1)',
      'no_web_address',
      `https://shop.example/lp?a=1&xclid=${SAMPLE_TOKEN}#top`,
      'plain',
    ],
    [
      `https://acme.example/${'x'.repeat(2100)}`,
      'too_long',
      `https://shop.example/lp?a=1&xclid=${SAMPLE_TOKEN}#top`,
      'plain',
    ],
  ])('states why a dynamic URL is followed or not: %#', async (url, dynamic, location, choice) => {
    expect((await preview({ dynamic_lpurl: true, url })).body.clicks).toMatchObject([
      { dynamic, location, choice },
    ]);
    expect((await preview({ dynamic_lpurl: false, url })).body.clicks).toMatchObject([
      { dynamic: 'off', choice: 'plain' },
    ]);
  });

  it('reads the parameters of its network, or its own', async () => {
    const query = 'a_xclid=N-1&%E3%82%BB%E3%83%83%E3%82%B7%E3%83%A7%E3%83%B3=%E6%97%A5&gclid=G';
    expect((await preview({ asp: mine.shelves[0].asp, query })).body.clicks[0]?.values).toEqual([
      { column: 'xclid', name: 'a_xclid', value: 'N-1' },
      { column: 'media_session', name: 'セッション', value: '日' },
    ]);
    expect(
      (
        await preview({
          asp: mine.shelves[0].asp,
          own_parameters: true,
          parameters: { xclid: 'gclid', media_session: '' },
          query,
        })
      ).body.clicks[0]?.values,
    ).toEqual([{ column: 'xclid', name: 'gclid', value: 'G' }]);
    // Another company's ASP counts as none.
    expect((await preview({ asp: rival.shelves[0].asp, query })).body.clicks[0]?.values).toEqual([]);
  });

  it('accepts an incomplete form and states that the click leads nowhere', async () => {
    expect((await preview({ redirect_url: '' })).body.clicks).toMatchObject([
      { verdict: 'lost', location: null, choice: 'none' },
    ]);
    expect((await preview({ redirect_url: 'https:/' })).status).toBe(200);
    expect((await preview({ redirect_url: 'x'.repeat(2001) })).body.fields).toEqual({
      redirect_url: ['too_long'],
    });
  });

  it('is refused without permission to change ads or to see the ad', async () => {
    expect((await preview({}, 'agency')).status).toBe(403);
    expect((await preview({ product_id: rival.shelves[0].product })).status).toBe(403);
    expect((await preview({ ad_id: rival.shelves[0].ads[0] })).status).toBe(404);
    expect((await preview({ ad_id: mine.shelves[1].ads[0] })).status).toBe(404);
  });
});

describe('the preview of a saved ad', () => {
  const address = fc.oneof(
    fc.constantFrom(
      'https://acme.example/lp?a=%E6%97%A5&xclid=old#top',
      'https://www.acme.example/日本?q=é',
      'http://shop.example/',
      '',
      'まだ',
      'javascript:alert(1)',
      'https://user:pw@acme.example/',
      'https://acme.example/?',
    ),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
  );
  const entries = fc.array(
    fc.record(
      {
        title: fc.constantFrom('', 'é', '一番'),
        url: address,
        rate: fc.constantFrom(0, 0.01, 33.33, 50, 100),
      },
      { noNullPrototype: true },
    ),
    { maxLength: 5 },
  );
  const landing = {
    redirectUrl: address,
    lpoFlag: fc.boolean(),
    lpoEntries: entries,
    dynamicLpUrl: fc.boolean(),
  };
  const name = fc.constantFrom('gclid', 'クリック', 'url', 'a b', '');
  const made = fc.record({
    ad: fc.record(
      {
        ...landing,
        status: fc.boolean(),
        ownParameters: fc.boolean(),
        network: fc.boolean(),
        parameters: fc.record(
          { xclid: name, media_session: name, media_management3: name },
          { requiredKeys: [], noNullPrototype: true },
        ),
      },
      { noNullPrototype: true },
    ),
    redirects: fc.array(
      fc.record({ ...landing, redirectFlag: fc.boolean(), status: fc.boolean() }, { noNullPrototype: true }),
      { minLength: 1, maxLength: 3 },
    ),
    visitor: fc.bigInt({ min: 1n, max: 10n ** 18n }).map(String),
    requestedUrl: fc.option(
      fc.oneof(
        { weight: 2, arbitrary: fc.constant('https://acme.example/dyn') },
        address,
        fc.constantFrom('https://acme.example/dyn', '//evil.example', 'https://acme.example.evil.example/'),
      ),
      { nil: null },
    ),
    values: fc.record(
      {
        a_xclid: fc.string({ unit: 'grapheme', maxLength: 300 }),
        gclid: fc.string({ maxLength: 20 }),
        セッション: fc.constantFrom('日', '\n', ''),
        'a b': fc.constantFrom('1+1', '%'),
      },
      { requiredKeys: [] },
    ),
  });

  const PAGE = {
    redirectUrl: 'https://acme.example/lp',
    lpoFlag: false,
    lpoEntries: [],
    dynamicLpUrl: false,
  };
  const AD = { ...PAGE, status: true, ownParameters: false, network: false, parameters: {} };
  const LINK = { ...PAGE, redirectFlag: true, status: true };
  const LPO = {
    lpoFlag: true,
    lpoEntries: [{ title: '一番' as const, url: 'https://acme.example/1', rate: 100 as const }],
  };
  const CLICK = { visitor: '1', requestedUrl: null, values: {} };
  /** One example for each outcome of a click, because random examples may miss some. */
  const OUTCOME_EXAMPLES: [typeof made extends fc.Arbitrary<infer Example> ? Example : never][] = [
    [{ ...CLICK, ad: AD, redirects: [LINK, { ...LINK, ...LPO }, { ...LINK, redirectFlag: false }] }],
    [
      {
        ...CLICK,
        ad: AD,
        redirects: [{ ...LINK, dynamicLpUrl: true }],
        requestedUrl: 'https://acme.example/dyn',
      },
    ],
    [{ ...CLICK, ad: { ...AD, redirectUrl: '' }, redirects: [{ ...LINK, redirectUrl: '' }] }],
  ];

  it('equals what its click addresses do', async () => {
    const owned = { companyId: mine.id, productId: mine.shelves[0].product };
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        made,
        async ({ ad: { network, ...values }, redirects, visitor, requestedUrl, values: sent }) => {
          const { id } = one(
            await parts.db
              .insert(ad)
              .values({ ...owned, ...values, name: 'é', aspId: network ? mine.shelves[0].asp : null })
              .returning(),
          );
          const links = await parts.db
            .insert(redirect)
            .values(redirects.map(link => ({ ...owned, ...link, adId: id })))
            .returning();
          await collector.refresh();
          // Halves of surrogate pairs cannot be sent in an address.
          const query = new URLSearchParams(Object.entries(sent)).toString();
          const { body } = await preview({
            ad_id: id,
            redirect_url: values.redirectUrl,
            lpo_flag: values.lpoFlag,
            lpo_entries: values.lpoEntries,
            dynamic_lpurl: values.dynamicLpUrl,
            asp: network ? mine.shelves[0].asp : null,
            own_parameters: values.ownParameters,
            parameters: values.parameters,
            visitor_id: visitor,
            url: requestedUrl,
            query,
          });
          const alive = links.filter(link => link.status);
          expect(body.clicks.map(click => click.redirect_id)).toEqual(
            alive.length === 0 ? [null] : alive.map(link => link.id),
          );
          for (const click of body.clicks) {
            if (click.redirect_id === null) continue;
            const clickQuery = new URLSearchParams(query);
            if (requestedUrl !== null && requestedUrl !== '') clickQuery.set('url', requestedUrl);
            const answer = await app.inject({
              url: `/r/${click.redirect_id}?${clickQuery}`,
              headers: { 'user-agent': CHROME, cookie: `tpv${mine.id}=${visitor}` },
            });
            const location =
              answer.headers.location?.replace(/(?<=[?&]xclid=)[\w-]{35}(?=#|$)/, SAMPLE_TOKEN) ?? null;
            expect([answer.statusCode, location]).toEqual([
              click.verdict === 'lost' ? 410 : 302,
              click.location,
            ]);
            expect(answer.headers['set-cookie'] === undefined).toBe(click.verdict !== 'counted');
            outcomes.add(`${click.verdict} ${click.choice}`);
            if (click.verdict !== 'counted') continue;
            await collector.drain();
            const [row] = await (
              await parts.columnar.query({
                query:
                  'SELECT lpo_number, xclid, media_session_id, media_management3 FROM contact WHERE redirect_id = {id: UInt32}',
                query_params: { id: click.redirect_id },
                format: 'JSONEachRow',
              })
            ).json<Record<string, unknown>>();
            const previewedValue = (column: string) =>
              click.values.find(value => value.column === column)?.value ?? '';
            expect(row).toEqual({
              lpo_number: click.entries.find(entry => entry.chosen)?.number ?? 0,
              xclid: previewedValue('xclid'),
              media_session_id: previewedValue('media_session'),
              media_management3: previewedValue('media_management3'),
            });
          }
        },
      ),
      { numRuns: 60, examples: OUTCOME_EXAMPLES },
    );
    // The examples cover every outcome of a click.
    expect([...outcomes].toSorted()).toEqual([
      'counted dynamic',
      'counted lpo',
      'counted plain',
      'lost none',
      'uncounted ad_page',
    ]);
  }, 120_000);
});
