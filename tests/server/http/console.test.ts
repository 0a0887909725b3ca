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
const PAGE = `<!doctype html><html lang="ja"><head><script>${THEME}</script><script type="module" src="/assets/index-a1.js"></script></head><body>日本語</body></html>`;

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
  await writeFile(join(dir, '.vite/manifest.json'), '{}');
  await writeFile(join(dir, '.vite/pages.json'), '[]');
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
    });
  });

  it('allows only its own scripts', async () => {
    const policy = String((await browse('/')).headers['content-security-policy']);
    const hash = createHash('sha256').update(THEME).digest('base64');
    expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("script-src 'self' 'unsafe");
  });

  it('is marked for showing its machines only if the setting is on', async () => {
    const other = Fastify();
    await serveConsole(other, dir, { machines: true });
    const [shown, hidden] = await Promise.all([
      other.inject({ url: '/dev/machines', headers: { accept: 'text/html' } }),
      browse('/dev/machines'),
    ]);
    expect(shown.body).toContain('<meta name="touchpath-machines" content="1" /></head>');
    expect(hidden.body).not.toContain('touchpath-machines');
    await other.close();
  });

  it('contains the escaped version of its server', async () => {
    const other = Fastify();
    await serveConsole(other, dir, { build: '1.0 "<é>"' });
    expect((await other.inject('/')).body).toContain(
      '<meta name="touchpath-build" content="1.0 &#34;&#60;é&#62;&#34;" /></head>',
    );
    await other.close();
  });

  it('is revalidated with 304 while it is unchanged', async () => {
    const { headers } = await browse('/');
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
    expect([statusCode, headers['location']]).toEqual([308, '/icon.svg']);
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

  it('does not serve build files that are not for browsers', async () => {
    for (const url of [
      '/.vite/manifest.json',
      '/assets/index-a1.js.br',
      '/assets/index-a1.js.gz',
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
