import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { bannerMachine, NOTICE_LASTS, type Notice } from '../../machines/banner.ts';

const notice = (message: string, timeout?: number): Notice => ({ kind: 'INFO', message, ...(timeout !== undefined && { timeout }) });
const setUp = () => {
  const clock = new SimulatedClock();
  const banner = createActor(bannerMachine, { clock }).start();
  const shown = () => (banner.getSnapshot().matches('showing') ? banner.getSnapshot().context.queue[0]?.message : undefined);
  return { clock, banner, shown };
};

describe('the banner', () => {
  test('shows notices one after another, each for its own time', () => {
    const { banner, clock, shown } = setUp();
    banner.send({ type: 'notice', notice: notice('一') });
    clock.increment(NOTICE_LASTS - 1);
    banner.send({ type: 'notice', notice: notice('二', 10) });
    expect(shown()).toBe('一');
    clock.increment(1);
    expect(shown()).toBe('二');
    clock.increment(10);
    expect(shown()).toBeUndefined();
  });

  test('keeps a notice with a negative timeout until it is closed', () => {
    const { banner, clock, shown } = setUp();
    banner.send({ type: 'notice', notice: notice('stays', -1) });
    clock.increment(1e9);
    expect(shown()).toBe('stays');
    banner.send({ type: 'dismiss' });
    expect(shown()).toBeUndefined();
  });

  test('shows every notice exactly once and in order, however they come and are closed', () =>
    fc.assert(fc.property(fc.array(fc.oneof(fc.constant('dismiss' as const), fc.constant('wait' as const), fc.integer({ min: -1, max: 50 }))), steps => {
      const { banner, clock } = setUp();
      const seen: string[] = [];
      banner.subscribe(state => {
        const [head] = state.context.queue;
        if (state.matches('showing') && head && seen.at(-1) !== head.message) seen.push(head.message);
      });
      const sent = steps.flatMap((step, n) => {
        if (step === 'dismiss') banner.send({ type: 'dismiss' });
        else if (step === 'wait') clock.increment(25);
        else {
          banner.send({ type: 'notice', notice: notice(String(n), step) });
          return [String(n)];
        }
        return [];
      });
      for (let n = 0; n <= sent.length; n++) banner.send({ type: 'dismiss' });
      expect(seen).toEqual(sent);
      expect(banner.getSnapshot().value).toBe('empty');
    })));
});
