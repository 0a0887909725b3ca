import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireDeclaredAccess } from '../../../server/http/access.ts';
import { routedAddress, serveConsole } from '../../../server/http/console.ts';
import { handleFailures, notFound } from '../../../server/http/error-handler.ts';

const THEME = "document.documentElement.dataset.theme = 'é';";
const PAGE = `<!doctype html><html lang="ja"><head><title>Touchpath é</title><link rel="icon" href="/icon.svg" type="image/svg+xml"><script>${THEME}</script><script type="module" src="/assets/index-a1.js"></script></head><body>日本語</body></html>`;

const EARLY_WORDS = { title: '早い', lead: null };
const EARLY = {
  pattern: '^/early/?$',
  scripts: ['/assets/early.js'],
  styles: [],
  texts: { ja: [], en: [], 'zh-CN': [] },
  words: { ja: EARLY_WORDS, en: EARLY_WORDS, 'zh-CN': EARLY_WORDS },
  isLeadBelow: false,
};

let dir: string;
let app: FastifyInstance;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'touchpath-console-'));
  await mkdir(join(dir, 'assets'));
  await mkdir(join(dir, '.vite'));
  await writeFile(join(dir, 'index.html'), PAGE);
  await writeFile(join(dir, 'icon.svg'), '<svg/>');
  await writeFile(join(dir, 'assets/index-a1.js'), 'plain');
  await writeFile(join(dir, 'assets/index-a1.js.br'), 'brotli');
  await writeFile(join(dir, 'assets/index-a1.js.gz'), 'gzip');
  await writeFile(join(dir, 'assets/index.br.css'), 'a { b: c }');
  await writeFile(join(dir, 'icon.svg.gz'), 'gzip');
  await writeFile(join(dir, '.vite/manifest.json'), '{}');
  await writeFile(join(dir, '.vite/pages.json'), JSON.stringify([EARLY]));
  app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, rewriteUrl: routedAddress });
  handleFailures(app);
  requireDeclaredAccess(app);
  app.get('/api/v1/ads/', { config: { access: 'public' } }, () => ({ ads: [] }));
  app.setNotFoundHandler(notFound);
  await serveConsole(app, dir);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await rm(dir, { recursive: true });
});

const browse = (url: string, headers: Record<string, string> = { accept: 'text/html,*/*' }) =>
  app.inject({ url, headers });

