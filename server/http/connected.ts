import { setMaxListeners } from 'node:events';
import type { FastifyReply } from 'fastify';

/** Gives up what is asked of the stores for one answer. Each of its queries listens to the signal, more than the ten after which Node takes listeners for a leak. */
export const createGivingUp = (): AbortController => {
  const given = new AbortController();
  setMaxListeners(0, given.signal);
  return given;
};

/** Given up when the client goes away: nobody reads the answer, so its queries end. */
export const whileConnected = ({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal => {
  const given = createGivingUp();
  raw.once('close', () => {
    if (!raw.writableFinished) given.abort();
  });
  return given.signal;
};
