import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { helpMachine, type Guide } from '../../machines/help.ts';
import { settled } from '../support/settled.ts';

const GUIDES: readonly Guide[] = ['dashboard', 'ad-setting'].map(name => ({ name, title: name, blocks: [] }));

const setUp = () => {
  const load = vi.fn(async (_: string): Promise<readonly Guide[]> => GUIDES);
  const help = createActor(
    helpMachine.provide({ actors: { load: fromPromise(({ input }) => load(input)) } }),
  ).start();
  const open = async (guide: string | null = 'dashboard', language = 'ja') => {
    help.send({ type: 'open', language, guide });
    await settled();
  };
  return { load, help, open, state: () => help.getSnapshot().value };
};

describe('help', () => {
  test('opens with the guide of the screen, and with the index where the screen has none', async () => {
    const { help, open, state } = setUp();
    await open();
    expect(state()).toEqual({ reading: 'guide' });
    help.send({ type: 'close' });
    await open(null);
    expect(state()).toEqual({ reading: 'index' });
    help.send({ type: 'close' });
    await open('unknown');
    expect(state()).toEqual({ reading: 'index' });
  });

  test('loads the guides once for a language', async () => {
    const { load, help, open } = setUp();
    for (const language of ['ja', 'ja', 'en', 'en']) {
      await open('dashboard', language);
      help.send({ type: 'close' });
    }
    expect(load.mock.calls).toEqual([['ja'], ['en']]);
  });

  test('leads from the results to a guide and back, and from a guide of the index to the index', async () => {
    const { help, open, state } = setUp();
    await open();
    help.send({ type: 'search', query: '広告' });
    expect(state()).toEqual({ reading: 'results' });
    help.send({ type: 'read', guide: 'ad-setting' });
    expect([state(), help.getSnapshot().context.guide]).toEqual([{ reading: 'guide' }, 'ad-setting']);
    help.send({ type: 'back' });
    expect(state()).toEqual({ reading: 'results' });
    help.send({ type: 'search', query: ' ' });
    expect(state()).toEqual({ reading: 'index' });
    help.send({ type: 'read', guide: 'ad-setting' });
    help.send({ type: 'back' });
    expect(state()).toEqual({ reading: 'index' });
  });

  test('begins without the words of the former search', async () => {
    const { help, open, state } = setUp();
    await open();
    help.send({ type: 'search', query: '広告' });
    help.send({ type: 'close' });
    await open();
    expect([state(), help.getSnapshot().context.query]).toEqual([{ reading: 'guide' }, '']);
  });

  test('finds what was typed while the guides were loading', async () => {
    const { help, open, state } = setUp();
    const opened = open();
    help.send({ type: 'search', query: '広告' });
    await opened;
    expect(state()).toEqual({ reading: 'results' });
    help.send({ type: 'close' });
    const openedAgain = open('dashboard', 'en');
    help.send({ type: 'search', query: ' ' });
    await openedAgain;
    expect(state()).toEqual({ reading: 'guide' });
  });

  test('shows why the guides could not be loaded, and loads them again on request', async () => {
    const { load, help, open, state } = setUp();
    load.mockRejectedValueOnce({ kind: 'offline', code: 'offline' });
    await open();
    expect([state(), help.getSnapshot().context.failure?.code]).toEqual(['failed', 'offline']);
    help.send({ type: 'search', query: '広告' });
    help.send({ type: 'retry' });
    await settled();
    expect([state(), help.getSnapshot().context.failure]).toEqual([{ reading: 'results' }, null]);
  });

  test('never shows the guides of another language, also after those of its own could not be loaded', async () => {
    const { load, help, open, state } = setUp();
    await open('dashboard', 'ja');
    help.send({ type: 'close' });
    load.mockRejectedValueOnce({ kind: 'offline', code: 'offline' });
    for (const expected of ['failed', { reading: 'guide' }]) {
      await open('dashboard', 'en');
      expect(state()).toEqual(expected);
      help.send({ type: 'close' });
    }
    expect(load.mock.calls).toEqual([['ja'], ['en'], ['en']]);
  });

  test('is open from the request on, until it is closed', async () => {
    const { load, help, open } = setUp();
    const isOpen = () => help.getSnapshot().hasTag('open');
    expect(isOpen()).toBe(false);
    load.mockRejectedValueOnce({ kind: 'offline', code: 'offline' });
    const opened = open();
    expect(isOpen()).toBe(true);
    await opened;
    expect(isOpen()).toBe(true);
    help.send({ type: 'retry' });
    await settled();
    expect(isOpen()).toBe(true);
    help.send({ type: 'close' });
    expect(isOpen()).toBe(false);
  });

  test('can be closed while the guides are loading, and stays closed then', async () => {
    const { help, open, state } = setUp();
    const opened = open();
    help.send({ type: 'close' });
    await opened;
    expect(state()).toBe('closed');
  });

  test('can be closed when the guides could not be loaded', async () => {
    const { load, help, open, state } = setUp();
    load.mockRejectedValueOnce({ kind: 'offline', code: 'offline' });
    await open();
    help.send({ type: 'close' });
    expect(state()).toBe('closed');
  });
});
