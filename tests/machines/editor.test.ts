import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise, type EventFromLogic } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { editorMachine, type Change, type Draft, type Faults } from '../../machines/editor.ts';
import type { Failure } from '../../machines/failure.ts';
import { settled } from '../support/settled.ts';

const CONFLICT: Failure = { kind: 'conflict', code: 'conflict' };
const TAKEN: Failure = { kind: 'invalid', code: 'invalid', fields: { name: [{ code: 'taken' }], 'entries.0.url': [{ code: 'format_url' }] } };
const RECORD: Draft = { name: '春のセール é', note: '', entries: [{ url: 'https://例え.jp/' }], version: 1 };
const check = (draft: Draft): Faults => (draft['name'] === '' ? { name: [{ code: 'required' }] } : {});

/** An editor whose outside counts and obeys. */
const setUp = async (id: string | null = '7') => {
  const load = vi.fn(async (_: { readonly id: string }): Promise<Draft> => RECORD);
  const save = vi.fn(async (_: Change): Promise<object> => ({ id: 7 }));
  const refused = vi.fn();
  const editor = createActor(
    editorMachine.provide({ actors: { load: fromPromise(({ input }) => load(input)), save: fromPromise(({ input }) => save(input)) } }),
    { input: { id, blank: { name: '', note: '' }, check } },
  );
  editor.on('refused', refused);
  editor.start();
  await settled();
  const type = (field: string, value: unknown) => editor.send({ type: 'change', field, value });
  const send = async (...types: Exclude<EventFromLogic<typeof editorMachine>, { type: 'change' }>['type'][]) => {
    for (const one of types) editor.send({ type: one });
    await settled();
  };
  return { editor, load, save, refused, type, send, state: () => editor.getSnapshot().value, context: () => editor.getSnapshot().context };
};

