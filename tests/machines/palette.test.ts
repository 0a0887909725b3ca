import { describe, expect, test, vi } from 'vitest';
import { createActor, type EventFromLogic } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { paletteMachine } from '../../machines/palette.ts';

type Event = EventFromLogic<typeof paletteMachine>;
const EVENTS: Event[] = [
  ...(
    [
      'open',
      'close',
      'keys',
      'toggle',
      'composition.begin',
      'composition.end',
      'keys.on',
      'keys.off',
    ] as const
  ).map(type => ({ type })),
  { type: 'type', query: 'ｱﾄﾘ' },
  { type: 'choose', command: 'go:/dashboard' },
  { type: 'stroke', command: 'go:/log/reference' },
];

const setUp = (...events: Event[]) => {
  const [chosen, stroked] = [vi.fn(), vi.fn()];
  const palette = createActor(paletteMachine);
  palette.on('chosen', ({ command }) => chosen(command));
  palette.on('stroked', ({ command }) => stroked(command));
  palette.start();
  for (const event of events) palette.send(event);
  return { palette, chosen, stroked, view: () => palette.getSnapshot().value.view };
};

describe('the palette', () => {
  test('opens empty, chooses once, and is closed then', () => {
    const { palette, chosen, view } = setUp(
      { type: 'open' },
      { type: 'type', query: 'ダッシュ' },
      { type: 'choose', command: 'go:/dashboard' },
      { type: 'choose', command: 'go:/x' },
    );
    expect(chosen).toHaveBeenCalledExactlyOnceWith('go:/dashboard');
    expect(view()).toBe('closed');
    palette.send({ type: 'open' });
    expect(palette.getSnapshot().context.query).toBe('');
  });

  test.each<[Event['type'][], unknown, boolean]>([
    [[], 'closed', false],
    [['open'], { searching: 'typing' }, true],
    [['toggle', 'toggle'], 'closed', false],
    [['open', 'keys'], 'sheet', true],
    [['keys', 'keys'], 'closed', false],
    [['keys', 'open'], { searching: 'typing' }, true],
    [['keys', 'toggle'], { searching: 'typing' }, true],
  ])('after %j is %j, open: %s', (types, value, isOpen) => {
    const { palette, view } = setUp(...types.map(type => ({ type }) as Event));
    expect([view(), palette.getSnapshot().hasTag('open')]).toEqual([value, isOpen]);
  });

  test('keeps the typed query', () => {
    expect(
      setUp({ type: 'open' }, { type: 'type', query: 'ダッシュ' }).palette.getSnapshot().context.query,
    ).toBe('ダッシュ');
  });

  test('neither chooses nor closes during the composition of an input method', () => {
    const { palette, chosen, view } = setUp({ type: 'open' }, { type: 'composition.begin' });
    for (const event of [
      { type: 'choose', command: 'go:/dashboard' },
      { type: 'close' },
      { type: 'toggle' },
      { type: 'keys' },
    ] as const)
      palette.send(event);
    expect(chosen).not.toHaveBeenCalled();
    expect(view()).toEqual({ searching: 'composing' });
    palette.send({ type: 'composition.end' });
    palette.send({ type: 'close' });
    expect(view()).toBe('closed');
  });

  test('accepts single keys only while nothing is open and they are enabled', () => {
    const stroke: Event = { type: 'stroke', command: 'go:/dashboard' };
    expect(setUp(stroke).stroked).toHaveBeenCalledTimes(1);
    expect(setUp({ type: 'open' }, stroke).stroked).not.toHaveBeenCalled();
    expect(setUp({ type: 'keys' }, stroke).stroked).not.toHaveBeenCalled();
    expect(setUp({ type: 'keys.off' }, stroke).stroked).not.toHaveBeenCalled();
    expect(setUp({ type: 'keys.off' }, { type: 'keys.on' }, stroke).stroked).toHaveBeenCalledTimes(1);
  });

  test('can be opened and closed with single keys disabled', () => {
    expect(setUp({ type: 'keys.off' }, { type: 'toggle' }).view()).toEqual({ searching: 'typing' });
    expect(setUp({ type: 'keys.off' }, { type: 'keys' }, { type: 'close' }).view()).toBe('closed');
  });

  test('can be closed within two steps on every path, and keeps no query when closed', () => {
    const paths = getShortestPaths(paletteMachine, { events: EVENTS, limit: 2_000 });
    const views = new Set(paths.map(({ state }) => JSON.stringify(state.value.view)));
    expect(views).toEqual(
      new Set(['"closed"', '"sheet"', '{"searching":"typing"}', '{"searching":"composing"}']),
    );
    for (const { state } of paths) {
      if (state.matches({ view: 'closed' })) expect(state.context.query).toBe('');
      const actor = createActor(paletteMachine, { snapshot: state as never }).start();
      actor.send({ type: 'composition.end' });
      actor.send({ type: 'close' });
      expect(actor.getSnapshot().value.view).toBe('closed');
    }
  });
});
