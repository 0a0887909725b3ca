import { describe, expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { LIVE_INTERVAL_MS, liveFiguresMachine } from '../../machines/live-figures.ts';

/** Lets the promises of the port settle. */
const settled = () => new Promise(resolve => setImmediate(resolve));

const setUp = () => {
  const clock = new SimulatedClock();
  const queries: object[] = [];
  const script = { isFailing: false };
  const actor = createActor(
    liveFiguresMachine.provide({
      actors: {
        read: fromPromise<object, object>(({ input }) => {
          queries.push(input);
          return script.isFailing
            ? Promise.reject(new Error('no network'))
            : Promise.resolve({ read: queries.length });
        }),
      },
    }),
    { clock, input: { query: { product_id: 1 } } },
  ).start();
  return { actor, clock, queries, script, context: () => actor.getSnapshot().context };
};

describe('the live figures', () => {
  test('are read at once, after each interval and on request', async () => {
    const { actor, clock, queries, context } = setUp();
    expect([context().figures, context().failure]).toEqual([null, null]);
    await settled();
    expect([queries, context().figures]).toEqual([[{ product_id: 1 }], { read: 1 }]);
    clock.increment(LIVE_INTERVAL_MS - 1);
    expect(queries).toHaveLength(1);
    clock.increment(1);
    await settled();
    expect(context().figures).toEqual({ read: 2 });
    actor.send({ type: 'reload' });
    await settled();
    expect([queries.at(-1), context().figures]).toEqual([{ product_id: 1 }, { read: 3 }]);
  });

  test('are not read while the page is hidden, and at once when it is shown', async () => {
    const { actor, clock, queries, context } = setUp();
    await settled();
    actor.send({ type: 'page.hide' });
    clock.increment(100 * LIVE_INTERVAL_MS);
    await settled();
    expect(queries).toHaveLength(1);
    expect(context().figures).toEqual({ read: 1 });
    actor.send({ type: 'page.show' });
    await settled();
    expect(context().figures).toEqual({ read: 2 });
  });

  test('stay when a read fails, which the next read forgets', async () => {
    const { clock, script, context } = setUp();
    await settled();
    script.isFailing = true;
    clock.increment(LIVE_INTERVAL_MS);
    await settled();
    expect(context()).toMatchObject({
      figures: { read: 1 },
      failure: { kind: expect.any(String) as string },
    });
    script.isFailing = false;
    clock.increment(LIVE_INTERVAL_MS);
    await settled();
    expect(context()).toMatchObject({ figures: { read: 3 }, failure: null });
  });

  test.each(['visible', 'hidden'] as const)(
    'of another product replace those of the former, which are not shown meanwhile, on a %s page',
    async page => {
      const { actor, queries, context } = setUp();
      await settled();
      if (page === 'hidden') actor.send({ type: 'page.hide' });
      actor.send({ type: 'load', query: { product_id: 2 } });
      expect(context().figures).toBeNull();
      if (page === 'hidden') actor.send({ type: 'page.show' });
      await settled();
      expect(context().figures).toEqual({ read: 2 });
      expect(queries.at(-1)).toEqual({ product_id: 2 });
    },
  );

  test('discard the answer of a read that a newer one replaced', async () => {
    const { actor, context, queries } = setUp();
    actor.send({ type: 'load', query: { product_id: 2 } });
    actor.send({ type: 'reload' });
    await settled();
    expect(queries).toEqual([{ product_id: 1 }, { product_id: 2 }, { product_id: 2 }]);
    expect(context().figures).toEqual({ read: 3 });
  });
});