describe('an editor', () => {
  test('opens a new record without asking for anything', async () => {
    const { state, load, context } = await setUp(null);
    expect(state()).toBe('editing');
    expect(load).not.toHaveBeenCalled();
    expect(context().draft).toEqual({ name: '', note: '' });
  });

  test('reads the record that it opens, saves what was typed beside what was read, and closes with the answer', async () => {
    const { editor, save, type, send } = await setUp();
    type('note', '注');
    await send('save', 'save');
    expect(save).toHaveBeenCalledExactlyOnceWith({ id: '7', draft: { ...RECORD, note: '注' }, original: RECORD });
    expect(editor.getSnapshot().output).toEqual({ saved: { id: 7 } });
  });

  test('shows why a record cannot be had, and tries again', async () => {
    const { editor, load, send, state } = await setUp();
    const gone = createActor(editorMachine.provide({ actors: { load: fromPromise<Draft, { id: string }>(() => Promise.reject({ kind: 'missing', code: 'not_found' })) } }),
      { input: { id: '8', blank: {}, check } }).start();
    await settled();
    expect(gone.getSnapshot()).toMatchObject({ value: 'unavailable', context: { failure: { code: 'not_found' } } });
    gone.send({ type: 'again' });
    expect(gone.getSnapshot().value).toBe('opening');
    gone.send({ type: 'close' });
    expect(gone.getSnapshot().output).toEqual({ saved: null });
    expect([load.mock.calls.length, state(), editor.getSnapshot().context.failure]).toEqual([1, 'editing', null]);
    await send('close');
  });

  test('sends nothing that it knows to be wrong, says what, and forgets it as soon as the field changes', async () => {
    const { save, type, send, context, refused } = await setUp();
    type('name', '');
    await send('save');
    expect(save).not.toHaveBeenCalled();
    expect(refused).toHaveBeenCalledTimes(1);
    expect(context().faults).toEqual({ name: [{ code: 'required' }] });
    type('name', 'に');
    expect(context().faults).toEqual({});
  });

  test('keeps what was typed when the server refuses it, with the faults by field, nested ones too', async () => {
    const { save, type, send, context, state, refused } = await setUp();
    save.mockRejectedValueOnce(TAKEN);
    type('name', '取られた');
    await send('save');
    expect(state()).toBe('editing');
    expect(refused).toHaveBeenCalledTimes(1);
    expect(context().draft['name']).toBe('取られた');
    expect(context().faults).toEqual(TAKEN.fields);
    type('entries', []);
    expect(Object.keys(context().faults)).toEqual(['name']);
    await send('save');
    expect(state()).toBe('closed');
  });

  test('asks before typed words are lost, and not where there are none', async () => {
    const { type, send, state } = await setUp();
    type('name', 'x');
    await send('close');
    expect(state()).toBe('leaving');
    await send('keep');
    expect(state()).toBe('editing');
    type('name', RECORD['name']);
    type('entries', [{ url: 'https://例え.jp/' }]);
    await send('close');
    expect(state()).toBe('closed');
  });

  test('cannot be closed while it saves: only the answer tells what happened', async () => {
    const { editor, save, type, state } = await setUp();
    save.mockReturnValueOnce(new Promise(() => undefined));
    type('name', 'x');
    editor.send({ type: 'save' });
    editor.send({ type: 'close' });
    expect(state()).toBe('saving');
  });

  test('lets one choose between their version and one\'s own when somebody else was first', async () => {
    const theirs = { ...RECORD, name: '夏のセール', version: 2 };
    const mine = await setUp();
    mine.save.mockRejectedValueOnce(CONFLICT);
    mine.type('note', '私の注');
    await mine.send('save');
    expect(mine.state()).toBe('conflict');
    mine.load.mockResolvedValueOnce(theirs);
    await mine.send('overwrite');
    expect(mine.save).toHaveBeenLastCalledWith({ id: '7', draft: { ...theirs, note: '私の注' }, original: theirs });
    expect(mine.state()).toBe('closed');

    const yielding = await setUp();
    yielding.save.mockRejectedValueOnce(CONFLICT);
    yielding.type('note', '私の注');
    await yielding.send('save');
    yielding.load.mockResolvedValueOnce(theirs);
    await yielding.send('reload');
    expect(yielding.editor.getSnapshot()).toMatchObject({ value: 'editing', context: { draft: theirs, original: theirs, failure: null } });
  });

  test('on every path saves only sound drafts, loses only what was given up, and reaches every state', () => {
    const paths = getShortestPaths(editorMachine, {
      input: { id: '7', blank: {}, check },
      events: [
        { type: 'change', field: 'name', value: 'x' }, { type: 'change', field: 'name', value: '' },
        ...(['save', 'close', 'keep', 'discard', 'again', 'reload', 'overwrite'] as const).map(type => ({ type })),
        ...['opening', 'renewing'].flatMap(state => [
          { type: `xstate.done.actor.0.editor.${state}`, output: { name: 'Old' } }, { type: `xstate.error.actor.0.editor.${state}`, error: { kind: 'missing', code: 'not_found' } },
        ]) as never[],
        { type: 'xstate.done.actor.0.editor.saving', output: { id: 7 } } as never,
        ...[TAKEN, CONFLICT].map(error => ({ type: 'xstate.error.actor.0.editor.saving', error }) as never),
      ],
      serializeState: state => JSON.stringify([state.value, state.context.draft, state.context.faults, state.context.failure]) as never,
      limit: 5_000,
    });
    expect(new Set(paths.map(({ state }) => state.value))).toEqual(new Set(Object.keys(editorMachine.states)));
    for (const { state, steps } of paths) {
      if (state.matches('saving')) expect(check(state.context.draft)).toEqual({});
      if (state.matches('leaving')) expect(state.context.draft).not.toEqual(state.context.original);
      const last = steps.at(-1)?.event.type;
      if (state.matches('closed')) expect(['close', 'discard', 'xstate.done.actor.0.editor.saving']).toContain(last);
    }
  });
});
