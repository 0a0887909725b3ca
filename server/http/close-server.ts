import type { FastifyInstance } from 'fastify';
import { Server } from 'node:net';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';

/**
 * Time in ms in which the connections of a proxy are released after the server takes no new ones. nginx.several.conf
 * closes those that it did not use for a shorter time.
 */
const RELEASE_MS = 1_000;
/** Time in ms after which open answers are cut off, because a report may take a minute. */
const RESPONSE_TIMEOUT_MS = 2_500;

/**
 * Answers the requests under way, and closes the server.
 *
 * A proxy keeps connections open between requests. A request that it sends over one at the moment when it is closed
 * fails, and it may not repeat page events; of a refused connection it has sent none, and takes another server. Therefore
 * the server first takes no new connections, and for a second each answer closes its own. In the opposite order the
 * proxy opens a connection for each request, and those that wait when the server stops listening are reset. Browsers
 * repeat such requests themselves.
 */
export const closeServer = async (
  app: FastifyInstance,
  { trustProxy }: { readonly trustProxy: number },
): Promise<void> => {
  app.server.prependListener('request', (_, response) => response.setHeader('connection', 'close'));
  // In this phase of the event loop, the connections that wait for the server have just been taken. The others are reset.
  await setImmediate();
  const closed = new Promise<void>(done => {
    // That of the HTTP server would close idle connections as well.
    Server.prototype.close.call(app.server, () => done());
  });
  if (trustProxy > 0) await wait(RELEASE_MS);
  app.server.closeIdleConnections();
  const late = setTimeout(() => app.server.closeAllConnections(), RESPONSE_TIMEOUT_MS);
  await closed;
  clearTimeout(late);
  await app.close();
};
