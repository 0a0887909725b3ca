import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { conditionsMachine } from '../../machines/conditions.ts';

const MOBILE = { field: 'device', op: 'exact', value: 'mobile' };
const ads = (value: string) => ({ field: 'ad_id', op: 'in', value });

/** A started machine, and what it emitted. */
const open = () => {
  const actor = createActor(conditionsMachine);
  const emitted: object[] = [];
  actor.on('*', event => emitted.push(event));
  actor.start();
  return { actor, emitted, is: () => actor.getSnapshot().value, context: () => actor.getSnapshot().context };
};

test('conditions of the product stay, are what is read, and are not announced', () => {
  const { actor, emitted, is, context } = open();
  expect(context()).toEqual({ own: [], foreign: [] });
  for (const conditions of [[], [MOBILE], [MOBILE, ads('1')]]) {
    actor.send({ type: 'read', conditions, own: conditions, foreign: [] });
    expect(context()).toEqual({ own: conditions, foreign: [] });
  }
  expect([is(), emitted]).toEqual(['valid', []]);
});

test('a condition of another product is removed and announced once, until the corrected address is read', () => {
  const { actor, emitted, is } = open();
  actor.send({ type: 'read', conditions: [MOBILE, ads('9')], own: [MOBILE], foreign: ['ad_id'] });
  expect([is(), emitted]).toEqual(['correcting', [{ type: 'corrected', own: [MOBILE], foreign: ['ad_id'] }]]);
  actor.send({ type: 'read', conditions: [MOBILE], own: [MOBILE], foreign: [] });
  expect([is(), emitted.length]).toEqual(['valid', 1]);
});

test('a second link with conditions of another product is corrected before the first correction was read', () => {
  const { actor, emitted } = open();
  actor.send({ type: 'read', conditions: [ads('8')], own: [], foreign: ['ad_id'] });
  actor.send({ type: 'read', conditions: [ads('1,9')], own: [ads('1')], foreign: [] });
  expect(emitted).toEqual([
    { type: 'corrected', own: [], foreign: ['ad_id'] },
    { type: 'corrected', own: [ads('1')], foreign: [] },
  ]);
});
