import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import type { Progress } from '../../machines/download.ts';
import { sessionMachine, type Recalled, type Tokens } from '../../machines/session.ts';
import { createDownloads, nameOf, type FileWanted } from '../../src/gateway/download.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE, REFUSED, tokens } from '../support/test-console.ts';

const WANTED: FileWanted = {
  path: 'logs/ads',
  format: 'csv',
  columns: ['name', 'click_cost'],
  locale: 'ja',
  query: {
    ordering: '-name',
    where: 'name__contains=a&b',
    search: '',
    product_id: 1,
    ad_id__in: [1, 2],
    show_deleted: undefined,
    cv_type: 0,
    limit: Number.NaN,
  },
};
const CSV = '\uFEFF"広告","単価"\r\n"é\n🎯",1\r\n"二行目",2\r\n';
const HEADERS = {
  'content-type': 'text/csv; charset=utf-8',
  'x-row-count': '2',
  'content-disposition': 'attachment; filename="ads-1.csv"; filename*=UTF-8\'\'%E5%BA%83%E5%91%8A-1.csv',
};
/** A stream of single bytes, so that the end of a row may be split between two chunks. */
const inPieces = (text: string, size = 1) =>
  new ReadableStream<Uint8Array>({
    start: controller => {
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });

/** The real session machine with a server that this test controls. */
const setUp = async (
  answer: (token: string | null, signal: AbortSignal) => Response | Promise<Response>,
  refreshing = async (): Promise<Tokens> => tokens(2),
) => {
  const refresh = vi.fn(async (_: { readonly access: string | null }) => refreshing());
  const session = createActor(
    sessionMachine.provide({
      actors: {
        recall: fromPromise<Recalled, undefined>(async () => tokens(1)),
        refresh: fromPromise(({ input }) => refresh(input)),
        revoke: fromPromise<unknown, undefined>(async () => ({})),
      },
    }),
  ).start();
  await settled();
  const sent: { readonly address: string; readonly token: string | null }[] = [];
  const fetchFile = createDownloads('/api/v1', session, {
    fetch: async (input, init) => {
      const token = new Headers(init?.headers).get('authorization');
      sent.push({ address: String(input), token });
      return answer(token, init?.signal as AbortSignal);
    },
  });
  const progressEvents: Progress[] = [];
  const get = (wanted = WANTED, signal = new AbortController().signal) =>
    fetchFile(wanted, progress => progressEvents.push(progress), signal);
  return { sent, session, refresh, progressEvents, get };
};

describe('a download', () => {
  test('requests the query of the list and the columns in order', async () => {
    const { sent, get } = await setUp(() => new Response(CSV, { headers: HEADERS }));
    await get();
    const { pathname, searchParams } = new URL(sent[0]!.address, 'http://touchpath.test');
    expect([pathname, Object.fromEntries(searchParams)]).toEqual([
      '/api/v1/logs/ads/download/csv/',
      {
        ordering: '-name',
        where: 'name__contains=a&b',
        product_id: '1',
        ad_id__in: '1,2',
        cv_type: '0',
        columns: 'name,click_cost',
        locale: 'ja',
      },
    ]);
  });

  test("delivers the file byte for byte under the server's file name, and reports its rows as they arrive", async () => {
    const { progressEvents, get } = await setUp(() => new Response(inPieces(CSV), { headers: HEADERS }));
    const { name, contents, rows } = await get();
    const bytes = new TextEncoder().encode(CSV);
    expect([name, rows, new Uint8Array(await contents.arrayBuffer())]).toEqual(['広告-1.csv', 2, bytes]);
    expect(progressEvents.at(-1)).toEqual({ bytes: bytes.length, rows: 2, total: 2 });
  });

  test('says since when the settings have been others that the figures of a report follow', async () => {
    const { get } = await setUp(() => new Response(CSV, { headers: HEADERS }));
    expect((await get()).rebuildingSince).toBeNull();
    const since = '2026-11-29T01:05:00.000Z';
    const previous = await setUp(
      () => new Response(CSV, { headers: { ...HEADERS, 'x-rebuilding-since': since } }),
    );
    expect((await previous.get()).rebuildingSince).toBe(since);
  });

  test('of a workbook reports bytes only, since its rows cannot be counted while it arrives', async () => {
    const { progressEvents, get } = await setUp(
      () => new Response(inPieces('PK\r\n\r\n'), { headers: HEADERS }),
    );
    await get({ ...WANTED, format: 'xlsx' });
    expect(progressEvents.at(-1)).toEqual({ bytes: 6, rows: null, total: 2 });
  });

  test('refused for its token is repeated once with a renewed token', async () => {
    const { sent, refresh, get } = await setUp(token =>
      token === 'Bearer access-2'
        ? new Response(CSV, { headers: HEADERS })
        : Response.json({ code: 'unauthenticated' }, { status: 401 }),
    );
    expect((await get()).rows).toBe(2);
    expect([sent.map(({ token }) => token), refresh.mock.calls.length]).toEqual([
      ['Bearer access-1', 'Bearer access-2'],
      1,
    ]);
  });

  test('fails as denied if the renewal is refused, and as offline if the renewal has no network', async () => {
    const refused = await setUp(
      () => Response.json({}, { status: 401 }),
      async () => Promise.reject(REFUSED),
    );
    await expect(refused.get()).rejects.toEqual({ kind: 'denied', code: 'unauthenticated' });
    expect(refused.sent).toHaveLength(1);
    const cut = await setUp(
      () => Response.json({}, { status: 401 }),
      async () => Promise.reject(OFFLINE),
    );
    await expect(cut.get()).rejects.toEqual(OFFLINE);
    cut.session.stop();
  });

  test('fails with the code and values of the server', async () => {
    const { get } = await setUp(() =>
      Response.json(
        { code: 'too_many_downloads', values: { most: 2 }, _message: ['…'] },
        { status: 429, headers: { 'x-request-id': 'r1' } },
      ),
    );
    await expect(get()).rejects.toEqual({
      kind: 'broken',
      code: 'too_many_downloads',
      values: { most: 2 },
      requestId: 'r1',
    });
    const page = await setUp(() => new Response('<h1>Bad Gateway</h1>', { status: 502 }));
    await expect(page.get()).rejects.toEqual({ kind: 'broken', code: 'unexpected', status: 502 });
  });

  test('that breaks off fails without a file', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(new TextEncoder().encode(CSV)),
      pull: controller => controller.error(new TypeError('network error')),
    });
    const { get } = await setUp(() => new Response(broken, { headers: HEADERS }));
    await expect(get()).rejects.toEqual(OFFLINE);
    const lost = await setUp(() => Promise.reject(new TypeError('fetch failed')));
    await expect(lost.get()).rejects.toEqual(OFFLINE);
  });

  test('stops reading when it is cancelled', async () => {
    let cancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull: async controller => {
        await new Promise(resolve => setTimeout(resolve, 5));
        controller.enqueue(new Uint8Array(10));
      },
      cancel: () => {
        cancelled = true;
      },
    });
    const cancelling = new AbortController();
    const { get, progressEvents } = await setUp(() => new Response(endless, { headers: HEADERS }));
    const download = get(WANTED, cancelling.signal);
    await expect.poll(() => progressEvents.length).toBeGreaterThan(0);
    cancelling.abort();
    await expect(download).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(() => cancelled).toBe(true);
  });
});

test.each([
  ['attachment; filename="a.csv"', 'a.csv'],
  ['attachment; filename="a.csv"; filename*=UTF-8\'\'%E5%BA%83.csv', '広.csv'],
  ['attachment; filename="a.csv"; filename*=UTF-8\'\'%E5%BA', 'a.csv'],
  ['attachment', null],
  [null, null],
])('the file name of %s is %s', (disposition, name) => {
  expect(nameOf(disposition)).toBe(name);
});
