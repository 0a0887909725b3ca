import { setMaxListeners } from 'node:events';
import type { FastifyReply } from 'fastify';

/**
 * Creates the abort controller of one answer. Each query adds a listener to the signal, more than the ten beyond
 * which Node.js warns of a leak.
 */
export const createAnswerAbort = (): AbortController => {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
};

/** Signal that is aborted when the client disconnects, so that the queries of the answer end. */
export const whileConnected = ({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal => {
  const controller = createAnswerAbort();
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  return controller.signal;
};
