import { EventEmitter } from 'node:events';
import type { FastifyReply } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { whileConnected } from '../../../server/http/abort-on-disconnect.ts';

const replyOf = (writableFinished: boolean) => ({
  raw: Object.assign(new EventEmitter(), { writableFinished }) as unknown as FastifyReply['raw'],
});

describe('what is asked for one answer', () => {
  it('is given up when the client goes away, and not when the answer is out', () => {
    for (const out of [false, true]) {
      const reply = replyOf(out);
      const signal = whileConnected(reply);
      reply.raw.emit('close');
      expect(signal.aborted).toBe(!out);
    }
  });

  it('may be as many queries at once as it takes, without being taken for a leak', () => {
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const signal = whileConnected(replyOf(false));
    for (let query = 0; query < 100; query++) signal.addEventListener('abort', () => query);
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
  });
});
