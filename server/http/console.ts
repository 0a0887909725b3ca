import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { declarePublic } from './access.ts';
import { compressAnswers } from './compression.ts';
import { createEarlyPages, type BuiltPage } from './early-page.ts';
import { escaped } from './html.ts';

/** Folder of files with a content hash in their names, which never change. */
const HASHED = 'assets';
/** Compressed forms, which the file without the ending is sent as, and source maps. */
const UNSERVED = /\.(?:br|gz|map)$/;
/** What each page loads, and is not served itself. */
const PAGES = '.vite/pages.json';
const FOREVER = 'public, max-age=31536000, immutable';
/** Cache policy of files that are revalidated at each request, so that a deployment takes effect at once. */
const REVALIDATE = 'no-cache';

/** Base for parsing addresses; only their path is used. */
const ORIGIN = 'http://console.invalid';

/** Paths of other parts of this server; an unknown path below them is no screen of the console. */
const OTHERS = /^\/(?:api|graphql|r|t|e|i|cv|assets|healthz|readyz|metrics)(?:\/|$)/;

/** Hashes of a page's inline scripts, as a content security policy lists them. */
const inlineScripts = (html: string): string[] =>
  html
    .split('<script')
    .slice(1)
    .flatMap(text => {
      const [attributes = '', script = ''] = text.split('</script', 1)[0]!.split(/>([^]*)/);
      return /\ssrc=/.test(attributes)
        ? []
        : [`'sha256-${createHash('sha256').update(script).digest('base64')}'`];
    });

/**
 * Content security policy of the console. Scripts load from this server only, apart from inline scripts of the build.
 * Inline styles are allowed, because PrimeReact adds style elements and charts set style attributes.
 */
const policyOf = (html: string): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...inlineScripts(html)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Facts about the server that the page contains as meta elements. */
interface PageFacts {
  /** Whether administrators may open the machines page (src/console/machines-shown.ts). */
  readonly machines?: boolean;
  /** Version and commit (src/console/build.ts). */
  readonly build?: string;
}

const metasOf = ({ machines = false, build }: PageFacts): string =>
  [
    ...(machines ? ['<meta name="touchpath-machines" content="1" />'] : []),
    ...(build === undefined ? [] : [`<meta name="touchpath-build" content="${escaped(build)}" />`]),
  ].join('');

/** The page of shared boards, which readers open who must not see the name of the program. */
const SHARED_BOARD = /^\/shared-board\/?$/;
const UNNAMED_HEADERS = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' };

/** The page of the console without name and icon of the program. */
const withoutName = (html: string): string =>
  html
    .replace(/<title>[^<]*<\/title>/, '<title>…</title>')
    .replace('href="/icon.svg" type="image/svg+xml"', 'href="data:,"');

const etagOf = (html: string): string =>
  `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;

/** Whether a browser opens a page, as opposed to loading a script, an image or a file. */
const isNavigation = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['sec-fetch-dest'] === 'document' ||
  (headers['sec-fetch-dest'] === undefined && (headers.accept ?? '').includes('text/html'));

const isDecodable = (path: string): boolean => {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
};

/**
 * The address by which a request is routed. Fastify refuses a path that it cannot decode, such as `/%E0%A4%A`; a
 * browser that opens one gets the page of an unknown address.
 */
export const routedAddress = (request: Pick<IncomingMessage, 'url' | 'headers'>): string => {
  const { url = '/' } = request;
  const path = url.split('?', 1)[0] ?? '';
  return !path.includes('%') || isDecodable(path) || !isNavigation(request)
    ? url
    : path.replaceAll(/%(?![0-7][0-9a-f])/gi, '%25') + url.slice(path.length);
};

/** Serves the files of the build, compressed where it made `.br` or `.gz`. */
const serveFiles = async (scope: FastifyInstance, dir: string): Promise<void> => {
  const served = {
    index: false,
    decorateReply: false,
    preCompressed: true,
    cacheControl: false,
    schemaHide: true,
  } as const;
  // One route for a thousand files: a route for each takes a tenth of a start.
  await scope.register(fastifyStatic, {
    ...served,
    root: join(dir, HASHED),
    prefix: `/${HASHED}/`,
    allowedPath: path => !UNSERVED.test(path),
    setHeaders: reply => {
      reply.setHeader('cache-control', FOREVER);
    },
  });
  await scope.register(fastifyStatic, {
    ...served,
    root: dir,
    prefix: '/',
    wildcard: false,
    globIgnore: ['index.html', `${HASHED}/**`, '**/*.{br,gz,map}'],
    setHeaders: reply => {
      reply.setHeader('cache-control', REVALIDATE);
    },
  });
};

/**
 * Serves the built console: its files, and its page for every other address that a browser opens, because the console
 * has its own router. Other requests get the JSON 404. Must be called after all other routes are registered.
 *
 * @param dir output folder of the build
 * @param facts facts about the server, see {@link PageFacts}
 * @throws {Error} `dir` has no index.html, or no list of pages
 */
export const serveConsole = async (
  app: FastifyInstance,
  dir: string,
  facts: PageFacts = {},
): Promise<void> => {
  const read = (name: string): Promise<string> =>
    readFile(join(dir, name), 'utf8').catch((cause: unknown) => {
      throw new Error(`The console is not built: ${dir} has no ${name}.`, { cause });
    });
  const built = await read('index.html');
  const pages = JSON.parse(await read(PAGES)) as readonly BuiltPage[];
  const html = built.replace('</head>', () => `${metasOf(facts)}</head>`);
  const headers = {
    'content-security-policy': policyOf(html),
    'cache-control': REVALIDATE,
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    vary: 'cookie',
  };
  const [named, unnamed] = [createEarlyPages(html, pages), createEarlyPages(withoutName(html), pages)];

  await app.register(async scope => {
    declarePublic(scope);
    await compressAnswers(scope);
    await serveFiles(scope, dir);
    // Browsers request it for responses that are no page of the console, such as images and downloads.
    scope.get('/favicon.ico', { schema: { hide: true } }, (_, reply) =>
      reply.header('cache-control', REVALIDATE).redirect('/icon.svg', 308),
    );
    scope.get('/*', { schema: { hide: true } }, (request, reply) => {
      // Browsers accept addresses such as `//` that URL refuses.
      const pathname = URL.canParse(request.url, ORIGIN)
        ? new URL(request.url, ORIGIN).pathname
        : request.url;
      // The root address answers the console to every client, for example health checks and curl.
      if (OTHERS.test(pathname) || (pathname !== '/' && !isNavigation(request))) return reply.callNotFound();
      const isShared = SHARED_BOARD.test(pathname);
      const text = (isShared ? unnamed : named)(pathname, request.headers.cookie ?? '');
      const etag = etagOf(text);
      void reply.headers(headers).header('etag', etag);
      if (isShared) void reply.headers(UNNAMED_HEADERS);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('text/html; charset=utf-8').send(text);
    });
  });
};
