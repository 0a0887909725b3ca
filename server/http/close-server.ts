import type { FastifyInstance } from 'fastify';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';

/** Time in ms in which the connections of a proxy are released before the server takes no new ones. */
const RELEASE_MS = 1_000;
/** Time in ms after which open answers are cut off, because a report may take a minute. */
const RESPONSE_TIMEOUT_MS = 2_500;

/**
 * Answers the requests under way, and closes the server.
 *
 * A proxy keeps connections open between requests. A request that it sends over one at the moment when it is closed
 * fails, and it may not repeat page events. Therefore each answer first closes its connection, for a second. Browsers
 * repeat such requests themselves.
 */
export const closeServer = async (
  app: FastifyInstance,
  { trustProxy }: { readonly trustProxy: number },
): Promise<void> => {
  app.server.prependListener('request', (_, response) => response.setHeader('connection', 'close'));
  if (trustProxy > 0) await wait(RELEASE_MS);
  const late = setTimeout(() => app.server.closeAllConnections(), RESPONSE_TIMEOUT_MS);
  // In this phase of the event loop, the connections that wait for the server have just been taken. The others are reset.
  await setImmediate();
  await new Promise(closed => {
    app.server.close(closed);
  });
  clearTimeout(late);
  await app.close();
};
