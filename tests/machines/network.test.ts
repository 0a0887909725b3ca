import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { networkMachine, SLOW_CALL_MS } from '../../machines/network.ts';

const setUp = () => {
  const clock = new SimulatedClock();
  const network = createActor(networkMachine, { clock }).start();
  const cancelled: (readonly number[])[] = [];
  network.on('cancelled', ({ ids }) => cancelled.push(ids));
  const begin = (id: number, readOnly = true) => network.send({ type: 'call.begun', call: { id, readOnly } });
  const end = (id: number) => network.send({ type: 'call.ended', id });
  const pace = () => network.getSnapshot().value.pace;
  return { clock, network, cancelled, begin, end, pace };
};

describe('the network', () => {
  test('is slow from three seconds into a call until the call ends', () => {
    const { clock, begin, end, pace } = setUp();
    begin(1);
    clock.increment(SLOW_CALL_MS - 1);
    expect(pace()).toBe('normal');
    clock.increment(1);
    expect(pace()).toBe('slow');
    end(1);
    expect(pace()).toBe('normal');
  });

  test('cancels slow reads, and waits for slow writes', () => {
    const { clock, network, cancelled, begin, pace } = setUp();
    begin(1);
    begin(2, false);
    clock.increment(SLOW_CALL_MS);
    network.send({ type: 'cancel' });
    expect(cancelled).toEqual([[1]]);
    expect(pace()).toBe('slow');
  });

  test('is not slow during any sequence of quick calls', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: SLOW_CALL_MS - 1 }), { minLength: 1, maxLength: 40 }),
        lengths => {
          const { clock, begin, end, pace } = setUp();
          lengths.forEach((length, id) => {
            begin(id);
            clock.increment(length);
            expect(pace()).toBe('normal');
            end(id);
          });
          clock.increment(SLOW_CALL_MS);
          expect(pace()).toBe('normal');
        },
      ),
    ));

  test('is slow exactly while a call is late, for any order of calls', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant('wait' as const), fc.integer({ min: 0, max: 5 })), { maxLength: 40 }),
        steps => {
          const { clock, begin, end, pace } = setUp();
          const begun = new Map<number, number>();
          for (const step of steps) {
            if (step === 'wait') clock.increment(1_000);
            else if (begun.delete(step)) end(step);
            else {
              begin(step);
              begun.set(step, clock.now());
            }
            expect(pace()).toBe(
              [...begun.values()].some(since => clock.now() - since >= SLOW_CALL_MS) ? 'slow' : 'normal',
            );
          }
        },
      ),
    ));

  test('reports a recovery once', () => {
    const { network } = setUp();
    let recovered = 0;
    network.on('recovered', () => {
      recovered++;
    });
    for (const type of ['found', 'lost', 'lost', 'found', 'found'] as const) network.send({ type });
    expect(recovered).toBe(1);
  });

  test('lists late calls in order, and cancels nothing if all of them are writes', () => {
    const { clock, network, cancelled, begin, end, pace } = setUp();
    const late = () => network.getSnapshot().context.late.map(({ id }) => id);
    expect([network.getSnapshot().value, network.getSnapshot().context]).toEqual([
      { line: 'up', pace: 'normal' },
      { late: [] },
    ]);
    network.send({ type: 'cancel' });
    begin(1, false);
    begin(2);
    clock.increment(SLOW_CALL_MS);
    begin(3);
    expect([pace(), late()]).toEqual(['slow', [1, 2]]);
    network.send({ type: 'cancel' });
    end(2);
    expect([pace(), late(), cancelled]).toEqual(['slow', [1], [[2]]]);
    network.send({ type: 'cancel' });
    expect(cancelled).toEqual([[2]]);
    end(1);
    expect([pace(), late()]).toEqual(['normal', []]);
    clock.increment(SLOW_CALL_MS);
    expect([pace(), late()]).toEqual(['slow', [3]]);
  });

  test('does not become slow by a call that ended in time while another was late', () => {
    const { clock, begin, end, pace } = setUp();
    begin(1);
    clock.increment(SLOW_CALL_MS - 1);
    begin(2);
    clock.increment(1);
    end(2);
    expect(pace()).toBe('slow');
    end(1);
    clock.increment(SLOW_CALL_MS);
    expect(pace()).toBe('normal');
  });

  test('can be down while a call is late, and reports the recovery', () => {
    const { clock, network, begin } = setUp();
    let recovered = 0;
    network.on('recovered', () => {
      recovered++;
    });
    network.send({ type: 'lost' });
    begin(1);
    clock.increment(SLOW_CALL_MS);
    expect([network.getSnapshot().value, recovered]).toEqual([{ line: 'down', pace: 'slow' }, 0]);
    network.send({ type: 'found' });
    expect([network.getSnapshot().value, recovered]).toEqual([{ line: 'up', pace: 'slow' }, 1]);
  });
});
