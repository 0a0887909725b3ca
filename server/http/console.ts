import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { declarePublic } from './access.ts';

/** What the build names after its content; it never changes under its name. */
const HASHED = 'assets';
const FOREVER = 'public, max-age=31536000, immutable';
/** Kept, but asked for anew each time: a deployment shows at once. */
const ASKED_ANEW = 'no-cache';

/** Any: only the path of an address is looked at. */
const ORIGIN = 'http://console.invalid';

/** Addresses of other parts of this server. What they do not know is not a screen. */
const OTHERS = /^\/(?:api|graphql|r|t|e|i|cv|assets|healthz|readyz|metrics)(?:\/|$)/;

/**
 * The hashes of a page's inline scripts, as a policy names them. There are few or none; each is fixed by the
 * build.
 */
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
 * What the console's pages may load and do. Scripts come from this server only, none is written into a page
 * beyond those of the build.
 * Styles may be inline: PrimeReact brings those of its components as style elements, and charts set them in
 * attributes.
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

/** What a page says of the server that it comes from. */
interface PageFacts {
  /** Whether administrators may look at the machines (src/console/machines-shown.ts). */
  readonly machines?: boolean;
  /** Version and commit (src/console/build.ts). */
  readonly build?: string;
}

const escaped = (text: string): string => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`);

const metasOf = ({ machines = false, build }: PageFacts): string =>
  [
    ...(machines ? ['<meta name="touchpath-machines" content="1" />'] : []),
    ...(build === undefined ? [] : [`<meta name="touchpath-build" content="${escaped(build)}" />`]),
  ].join('');

/** A browser that opens an address, as opposed to a script, an image or a program that asks for a file. */
const isNavigation = (request: FastifyRequest): boolean =>
  request.headers['sec-fetch-dest'] === 'document' ||
  (request.headers['sec-fetch-dest'] === undefined && (request.headers.accept ?? '').includes('text/html'));

/**
 * Serves the built console: its files under their names, and its page for every other address that a browser
 * opens, because the
 * console's own router knows the screens. Anything else stays what it is without a console: a JSON 404.
 *
 * Files that the build has compressed beside themselves (`.br`, `.gz`) are sent so. To be called after every
 * other route.
 *
 * @param dir the folder that the build wrote
 * @param said what the page says of the server, see {@link PageFacts}
 * @throws when there is no build
 */
export const serveConsole = async (
  app: FastifyInstance,
  dir: string,
  facts: PageFacts = {},
): Promise<void> => {
  const built = await readFile(join(dir, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw new Error(`The console is not built: ${dir} has no index.html.`, { cause });
  });
  const html = built.replace('</head>', () => `${metasOf(facts)}</head>`);
  const headers = {
    'content-security-policy': policyOf(html),
    'cache-control': ASKED_ANEW,
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  };
  const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;

  await app.register(async scope => {
    declarePublic(scope);
    await scope.register(fastifyStatic, {
      root: dir,
      prefix: '/',
      index: false,
      wildcard: false,
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      schemaHide: true,
      globIgnore: ['index.html', '**/*.{br,gz,map}'],
      setHeaders: (reply, path) => {
        reply.setHeader('cache-control', path.startsWith(join(dir, HASHED) + sep) ? FOREVER : ASKED_ANEW);
      },
    });
    // Browsers ask for it beside whatever is no page of ours: a picture, a file that was downloaded.
    scope.get('/favicon.ico', { schema: { hide: true } }, (_, reply) =>
      reply.header('cache-control', ASKED_ANEW).redirect('/icon.svg', 308),
    );
    scope.get('/*', { schema: { hide: true } }, (request, reply) => {
      // `//` and the like are addresses to a browser's taste, but not to URL's.
      const pathname = URL.canParse(request.url, ORIGIN)
        ? new URL(request.url, ORIGIN).pathname
        : request.url;
      // The address itself is the console for whoever asks, a health check or curl among them.
      if (OTHERS.test(pathname) || (pathname !== '/' && !isNavigation(request))) return reply.callNotFound();
      void reply.headers(headers).header('etag', etag);
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type('text/html; charset=utf-8').send(html);
    });
  });
};
