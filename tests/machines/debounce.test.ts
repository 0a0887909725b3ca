import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { debounceMachine, TYPING_PAUSE_MS } from '../../machines/debounce.ts';

const setUp = (text = '') => {
  const clock = new SimulatedClock();
  const typing = createActor(debounceMachine, { clock, input: { text } });
  const emitted: string[] = [];
  typing.on('changed', event => emitted.push(event.text));
  let repeated = 0;
  typing.on('repeated', () => {
    repeated += 1;
  });
  typing.start();
  return {
    clock,
    typing,
    emitted,
    repeated: () => repeated,
    type: (words: string) => typing.send({ type: 'type', text: words }),
  };
};

test('a search text is emitted once, when typing pauses', () => {
  const { clock, emitted, type } = setUp();
  for (const words of ['東', '東京', '東京都']) {
    type(words);
    clock.increment(TYPING_PAUSE_MS - 1);
  }
  expect(emitted).toEqual([]);
  clock.increment(1);
  expect(emitted).toEqual(['東京都']);
  clock.increment(10_000);
  expect(emitted).toEqual(['東京都']);
});

test('a search text is not emitted during the composition of an input method, for any duration and key', () => {
  const { clock, typing, emitted, type } = setUp();
  typing.send({ type: 'compose' });
  for (const words of ['t', 'と', 'とう', 'とうきょう', '東京']) {
    type(words);
    clock.increment(10_000);
    typing.send({ type: 'send' });
  }
  expect(emitted).toEqual([]);
  typing.send({ type: 'composed' });
  clock.increment(TYPING_PAUSE_MS);
  expect(emitted).toEqual(['東京']);
});

test('Enter emits a search text at once, and the same text is not emitted twice', () => {
  const { clock, typing, emitted, type } = setUp('é');
  type('é1');
  typing.send({ type: 'send' });
  typing.send({ type: 'send' });
  type('é1');
  clock.increment(TYPING_PAUSE_MS);
  expect(emitted).toEqual(['é1']);
});

test('Enter on an unchanged search text repeats the search, except during a composition', () => {
  const { clock, typing, emitted, repeated, type } = setUp('é');
  typing.send({ type: 'send' });
  expect(repeated()).toBe(1);
  type('éa');
  type('é');
  typing.send({ type: 'send' });
  expect(typing.getSnapshot().value).toBe('idle');
  clock.increment(TYPING_PAUSE_MS);
  expect(repeated()).toBe(2);
  type('new');
  typing.send({ type: 'send' });
  typing.send({ type: 'compose' });
  typing.send({ type: 'send' });
  expect([emitted, repeated()]).toEqual([['new'], 2]);
});

test('a search text set from outside is ignored while the user types', () => {
  const { clock, typing, emitted, type } = setUp();
  typing.send({ type: 'set', text: 'from a link' });
  expect(typing.getSnapshot().context.text).toBe('from a link');
  type('mine');
  typing.send({ type: 'set', text: 'from a link' });
  clock.increment(TYPING_PAUSE_MS);
  expect(emitted).toEqual(['mine']);
});

test('a search text set from outside counts as emitted', () => {
  const { clock, typing, emitted, repeated, type } = setUp('é');
  expect(typing.getSnapshot()).toMatchObject({ value: 'idle', context: { text: 'é', sent: 'é' } });
  typing.send({ type: 'set', text: 'link' });
  expect(typing.getSnapshot().context).toEqual({ text: 'link', sent: 'link' });
  type('lin');
  type('link');
  clock.increment(TYPING_PAUSE_MS);
  expect([typing.getSnapshot().value, emitted, repeated()]).toEqual(['idle', [], 0]);
  typing.send({ type: 'send' });
  expect([emitted, repeated()]).toEqual([[], 1]);
});

test('a composition can begin and end in any state, and text typed before it is emitted after it', () => {
  const { clock, typing, emitted, repeated, type } = setUp();
  type('a');
  typing.send({ type: 'compose' });
  clock.increment(TYPING_PAUSE_MS);
  typing.send({ type: 'set', text: 'link' });
  expect([typing.getSnapshot().value, typing.getSnapshot().context, emitted]).toEqual([
    'composing',
    { text: 'a', sent: '' },
    [],
  ]);
  typing.send({ type: 'composed' });
  clock.increment(TYPING_PAUSE_MS - 1);
  expect([typing.getSnapshot().value, emitted]).toEqual(['typing', []]);
  clock.increment(1);
  expect([typing.getSnapshot().value, typing.getSnapshot().context, emitted, repeated()]).toEqual([
    'idle',
    { text: 'a', sent: 'a' },
    ['a'],
    0,
  ]);
});

test('the last search text is always emitted in the end, and never an incomplete composition', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          fc.record({ type: fc.constant('type' as const), text: fc.string() }),
          fc.constantFrom('compose' as const, 'composed' as const, 'send' as const, 'wait' as const),
        ),
      ),
      steps => {
        const { clock, typing, emitted } = setUp();
        let composing = false;
        for (const step of steps) {
          const before = emitted.length;
          if (step === 'wait') clock.increment(TYPING_PAUSE_MS);
          else typing.send(typeof step === 'string' ? { type: step } : step);
          if (composing && step !== 'composed') expect(emitted.length).toBe(before);
          composing = step === 'compose' || (composing && step !== 'composed');
        }
        typing.send({ type: 'composed' });
        clock.increment(TYPING_PAUSE_MS);
        expect(emitted.at(-1) ?? '').toBe(typing.getSnapshot().context.text);
      },
    ),
  ));
