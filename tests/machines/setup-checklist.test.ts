import { expect, test } from 'vitest';
import { createActor, fromPromise, SimulatedClock } from 'xstate';
import { SETUP_POLL, setupChecklistMachine } from '../../machines/setup-checklist.ts';
import { SETUP_STEPS, type SetupFacts } from '../../machines/setup-steps.ts';
import { settled } from '../support/settled.ts';
import { NO_CHOICE, withProduct } from '../support/setup-facts.ts';
import { OFFLINE } from '../support/test-console.ts';

/** A server that gives these answers in order, and the last one again. */
const open = async (answers: (SetupFacts | object)[], linkFails = 0) => {
  const clock = new SimulatedClock();
  const linked: number[] = [];
  let reads = 0;
  let failures = linkFails;
  const actor = createActor(
    setupChecklistMachine.provide({
      actors: {
        read: fromPromise<SetupFacts, undefined>(async () => {
          reads += 1;
          const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
          if ('code' in answer) throw answer;
          return answer as SetupFacts;
        }),
        link: fromPromise<unknown, { readonly adId: number }>(async ({ input }) => {
          failures -= 1;
          if (failures >= 0) throw OFFLINE;
          linked.push(input.adId);
        }),
      },
    }),
    { clock, input: { steps: SETUP_STEPS, choice: NO_CHOICE } },
  ).start();
  await settled();
  const pass = async (ms: number = SETUP_POLL.promptMs) => {
    clock.increment(ms);
    await settled();
  };
  const send = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    await settled();
  };
  /** Sends an event, lets its call end, and answers the state before that: facts, whether it is busy, failures. */
  const begin = async (event: Parameters<typeof actor.send>[0]) => {
    actor.send(event);
    const { value, context } = actor.getSnapshot();
    const found = [value.facts, actor.getSnapshot().hasTag('busy'), context.failure, context.linkFailure];
    await settled();
    return found;
  };
  return {
    send,
    begin,
    pass,
    linked,
    reads: () => reads,
    facts: () => actor.getSnapshot().value.facts,
    context: () => actor.getSnapshot().context,
  };
};

test('the first page view is polled until it arrives', async () => {
  const { facts, reads, pass, context } = await open([
    withProduct({}),
    withProduct({}),
    OFFLINE,
    withProduct({ hasAccesses: true }),
  ]);
  expect([facts(), reads()]).toEqual([{ known: 'waiting' }, 1]);
  await pass();
  await pass();
  expect([facts(), reads(), context().failure]).toEqual([{ known: 'waiting' }, 3, OFFLINE]);
  await pass();
  expect([facts(), reads(), context().failure]).toEqual([{ known: 'idle' }, 4, null]);
  await pass();
  expect(reads()).toBe(4);
});

test('nothing is polled while the page is hidden, the checklist is folded, or the step is skipped', async () => {
  const { facts, reads, pass, send } = await open([withProduct({})]);
  await send({ type: 'page.hide' });
  await pass();
  expect([facts(), reads()]).toEqual([{ known: 'idle' }, 1]);
  await send({ type: 'page.show' });
  await pass();
  expect([facts(), reads()]).toEqual([{ known: 'waiting' }, 2]);
  await send({ type: 'view', view: 'folded' });
  await pass();
  expect([facts(), reads()]).toEqual([{ known: 'idle' }, 2]);
  await send({ type: 'view', view: 'expanded' });
  expect(facts()).toEqual({ known: 'waiting' });
  await send({ type: 'skip', step: 'tag' });
  await pass();
  expect([facts(), reads()]).toEqual([{ known: 'idle' }, 2]);
});

test('a page that is left open reads seldom, until the user comes back', async () => {
  const { reads, pass, send } = await open([withProduct({})]);
  for (let read = 0; read < SETUP_POLL.promptReads; read += 1) await pass();
  expect(reads()).toBe(1 + SETUP_POLL.promptReads);
  await pass();
  expect(reads()).toBe(1 + SETUP_POLL.promptReads);
  await pass(SETUP_POLL.seldomMs - SETUP_POLL.promptMs);
  expect(reads()).toBe(2 + SETUP_POLL.promptReads);
  await send({ type: 'page.hide' });
  await send({ type: 'page.show' });
  await pass();
  expect(reads()).toBe(3 + SETUP_POLL.promptReads);
});

