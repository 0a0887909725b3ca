import { describe, expect, test, vi } from 'vitest';
import { createActor, fromPromise, type EventFromLogic } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { differencesOf } from '../../machines/conflict.ts';
import type { Draft, Faults, StoredDraft } from '../../machines/draft.ts';
import { editorMachine, type Change } from '../../machines/editor.ts';
import type { Failure } from '../../machines/failure.ts';
import { settled } from '../support/settled.ts';

const CONFLICT: Failure = { kind: 'conflict', code: 'conflict' };
const TAKEN: Failure = {
  kind: 'invalid',
  code: 'invalid',
  fields: { name: [{ code: 'taken' }], 'entries.0.url': [{ code: 'format_url' }] },
};
const RECORD: Draft = { name: '春のセール é', note: '', entries: [{ url: 'https://例え.jp/' }], version: 1 };
const check = (draft: Draft): Faults => (draft['name'] === '' ? { name: [{ code: 'required' }] } : {});

/** An editor whose ports are mocks. */
const setUp = async (id: string | null = '7', recall?: () => Promise<StoredDraft | null>) => {
  const load = vi.fn(async (_: { readonly id: string }): Promise<Draft> => RECORD);
  const save = vi.fn(async (_: Change): Promise<object> => ({ id: 7 }));
  const refused = vi.fn();
  const editor = createActor(
    editorMachine.provide({
      actors: {
        load: fromPromise(({ input }) => load(input)),
        save: fromPromise(({ input }) => save(input)),
        ...(recall && { recall: fromPromise(recall) }),
      },
    }),
    { input: { id, blank: { name: '', note: '' }, check, storesDraft: recall !== undefined } },
  );
  editor.on('refused', refused);
  const storage: Draft[] = [];
  editor.on('keep', ({ fields }) => storage.push(fields));
  editor.start();
  await settled();
  const type = (field: string, value: unknown) => editor.send({ type: 'change', field, value });
  const send = async (
    ...types: Exclude<EventFromLogic<typeof editorMachine>, { field: string }>['type'][]
  ) => {
    for (const one of types) editor.send({ type: one });
    await settled();
  };
  return {
    editor,
    load,
    save,
    refused,
    storage,
    type,
    send,
    state: () => editor.getSnapshot().value,
    context: () => editor.getSnapshot().context,
  };
};

