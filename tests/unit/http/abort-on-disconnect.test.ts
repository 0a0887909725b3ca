import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { whileConnected } from '../../../server/http/abort-on-disconnect.ts';

const replyOf = (writableFinished: boolean) => ({
  raw: Object.assign(new EventEmitter(), { writableFinished }) as unknown as FastifyReply['raw'],
});

describe('the abort signal of a request', () => {
  it('is aborted when the client disconnects before the answer is complete', () => {
    for (const out of [false, true]) {
      const reply = replyOf(out);
      const signal = whileConnected(reply);
      reply.raw.emit('close');
      expect(signal.aborted).toBe(!out);
    }
  });

  it('accepts any number of listeners without a warning of a leak', () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const signal = whileConnected(replyOf(false));
    for (let query = 0; query < 100; query++) signal.addEventListener('abort', () => query);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });
});
