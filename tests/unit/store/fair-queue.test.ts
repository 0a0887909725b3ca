import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createFairQueue } from '../../../server/platform/fair-queue.ts';

const PLACES = 2;
const full = () => new Error('full');

const productOf = (key: number, part = 0): string => `${key}/${part}`;

/** A queue whose tasks end when the test releases them. */
const openQueue = (maxWaitingPerKey = 1_000) => {
  const queue = createFairQueue({ places: PLACES, maxWaitingPerKey, full });
  const running: { readonly product: string; readonly name: number; readonly end: () => void }[] = [];
  const begun: number[] = [];
  const ask = (key: number, name: number, signal?: AbortSignal, part?: number) =>
    queue.run(
      key,
      () =>
        new Promise<number>(resolve => {
          begun.push(name);
          running.push({ product: productOf(key, part), name, end: () => resolve(name) });
        }),
      signal,
      part,
    );
  const settle = () => new Promise(resolve => setImmediate(resolve));
  const end = async (at: number) => {
    const [one] = running.splice(at, 1);
    one?.end();
    await settle();
    return one;
  };
  return { ask, end, settle, running, begun };
};

it('the fair queue gives a free place to the company with the fewest running tasks, so ten tasks of one company delay another by one at most', async () => {
  const { ask, end, settle, begun } = openQueue();
  const first = Array.from({ length: 10 }, (_, name) => ask(1, name));
  await settle();
  expect(begun).toEqual([0, 1]);
  const other = [ask(2, 20), ask(2, 21)];
  await end(0);
  expect(begun).toEqual([0, 1, 20]);
  await end(1);
  // The other company has a place only from its share.
  expect(begun).toEqual([0, 1, 20, 21]);
  for (let n = 0; n < 12; n++) await end(0);
  expect(await Promise.all([...first, ...other])).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 21]);
});

it('the fair queue shares the places of a company among its products: two slow reports of one delay another by one task', async () => {
  const { ask, end, settle, begun } = openQueue();
  const first = Array.from({ length: 6 }, (_, name) => ask(1, name, undefined, 7));
  await settle();
  const other = [ask(1, 20, undefined, 8), ask(1, 21, undefined, 8), ask(1, 22, undefined, 8)];
  const next = ask(2, 30, undefined, 7);
  await end(0);
  // Another company comes before another product, whose number may be the same.
  expect(begun).toEqual([0, 1, 30]);
  await end(0);
  expect(begun).toEqual([0, 1, 30, 20]);
  await end(0);
  // Each product has a task by now, and the first one was served longest ago.
  expect(begun).toEqual([0, 1, 30, 20, 2]);
  await end(0);
  expect(begun).toEqual([0, 1, 30, 20, 2, 21]);
  for (let n = 0; n < 10; n++) await end(0);
  expect(begun.filter(name => name < 20)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await Promise.all([...first, ...other, next])).toEqual([0, 1, 2, 3, 4, 5, 20, 21, 22, 30]);
});

it('the fair queue drops an aborted waiting task at once, and refuses further tasks of a company whose share is full, but of no other', async () => {
  const { ask, end, settle, begun } = openQueue(1);
  const running = [ask(1, 0), ask(1, 1)];
  const abort = new AbortController();
  const waiting = ask(1, 2, abort.signal);
  await settle();
  await expect(ask(1, 3)).rejects.toThrow('full');
  const other = ask(2, 4);
  await settle();
  abort.abort(new Error('gone'));
  await expect(waiting).rejects.toThrow('gone');
  const next = ask(1, 5);
  await end(0);
  expect(begun).toEqual([0, 1, 4]);
  await end(0);
  expect(begun).toEqual([0, 1, 4, 5]);
  await end(0);
  await end(0);
  expect(await Promise.all([...running, other, next])).toEqual([0, 1, 4, 5]);
  await expect(ask(1, 6, AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
});

const step = fc.oneof(
  fc.record({
    kind: fc.constant('ask' as const),
    key: fc.integer({ min: 1, max: 4 }),
    part: fc.integer({ min: 1, max: 2 }),
  }),
  fc.record({ kind: fc.constantFrom('end' as const, 'abort' as const), at: fc.nat(30) }),
);

it('the fair queue uses all places, shares them evenly, and keeps the order of each product of a company', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
      const { ask, end, settle, running, begun } = openQueue();
      let waiting: { readonly name: number; readonly product: string; readonly abort: AbortController }[] =
        [];
      const answers: Promise<number | string>[] = [];
      for (const [name, one] of steps.entries()) {
        if (one.kind === 'ask') {
          const abort = new AbortController();
          answers.push(ask(one.key, name, abort.signal, one.part).catch(() => 'aborted'));
          waiting.push({ name, product: productOf(one.key, one.part), abort });
        } else if (one.kind === 'end') await end(one.at % Math.max(1, running.length));
        else {
          const [cancelled] = waiting.splice(one.at % Math.max(1, waiting.length), 1);
          cancelled?.abort.abort(new Error('gone'));
        }
        await settle();
        waiting = waiting.filter(other => !begun.includes(other.name));
        expect(running.length).toBeLessThanOrEqual(PLACES);
        if (waiting.length > 0) expect(running).toHaveLength(PLACES);
        for (const product of [1, 2, 3, 4].flatMap(key => [1, 2].map(part => productOf(key, part)))) {
          const oldest = waiting.find(other => other.product === product)?.name ?? Infinity;
          const later = running.filter(other => other.product === product && other.name > oldest);
          expect(later).toEqual([]);
        }
      }
      while (running.length > 0) await end(0);
      await Promise.all(answers);
    }),
    { numRuns: 60 },
  );
});