describe('an editor', () => {
  test('opens a new record without loading', async () => {
    const { state, load, context } = await setUp(null);
    expect(state()).toBe('editing');
    expect(load).not.toHaveBeenCalled();
    expect(context().draft).toEqual({ name: '', note: '' });
  });

  test('loads its record, saves the draft with the original, and closes with the answer', async () => {
    const { editor, load, save, type, send } = await setUp();
    expect(load).toHaveBeenCalledExactlyOnceWith({ id: '7' });
    type('note', '注');
    await send('save', 'save');
    expect(save).toHaveBeenCalledExactlyOnceWith({
      id: '7',
      draft: { ...RECORD, note: '注' },
      original: RECORD,
    });
    expect(editor.getSnapshot().output).toEqual({ saved: { id: 7 } });
  });

  test('shows why a record cannot be loaded, and tries again', async () => {
    const { editor, load, send, state } = await setUp();
    const missing = createActor(
      editorMachine.provide({
        actors: {
          load: fromPromise<Draft, { id: string }>(() =>
            Promise.reject({ kind: 'missing', code: 'not_found' }),
          ),
        },
      }),
      { input: { id: '8', blank: {}, check } },
    ).start();
    await settled();
    expect(missing.getSnapshot()).toMatchObject({
      value: 'unavailable',
      context: { failure: { code: 'not_found' } },
    });
    missing.send({ type: 'retry' });
    expect(missing.getSnapshot().value).toBe('opening');
    missing.send({ type: 'close' });
    expect(missing.getSnapshot().output).toEqual({ saved: null });
    expect([load.mock.calls.length, state(), editor.getSnapshot().context.failure]).toEqual([
      1,
      'editing',
      null,
    ]);
    await send('close');
  });

  test('sends no draft with known faults, shows them, and clears a fault when its field changes', async () => {
    const { save, type, send, context, refused } = await setUp();
    type('name', '');
    await send('save');
    expect(save).not.toHaveBeenCalled();
    expect(refused).toHaveBeenCalledTimes(1);
    expect(context().faults).toEqual({ name: [{ code: 'required' }] });
    type('name', 'に');
    expect(context().faults).toEqual({});
  });

  test('keeps the draft that the server refuses, with the faults by field, nested ones included', async () => {
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

  test('asks before it discards changes, and not without changes', async () => {
    const { editor, type, send, state } = await setUp();
    type('name', 'x');
    await send('close');
    expect([state(), editor.getSnapshot().hasTag('open')]).toEqual(['leaving', true]);
    await send('keep');
    expect(state()).toBe('editing');
    type('name', RECORD['name']);
    type('entries', [{ url: 'https://例え.jp/' }]);
    await send('close');
    expect(state()).toBe('closed');
  });

  test('cannot be closed while it saves, since only the answer tells the outcome', async () => {
    const { editor, save, type, state } = await setUp();
    save.mockReturnValueOnce(new Promise(() => undefined));
    type('name', 'x');
    editor.send({ type: 'save' });
    editor.send({ type: 'close' });
    expect(state()).toBe('saving');
  });

  test('checks a field that was changed and left, and not an unchanged one', async () => {
    const { editor, type, context } = await setUp(null);
    editor.send({ type: 'leave', field: 'name' });
    expect(context().faults).toEqual({});
    type('name', 'x');
    type('note', 'y');
    editor.send({ type: 'leave', field: 'name' });
    expect(context().faults).toEqual({});
    const entries = createActor(editorMachine, {
      input: {
        id: null,
        blank: { entries: [], name: '' },
        check: () => ({ 'entries.0.url': [{ code: 'format_url' }], name: [{ code: 'required' }] }),
      },
    }).start();
    entries.send({ type: 'change', field: 'entries', value: [{ url: 'x' }] });
    entries.send({ type: 'leave', field: 'entries' });
    expect(entries.getSnapshot().context.faults).toEqual({ 'entries.0.url': [{ code: 'format_url' }] });
  });

  /** Another user renames the record while a note is typed here, and the name as well if `both`. */
  const overtaken = async ({ both = false } = {}) => {
    const theirs = { ...RECORD, name: '夏のセール', version: 2 };
    const it = await setUp();
    it.save.mockRejectedValueOnce(CONFLICT);
    it.load.mockResolvedValueOnce(theirs);
    it.type('note', '私の注');
    if (both) it.type('name', '秋のセール');
    await it.send('save');
    const take = (field: string, side: 'mine' | 'theirs') => it.editor.send({ type: 'take', field, side });
    return { ...it, theirs, take, shown: () => differencesOf(it.context()) };
  };

  test('shows both versions of a conflicting record, and saves nothing until the user decides', async () => {
    const { state, shown, save, load, editor } = await overtaken({ both: true });
    expect([state(), editor.getSnapshot().hasTag('open'), editor.getSnapshot().hasTag('busy')]).toEqual([
      'conflict',
      true,
      false,
    ]);
    expect([save.mock.calls.length, load.mock.calls]).toEqual([1, [[{ id: '7' }], [{ id: '7' }]]]);
    expect(shown()).toEqual([
      { field: 'name', mine: '秋のセール', theirs: '夏のセール', side: 'mine', both: true },
      { field: 'note', mine: '私の注', theirs: '', side: 'mine', both: false },
      { field: 'version', mine: 1, theirs: 2, side: 'theirs', both: false },
    ]);
  });

  test('saves the chosen side of each field over the version that was shown', async () => {
    const { send, save, take, theirs, state, storage } = await overtaken({ both: true });
    take('name', 'theirs');
    await send('save');
    expect(storage.slice(-2)).toEqual([{ note: '私の注' }, {}]);
    expect(save).toHaveBeenLastCalledWith({
      id: '7',
      draft: { ...theirs, note: '私の注' },
      original: theirs,
    });
    expect(state()).toBe('closed');
  });

  test('continues with the chosen sides, and detects a further conflict', async () => {
    const { send, save, take, theirs, state, context, load, shown } = await overtaken();
    take('note', 'theirs');
    await send('keep');
    expect([state(), context().draft, context().original]).toEqual(['editing', theirs, theirs]);
    save.mockRejectedValueOnce(CONFLICT);
    load.mockResolvedValueOnce({ ...theirs, note: '第三者', version: 3 });
    await send('save');
    expect(shown().map(({ field, side }) => [field, side])).toEqual([
      ['note', 'theirs'],
      ['version', 'theirs'],
    ]);
  });

  test('does not reuse the choices of an abandoned conflict', async () => {
    const { send, save, take, load, theirs, shown } = await overtaken({ both: true });
    take('name', 'theirs');
    await send('close', 'keep');
    save.mockRejectedValueOnce(CONFLICT);
    load.mockResolvedValueOnce({ ...theirs, version: 3 });
    await send('save');
    expect(shown().find(({ field }) => field === 'name')).toMatchObject({
      mine: '秋のセール',
      theirs: '夏のセール',
      side: 'mine',
    });
  });

  test('keeps the draft if the other version cannot be loaded, and asks before a conflict is discarded', async () => {
    const { editor, load, save, type, send, state, context, refused } = await setUp();
    save.mockRejectedValue(CONFLICT);
    load.mockRejectedValueOnce({ kind: 'missing', code: 'not_found' });
    type('note', '私の注');
    await send('save');
    expect([state(), context().draft['note'], context().failure?.code, refused.mock.calls.length]).toEqual([
      'editing',
      '私の注',
      'not_found',
      1,
    ]);
    await send('save');
    await send('close');
    expect(state()).toBe('leaving');
    await send('discard');
    expect(editor.getSnapshot().output).toEqual({ saved: null });
  });

  test('closes a conflict without asking if nothing was typed', async () => {
    const { save, load, send, state } = await setUp();
    save.mockRejectedValueOnce(CONFLICT);
    load.mockResolvedValueOnce({ ...RECORD, version: 2 });
    await send('save');
    expect(state()).toBe('conflict');
    await send('close');
    expect(state()).toBe('closed');
  });

  test('does not save a draft that the chosen sides made invalid', async () => {
    const { editor, type, load, save, send, state, context, storage, refused } = await setUp();
    save.mockRejectedValueOnce(CONFLICT);
    load.mockResolvedValueOnce({ ...RECORD, name: '' });
    type('note', '私の注');
    await send('save');
    expect([storage.length, refused.mock.calls.length]).toEqual([1, 0]);
    await send('save');
    expect([storage, refused.mock.calls.length]).toEqual([[{ note: '私の注' }, { note: '私の注' }], 1]);
    expect([state(), context().faults, save.mock.calls.length]).toEqual([
      'editing',
      { name: [{ code: 'required' }] },
      1,
    ]);
    editor.stop();
  });

  test('emits the draft to store at each change, and an empty one after saving or discarding', async () => {
    const { storage, type, send, save } = await setUp();
    type('note', '注');
    type('name', RECORD['name']);
    type('note', '');
    expect(storage).toEqual([{ note: '注' }, { note: '注' }, {}]);
    type('note', '私の注');
    save.mockRejectedValueOnce(TAKEN);
    await send('save');
    expect(storage.at(-1)).toEqual({ note: '私の注' });
    await send('save');
    expect(storage.at(-1)).toEqual({});
    const left = await setUp();
    left.type('note', 'x');
    await left.send('close', 'keep', 'close');
    expect(left.storage).toEqual([{ note: 'x' }]);
    await left.send('discard');
    expect(left.storage.at(-1)).toEqual({});
  });

  test('offers a stored draft, keeps it until the user decides, and restores the fields that the record still has', async () => {
    const stored: StoredDraft = { at: 0, fields: { name: '途中 é', gone: 1 } };
    const recall = () => Promise.resolve(stored);
    const { storage, type, send, context, state } = await setUp('7', recall);
    type('note', '注');
    expect([context().stored, storage]).toEqual([stored, [{ name: '途中 é', gone: 1, note: '注' }]]);
    await send('restore');
    expect([state(), context().draft, context().stored, storage.at(-1)]).toEqual([
      'editing',
      { ...RECORD, name: '途中 é', note: '注' },
      null,
      { name: '途中 é', note: '注' },
    ]);
    const other = await setUp(null, recall);
    await other.send('forget', 'restore', 'forget');
    expect([other.context().draft, other.storage]).toEqual([{ name: '', note: '' }, [{}]]);
    const untouched = await setUp('7', recall);
    await untouched.send('close');
    expect([untouched.state(), untouched.storage]).toEqual(['closed', []]);
  });

  test('opens without an offer if no draft is stored or the search for it fails, and can be closed during the search', async () => {
    for (const recall of [() => Promise.resolve(null), () => Promise.reject(new Error('no locks'))]) {
      const { state, context, load } = await setUp('7', recall);
      expect([state(), context().stored, context().failure, load.mock.calls.length]).toEqual([
        'editing',
        null,
        null,
        1,
      ]);
    }
    const { state, send, load } = await setUp('7', () => new Promise(() => undefined));
    expect(state()).toBe('recalling');
    await send('close');
    expect([state(), load.mock.calls.length]).toEqual(['closed', 0]);
  });

  test('stores the chosen sides of a conflict', async () => {
    const { send, take, storage } = await overtaken({ both: true });
    take('name', 'theirs');
    await send('keep');
    expect(storage.at(-1)).toEqual({ note: '私の注' });
  });

  test('treats a conflict on a new record as a failure, since there is no other version', async () => {
    const { type, save, send, state, context } = await setUp(null);
    save.mockRejectedValueOnce(CONFLICT);
    type('name', 'x');
    await send('save');
    expect([state(), context().failure]).toEqual(['editing', CONFLICT]);
  });

  test('on every path saves only valid drafts, discards only on request, and reaches every state', () => {
    const paths = getShortestPaths(editorMachine, {
      input: { id: '7', blank: {}, check, storesDraft: true },
      events: [
        { type: 'change', field: 'name', value: 'x' },
        { type: 'change', field: 'name', value: '' },
        ...(['save', 'close', 'keep', 'discard', 'retry', 'restore', 'forget'] as const).map(type => ({
          type,
        })),
        { type: 'leave', field: 'name' },
        { type: 'take', field: 'name', side: 'theirs' },
        ...(['opening', 'comparing'].flatMap(state => [
          { type: `xstate.done.actor.0.editor.${state}`, output: { name: 'Old' } },
          { type: `xstate.error.actor.0.editor.${state}`, error: { kind: 'missing', code: 'not_found' } },
        ]) as never[]),
        { type: 'xstate.done.actor.0.editor.saving', output: { id: 7 } } as never,
        { type: 'xstate.done.actor.0.editor.recalling', output: { at: 0, fields: { name: 'y' } } } as never,
        { type: 'xstate.error.actor.0.editor.recalling', error: new Error('no locks') } as never,
        ...[TAKEN, CONFLICT].map(error => ({ type: 'xstate.error.actor.0.editor.saving', error }) as never),
      ],
      serializeState: state =>
        JSON.stringify([
          state.value,
          state.context.draft,
          state.context.faults,
          state.context.failure,
          state.context.taken,
          state.context.stored,
        ]) as never,
      limit: 5_000,
    });
    expect(new Set(paths.map(({ state }) => state.value))).toEqual(
      new Set(Object.keys(editorMachine.states)),
    );
    for (const { state, steps } of paths) {
      if (state.matches('saving')) expect(check(state.context.draft)).toEqual({});
      if (state.matches('leaving')) expect(state.context.draft).not.toEqual(state.context.original);
      const last = steps.at(-1)?.event.type;
      if (state.matches('closed'))
        expect(['close', 'discard', 'xstate.done.actor.0.editor.saving']).toContain(last);
    }
  });
});
