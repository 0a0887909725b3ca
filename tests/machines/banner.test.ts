import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import {
  ACTION_NOTICE_DURATION_MS,
  bannerMachine,
  MAX_NOTICES,
  NOTICE_DURATION_MS,
  type Notice,
} from '../../machines/banner.ts';

const notice = (message: string, timeout?: number): Notice => ({
  kind: 'INFO',
  message,
  ...(timeout !== undefined && { timeout }),
});
/** A past notice that the user closed or acted on. */
const closed = (message: string) => ({ ...notice(message), isClosedByUser: true });
const setUp = () => {
  const clock = new SimulatedClock();
  const banner = createActor(bannerMachine, { clock }).start();
  const shown = () =>
    banner.getSnapshot().matches('showing') ? banner.getSnapshot().context.queue[0]?.message : undefined;
  return { clock, banner, shown };
};

describe('the banner', () => {
  test('shows notices one after another, each for its own time', () => {
    const { banner, clock, shown } = setUp();
    banner.send({ type: 'notice', notice: notice('一') });
    clock.increment(NOTICE_DURATION_MS - 1);
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

  test('pauses while it has the pointer or the focus, and restarts its time afterwards', () => {
    const { banner, clock, shown } = setUp();
    banner.send({ type: 'notice', notice: notice('paused') });
    clock.increment(NOTICE_DURATION_MS - 1);
    banner.send({ type: 'hold' });
    clock.increment(1e6);
    expect(shown()).toBe('paused');
    banner.send({ type: 'release' });
    clock.increment(NOTICE_DURATION_MS - 1);
    expect(shown()).toBe('paused');
    clock.increment(1);
    expect(shown()).toBeUndefined();
  });

  test('keeps a limited number of past notices, the newest first', () => {
    const { banner } = setUp();
    const sent = Array.from({ length: MAX_NOTICES + 2 }, (_, n) => String(n));
    for (const message of sent) {
      banner.send({ type: 'notice', notice: notice(message) });
      banner.send({ type: 'dismiss' });
    }
    expect(banner.getSnapshot().context.past.map(({ message }) => message)).toEqual(
      sent.toReversed().slice(0, MAX_NOTICES),
    );
  });

  test('runs the action of the shown notice once, and shows such a notice longer', () => {
    const { banner, clock, shown } = setUp();
    const act = vi.fn();
    banner.send({ type: 'act' });
    banner.send({ type: 'notice', notice: { ...notice('plain') } });
    banner.send({ type: 'act' });
    expect(shown()).toBe('plain');
    banner.send({ type: 'dismiss' });
    banner.send({ type: 'notice', notice: { ...notice('deleted'), action: { label: 'undo', act } } });
    clock.increment(ACTION_NOTICE_DURATION_MS - 1);
    expect(shown()).toBe('deleted');
    banner.send({ type: 'act' });
    banner.send({ type: 'act' });
    expect(act).toHaveBeenCalledOnce();
    expect(shown()).toBeUndefined();
    expect(banner.getSnapshot().context.past[0]).toEqual(closed('deleted'));
  });

  test("shows plain notices before one with an action, restarts that one's time, and keeps only the newest of several actions", () => {
    const { banner, clock, shown } = setUp();
    const undo = (message: string) => ({ ...notice(message), action: { label: 'undo', act: vi.fn() } });
    const [first, second] = [undo('first'), undo('second')];
    banner.send({ type: 'notice', notice: first });
    clock.increment(ACTION_NOTICE_DURATION_MS - 1);
    banner.send({ type: 'notice', notice: notice('copied') });
    clock.increment(NOTICE_DURATION_MS - 1);
    expect(shown()).toBe('copied');
    clock.increment(1);
    expect(shown()).toBe('first');
    clock.increment(ACTION_NOTICE_DURATION_MS - 1);
    banner.send({ type: 'notice', notice: second });
    expect(shown()).toBe('second');
    banner.send({ type: 'act' });
    expect([first.action.act.mock.calls.length, second.action.act.mock.calls.length, shown()]).toEqual([
      0,
      1,
      undefined,
    ]);
    expect(banner.getSnapshot().context.past).toEqual([closed('second'), notice('first'), notice('copied')]);
  });

  test('does not replace a notice with an action while it has the pointer', () => {
    const { banner, shown } = setUp();
    banner.send({
      type: 'notice',
      notice: { ...notice('deleted'), action: { label: 'undo', act: vi.fn() } },
    });
    banner.send({ type: 'hold' });
    banner.send({ type: 'notice', notice: notice('copied') });
    expect(shown()).toBe('deleted');
    banner.send({ type: 'dismiss' });
    expect(shown()).toBe('copied');
  });

  test('does not replace a plain notice while it has the pointer, and queues other notices before one with an action', () => {
    const { banner } = setUp();
    banner.send({ type: 'notice', notice: notice('first') });
    banner.send({
      type: 'notice',
      notice: { ...notice('deleted'), action: { label: 'undo', act: vi.fn() } },
    });
    banner.send({ type: 'hold' });
    banner.send({ type: 'notice', notice: notice('second') });
    expect(banner.getSnapshot().context.queue.map(({ message }) => message)).toEqual([
      'first',
      'second',
      'deleted',
    ]);
  });

  test('keeps the newer action of two equal warnings', () => {
    const { banner } = setUp();
    const [older, newer] = [vi.fn(), vi.fn()];
    for (const act of [older, newer])
      banner.send({
        type: 'notice',
        notice: { kind: 'WARNING', message: 'same', action: { label: 'undo', act } },
      });
    banner.send({ type: 'act' });
    expect([older.mock.calls.length, newer.mock.calls.length]).toEqual([0, 1]);
  });

  test('closes a notice with a timeout of zero at once', () => {
    const { banner, clock } = setUp();
    banner.send({ type: 'notice', notice: notice('brief', 0) });
    clock.increment(0);
    expect(banner.getSnapshot().value).toBe('empty');
  });

  test('lists shown notices as past, and not queued ones', () => {
    const { banner } = setUp();
    expect(banner.getSnapshot().context).toEqual({ queue: [], past: [] });
    for (const message of ['first', 'second']) banner.send({ type: 'notice', notice: notice(message) });
    banner.send({ type: 'dismiss' });
    expect(banner.getSnapshot().context).toEqual({ queue: [notice('second')], past: [closed('first')] });
  });

  test('can be closed while it has the pointer', () => {
    const { banner, shown } = setUp();
    banner.send({ type: 'notice', notice: notice('paused') });
    banner.send({ type: 'hold' });
    banner.send({ type: 'dismiss' });
    expect(shown()).toBeUndefined();
  });

  test('does not queue a warning or an error twice', () => {
    const { banner, shown } = setUp();
    for (const kind of ['WARNING', 'WARNING', 'ERROR', 'ERROR', 'INFO', 'INFO'] as const)
      banner.send({ type: 'notice', notice: { kind, message: 'same' } });
    expect(banner.getSnapshot().context.queue.map(({ kind }) => kind)).toEqual([
      'WARNING',
      'ERROR',
      'INFO',
      'INFO',
    ]);
    expect(shown()).toBe('same');
  });

  test('shows every notice exactly once and in order, for any sequence of notices, waits and closings', () =>
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constant('dismiss' as const),
            fc.constant('wait' as const),
            fc.integer({ min: -1, max: 50 }),
          ),
        ),
        steps => {
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
        },
      ),
    ));

  test('reaches each of its states, and is empty only with an empty queue', () => {
    const events = [
      { type: 'notice', notice: notice('passes') },
      { type: 'notice', notice: notice('stays', -1) },
      { type: 'notice', notice: { ...notice('undoable'), action: { label: 'undo', act: () => undefined } } },
      { type: 'act' },
      { type: 'dismiss' },
      { type: 'hold' },
      { type: 'release' },
      { type: 'xstate.after.timeout.banner.showing.ticking' },
    ] as never[];
    const paths = getShortestPaths(bannerMachine, {
      events,
      limit: 5_000,
      stopWhen: state => state.context.queue.length > 2,
      serializeState: state => JSON.stringify([state.value, state.context.queue]) as never,
    });
    for (const { state } of paths)
      expect([state.value, state.context.queue.length === 0]).toEqual([state.value, state.value === 'empty']);
    expect(new Set(paths.map(({ state }) => JSON.stringify(state.value)))).toEqual(
      new Set(['"empty"', '{"showing":"ticking"}', '{"showing":"paused"}']),
    );
  });
});