test('a change that is announced while the facts are read is not lost', async () => {
  const { send, facts, context } = await open([
    withProduct({ hasAccesses: true }),
    withProduct({ hasAccesses: true }),
    withProduct({ hasAccesses: true, adId: 7 }),
  ]);
  await Promise.all([send({ type: 'reload' }), send({ type: 'reload' })]);
  expect([facts(), context().facts?.product?.adId]).toEqual([{ known: 'idle' }, 7]);
});

test('a click URL is created once, for an ad without one, and its click is polled', async () => {
  const { facts, linked, send, context } = await open(
    [
      withProduct({ hasAccesses: true, adId: 7 }),
      withProduct({ hasAccesses: true, adId: 7, clickUrl: '/r/1' }),
    ],
    1,
  );
  expect(facts()).toEqual({ known: 'idle' });
  await send({ type: 'link' });
  expect([facts(), linked, context().linkFailure]).toEqual([{ known: 'idle' }, [], OFFLINE]);
  await send({ type: 'link' });
  expect([facts(), linked, context().linkFailure]).toEqual([{ known: 'waiting' }, [7], null]);
  await send({ type: 'link' });
  expect(linked).toEqual([7]);
});

test('steps are skipped in the order of the setup, and a restored step is opened', async () => {
  const { send, context } = await open([withProduct({})]);
  await send({ type: 'open', step: 'people' });
  expect(context().opened).toBe('people');
  await send({ type: 'skip', step: 'people' });
  expect([context().choice.skipped, context().opened]).toEqual([['people'], null]);
  await send({ type: 'skip', step: 'tag' });
  expect(context().choice.skipped).toEqual(['tag', 'people']);
  await send({ type: 'restore', step: 'people' });
  expect([context().choice.skipped, context().opened]).toEqual([['tag'], 'people']);
});

test('a first read that fails is repeated on demand, and shows no earlier failure meanwhile', async () => {
  const { begin, facts, reads, context, pass } = await open([OFFLINE, OFFLINE, withProduct({})]);
  expect([facts(), context().failure]).toEqual(['failed', OFFLINE]);
  await pass();
  expect(reads()).toBe(1);
  expect(await begin({ type: 'reload' })).toEqual(['loading', true, null, null]);
  expect([facts(), context().failure]).toEqual(['failed', OFFLINE]);
  await begin({ type: 'reload' });
  expect([facts(), context().failure]).toEqual([{ known: 'waiting' }, null]);
  expect(await begin({ type: 'reload' })).toEqual(['reading', true, null, null]);
});

test('a click URL is created while the checklist is busy, without an earlier failure, and for an ad only', async () => {
  const { begin, send } = await open([withProduct({ hasAccesses: true, adId: 7 })], 1);
  await send({ type: 'link' });
  expect(await begin({ type: 'link' })).toEqual(['linking', true, null, null]);
  for (const known of [withProduct({ hasAccesses: true }), { ...withProduct({}), product: null }])
    expect(await (await open([known])).begin({ type: 'link' })).toEqual([
      { known: 'idle' },
      false,
      null,
      null,
    ]);
});

test('a page that is left open reads promptly again after a reload, also during a read', async () => {
  for (const duringRead of [false, true]) {
    const { reads, pass, send } = await open([withProduct({})]);
    const readOften = async () => {
      for (let read = 0; read < SETUP_POLL.promptReads; read += 1) await pass();
    };
    await readOften();
    if (duringRead) {
      await Promise.all([pass(SETUP_POLL.seldomMs), send({ type: 'reload' })]);
    } else await send({ type: 'reload' });
    const before = reads();
    await pass();
    expect(reads()).toBe(before + 1);
  }
});

test('a choice keeps its other part', async () => {
  const { send, context } = await open([withProduct({})]);
  await send({ type: 'skip', step: 'tag' });
  await send({ type: 'view', view: 'folded' });
  expect(context().choice).toEqual({ skipped: ['tag'], view: 'folded' });
  await send({ type: 'skip', step: 'cv' });
  await send({ type: 'restore', step: 'tag' });
  expect(context().choice).toEqual({ skipped: ['cv'], view: 'folded' });
});
