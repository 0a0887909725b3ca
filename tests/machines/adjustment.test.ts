import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { adjustmentMachine } from '../../machines/adjustment.ts';

const TEN_PERCENT = { unit: '1', amount: 10 };

/** A started machine with two selected ads, and what it emitted. */
const open = () => {
  const actor = createActor(adjustmentMachine);
  const emitted: object[] = [];
  actor.on('*', event => emitted.push(event));
  actor.start();
  expect(actor.getSnapshot().context).toEqual({ selected: [], adjusting: [] });
  actor.send({ type: 'select', keys: ['1', '2'] });
  return { actor, emitted, at: () => actor.getSnapshot() };
};

test('the adjusted ads are emitted with their adjustment, and nothing stays selected', () => {
  const { actor, emitted, at } = open();
  actor.send({ type: 'adjust', keys: ['1', '2'] });
  expect([at().value, at().context.adjusting]).toEqual(['adjusting', ['1', '2']]);
  actor.send({ type: 'save', adjustment: TEN_PERCENT });
  expect(emitted).toEqual([{ type: 'adjusted', keys: ['1', '2'], adjustment: TEN_PERCENT }]);
  expect([at().value, at().context]).toEqual(['choosing', { selected: [], adjusting: [] }]);
});

test('one ad is adjusted although others are selected', () => {
  const { actor, emitted } = open();
  actor.send({ type: 'adjust', keys: ['3'] });
  actor.send({ type: 'save', adjustment: null });
  expect(emitted).toEqual([{ type: 'adjusted', keys: ['3'], adjustment: null }]);
});

test('a closed dialog emits nothing and leaves the selection', () => {
  const { actor, emitted, at } = open();
  actor.send({ type: 'adjust', keys: ['1'] });
  actor.send({ type: 'close' });
  expect([at().value, at().context, emitted]).toEqual([
    'choosing',
    { selected: ['1', '2'], adjusting: [] },
    [],
  ]);
});

test('adjustments are removed without a dialog', () => {
  const { actor, emitted, at } = open();
  actor.send({ type: 'remove', keys: ['1', '2'] });
  expect(emitted).toEqual([{ type: 'adjusted', keys: ['1', '2'], adjustment: null }]);
  expect(at().context.selected).toEqual([]);
});

test('no dialog opens and nothing is removed without an ad', () => {
  const { actor, emitted, at } = open();
  actor.send({ type: 'adjust', keys: [] });
  actor.send({ type: 'remove', keys: [] });
  expect([at().value, at().context.selected, emitted]).toEqual(['choosing', ['1', '2'], []]);
  actor.send({ type: 'clear' });
  expect(at().context.selected).toEqual([]);
});