describe('the console', () => {
  it.each([
    '/',
    '/login',
    '/analyze/attribution?from=2026-01-01',
    '/log/reference/',
    '/no/such/screen',
    '/%E6%97%A5%E6%9C%AC',
    '/%E0%A4%A?from=%E0',
    '/ad/%',
    '/%C3%28%zz%7',
    '/report',
    '/editor',
  ])('is served to a browser at %s', async url => {
    const answer = await browse(url);
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'text/html; charset=utf-8',
      PAGE,
    ]);
    expect(answer.headers).toMatchObject({
      'cache-control': 'no-cache',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
      vary: 'cookie',
    });
    expect(answer.headers).not.toHaveProperty('x-robots-tag');
  });

  it('allows only its own scripts', async () => {
    const policy = String((await browse('/')).headers['content-security-policy']);
    const hash = createHash('sha256').update(THEME).digest('base64');
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'self' 'sha256-${hash}'`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "manifest-src 'self'",
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  it.each(['/shared-board', '/shared-board/', '/shared-board?x=1'])(
    'shows readers of a shared board neither its name nor its icon at %s, and names the address to nobody',
    async url => {
      const { statusCode, body, headers } = await browse(url);
      expect([statusCode, body]).toEqual([
        200,
        PAGE.replace('Touchpath é', '…').replace('href="/icon.svg" type="image/svg+xml"', 'href="data:,"'),
      ]);
      expect(headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'content-security-policy': (await browse('/')).headers['content-security-policy'],
      });
    },
  );

  it.each(['/x/shared-board', '/shared-board/x', '/shared-boards'])('has its name at %s', async url => {
    expect((await browse(url)).body).toBe(PAGE);
  });

  it('shows signed-in users the title of a screen before its code has come', async () => {
    const headers = { accept: 'text/html', cookie: 'touchpath-signed-in=true' };
    expect((await browse('/early?x=1', headers)).body).toContain('/assets/early.js');
    expect((await browse('/early')).body).toBe(PAGE);
  });

  it('is marked for showing its machines only if the setting is on', async () => {
    const other = Fastify();
    await serveConsole(other, dir, { machines: true });
    const [shown, hidden] = await Promise.all([
      other.inject({ url: '/dev/machines', headers: { accept: 'text/html' } }),
      browse('/dev/machines'),
    ]);
    expect(shown.body).toBe(PAGE.replace('</head>', '<meta name="touchpath-machines" content="1" /></head>'));
    expect(hidden.body).toBe(PAGE);
    await other.close();
  });

  it('contains the escaped version of its server', async () => {
    const other = Fastify();
    await serveConsole(other, dir, { machines: true, build: '1.0 "<é>"' });
    expect((await other.inject('/')).body).toContain(
      '<meta name="touchpath-machines" content="1" /><meta name="touchpath-build" content="1.0 &#34;&#60;é&#62;&#34;" /></head>',
    );
    await other.close();
  });

  it('is revalidated with 304 while it is unchanged', async () => {
    const { headers } = await browse('/');
    expect(headers['etag']).toMatch(/^"[\w-]{22}"$/);
    expect((await browse('/shared-board')).headers['etag']).not.toBe(headers['etag']);
    const again = await browse('/login', { accept: 'text/html', 'if-none-match': String(headers['etag']) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('has hashed files cached permanently, and others revalidated', async () => {
    expect((await browse('/assets/index-a1.js', {})).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await browse('/icon.svg', {})).headers['cache-control']).toBe('no-cache');
  });

  it('has one route for hashed files, so that their names, which change with every build, are in no metric', () => {
    const has = (url: string) => app.hasRoute({ method: 'GET', url });
    expect([has('/assets/*'), has('/assets/index-a1.js')]).toEqual([true, false]);
  });

  it('redirects the default icon address to its own icon', async () => {
    const { statusCode, headers } = await browse('/favicon.ico', {});
    expect([statusCode, headers['location'], headers['cache-control']]).toEqual([
      308,
      '/icon.svg',
      'no-cache',
    ]);
  });

  it.each([
    ['br, gzip', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['', undefined, 'plain'],
  ])('is sent as compressed by the build to a browser that accepts %j', async (accepted, encoding, body) => {
    const answer = await browse('/assets/index-a1.js', { 'accept-encoding': accepted });
    expect([answer.headers['content-encoding'], answer.body, answer.headers['content-type']]).toEqual([
      encoding,
      body,
      'application/javascript; charset=utf-8',
    ]);
  });

  it.each([
    '/api/v1/nothing/',
    '/api',
    '/graphql/x',
    '/r/1',
    '/t/1.js',
    '/e',
    '/i/1.gif',
    '/cv',
    '/assets/gone-b2.js',
    '/.vite/manifest.json/..%2f..%2fpackage.json',
  ])('does not answer at %s', async url => {
    const answer = await browse(url, {
      accept: 'text/html',
      'sec-fetch-dest': url.endsWith('json') ? 'empty' : 'document',
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { code: 'not_found' }]);
  });

  it('does not answer a script or file request, or a POST', async () => {
    expect((await browse('/login.js', { accept: '*/*' })).statusCode).toBe(404);
    expect((await browse('/login', { accept: 'text/html', 'sec-fetch-dest': 'script' })).statusCode).toBe(
      404,
    );
    expect(
      (await app.inject({ method: 'POST', url: '/login', headers: { accept: 'text/html' } })).statusCode,
    ).toBe(404);
  });

  it('is served where a browser says that it opens a page, and at addresses that only contain those of others', async () => {
    for (const url of ['/login', '/x/api/y', '/apis'])
      expect((await browse(url, { 'sec-fetch-dest': 'document' })).body, url).toBe(PAGE);
    expect((await browse('/assets/index.br.css', {})).body).toBe('a { b: c }');
  });

  it('does not serve build files that are not for browsers', async () => {
    for (const url of [
      '/.vite/manifest.json',
      '/assets/index-a1.js.br',
      '/assets/index-a1.js.gz',
      '/icon.svg.gz',
      '/assets/%2e%2e/.vite/pages.json',
      '/assets/..%2findex.html',
      '/assets/',
      '/index.html',
    ])
      expect((await browse(url, { accept: '*/*' })).statusCode, url).toBe(404);
  });

  it('is served at addresses that only browsers resolve', async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    // Sent verbatim, since inject and fetch normalise them.
    const ask = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        request({ host: '127.0.0.1', port, path, headers: { accept: 'text/html' }, agent: false }, answer => {
          answer.resume();
          resolve(answer.statusCode);
        })
          .on('error', reject)
          .end();
      });
    expect(await Promise.all(['//', '///', '//[', '/\\', 'http://elsewhere.example/login'].map(ask))).toEqual(
      [200, 200, 200, 200, 200],
    );
  });

  it('does not answer for the API', async () => {
    expect((await browse('/api/v1/ads/')).json()).toEqual({ ads: [] });
  });
});

it('a console that is not built fails the start with a message', async () => {
  await expect(serveConsole(Fastify(), join(dir, 'nowhere'))).rejects.toThrow(/not built/);
});

it.each([
  ['/%E6%97%A5?x=%zz', '/%E6%97%A5?x=%zz'],
  ['/%E0%A4%A?from=%E0', '/%25E0%25A4%25A?from=%E0'],
  ['/%41%zz', '/%41%25zz'],
  ['/100?x=%E0', '/100?x=%E0'],
])('the address %s is routed as %s where a browser opens it, else as it is', (url, routed) => {
  expect(routedAddress({ url, headers: { accept: 'text/html' } })).toBe(routed);
  expect(routedAddress({ url, headers: { accept: '*/*' } })).toBe(url);
});
