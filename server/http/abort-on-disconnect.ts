import { setMaxListeners } from 'node:events';
import type { FastifyReply } from 'fastify';

/**
 * Gives up what is asked of the stores for one answer. Each of its queries listens to the signal, more than
 * the ten after which Node takes listeners for a leak.
 */
export const createGivingUp = (): AbortController => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
};

/** Aborted when the client disconnects: the answer has no reader, so its queries end. */
export const whileConnected = ({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal => {
  const controller = createGivingUp();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
};
