import type { FastifyReply } from 'fastify';

/** Given up when the client goes away: nobody reads the answer, so its queries end. */
export const whileConnected = ({ raw }: FastifyReply): AbortSignal => {
  const given = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) given.abort();
  });
  return given.signal;
};
