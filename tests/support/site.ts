import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A website of an advertiser: static pages on their own origin with a strict Content-Security-Policy. */
export interface Site {
  readonly origin: string;
  /** The path and query of all requests so far, in order. */
  readonly hits: readonly string[];
  close(): Promise<void>;
}

/**
 * Serves `pages` (path → HTML body) at http://{host}:{port}. Chromium resolves *.localhost to this machine.
 *
 * @param collector the origin of the tag and its requests; the policy allows only it and the site itself
 */
export const openSite = async (
  host: string,
  collector: string,
  pages: Readonly<Record<string, string>>,
): Promise<Site> => {
  const hits: string[] = [];
  const policy = `default-src 'none'; script-src ${collector}; connect-src ${collector}; img-src ${collector}; base-uri 'none'; form-action 'self'`;
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    const body = pages[path];
    if (path !== '/favicon.ico') hits.push(request.url ?? '/');
    if (body === undefined) return response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy })
      .end(`<!doctype html><html lang="ja"><meta charset="utf-8"><title>${path}</title>${body}</html>`);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    hits,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
