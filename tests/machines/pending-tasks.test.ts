import { createActor } from 'xstate';
import { expect, test } from 'vitest';
import { standingMachine, waitingIn } from '../../machines/pending-tasks.ts';

const open = () => {
  const actor = createActor(standingMachine).start();
  return {
    tell: (scope: string, what: string, count: number) =>
      actor.send({ type: 'told', counted: { scope, what, count } }),
    is: (scope: string) => [actor.getSnapshot().value, waitingIn(actor.getSnapshot().context, scope)],
  };
};

test('what waits is the sum of what each screen counted last, and nothing once nothing is left', () => {
  const { tell, is } = open();
  expect(is('1:7')).toEqual(['quiet', 0]);
  tell('1:7', 'approvals', 119);
  tell('1:7', 'queue', 73);
  tell('1:7', 'approvals', 118);
  expect(is('1:7')).toEqual(['waiting', 191]);
  tell('1:7', 'approvals', 0);
  tell('1:7', 'queue', 0);
  expect(is('1:7')).toEqual(['quiet', 0]);
});

test('what waits of one product or user is no number of another', () => {
  const { tell, is } = open();
  tell('1:7', 'approvals', 119);
  expect(is('1:8')).toEqual(['waiting', 0]);
  tell('1:8', 'queue', 2);
  expect([is('1:8'), is('1:7')]).toEqual([
    ['waiting', 2],
    ['waiting', 0],
  ]);
  tell('2:8', 'queue', 0);
  expect(is('1:8')).toEqual(['quiet', 0]);
});
