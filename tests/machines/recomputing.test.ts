import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { recomputingMachine, type Foreseen } from '../../machines/recomputing.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE } from '../support/test-console.ts';

const SEEN: Foreseen = { digest: 'a', made: 1, moved: 0, rejudged: 0 };
const OTHER: Foreseen = { digest: 'b', made: 0, moved: 2, rejudged: 0 };
const NOTHING: Foreseen = { digest: 'c', made: 0, moved: 0, rejudged: 0 };
const CONFLICT = { kind: 'conflict', code: 'conflict' };

/** A server that answers what the test says next; failures are thrown. */
const open = (...answers: object[]) => {
  const asked: unknown[] = [];
  const next = async (what: unknown): Promise<never> => {
    asked.push(what);
    const answer = answers.shift() ?? {};
    if ('code' in answer) throw answer;
    return answer as never;
  };
  const actor = createActor(recomputingMachine.provide({
    actors: {
      look: fromPromise<Foreseen, { readonly question: object }>(({ input }) => next(['look', input.question])),
      apply: fromPromise<object, { readonly question: object; readonly digest: string }>(({ input }) => next(['apply', input.digest])),
    },
  }), { input: { question: { from: '2026-02-01' } } }).start();
  const send = async (...types: ('look' | 'stop' | 'apply' | 'yes' | 'no')[]) => {
    for (const type of types) {
      actor.send({ type });
      await settled();
    }
  };
  return { actor, asked, send, is: () => actor.getSnapshot().value, context: () => actor.getSnapshot().context };
};

test('nothing is judged anew that was not seen and asked about', async () => {
  const { send, is, asked } = open(SEEN, {});
  await send('apply', 'yes');
  expect([is(), asked]).toEqual(['choosing', []]);
  await send('look', 'yes');
  expect(is()).toBe('seen');
  await send('apply', 'no', 'apply', 'yes');
  expect([is(), asked]).toEqual(['done', [['look', { from: '2026-02-01' }], ['apply', 'a']]]);
});

test('where nothing would change there is nothing to do', async () => {
  const { send, is } = open(NOTHING);
  await send('look', 'apply');
  expect(is()).toBe('seen');
});

test('another period lets go of what was seen', async () => {
  const { actor, send, is, context } = open(SEEN, OTHER);
  await send('look');
  actor.send({ type: 'choose', question: { from: '2026-03-01' } });
  expect([is(), context().foreseen]).toEqual(['choosing', null]);
  await send('apply', 'yes');
  expect(is()).toBe('choosing');
});

test('what would be something else by now is looked at again before it is done', async () => {
  const { send, is, context, asked } = open(SEEN, CONFLICT, OTHER, { moved: 2 });
  await send('look', 'apply', 'yes');
  expect([is(), context().overtaken, context().foreseen]).toEqual(['seen', true, OTHER]);
  await send('apply', 'yes');
  expect([is(), context().outcome, asked.at(-1)]).toEqual(['done', { moved: 2 }, ['apply', 'b']]);
});

test('a failure says why where one was, and may be tried again', async () => {
  const { send, is, context } = open(OFFLINE, SEEN, OFFLINE, {});
  await send('look');
  expect([is(), context().failure]).toEqual(['choosing', OFFLINE]);
  await send('look', 'apply', 'yes');
  expect([is(), context().failure]).toEqual(['confirming', OFFLINE]);
  await send('yes');
  expect([is(), context().failure]).toEqual(['done', null]);
});
