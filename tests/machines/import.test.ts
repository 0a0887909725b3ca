import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { importMachine, type Previewed } from '../../machines/import.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE } from '../support/test-console.ts';

const FILE = { name: '広告é.csv' };
const SOUND: Previewed = { digest: 'd1', error_total: 0 };

/** A server whose answers wait until the test releases them. */
const open = () => {
  type Call = {
    readonly input: object;
    readonly signal: AbortSignal;
    readonly answer: (output: unknown) => void;
    readonly refuse: (error: unknown) => void;
  };
  const [previews, applies]: [Call[], Call[]] = [[], []];
  const recordCalls = <Answer>(calls: Call[]) =>
    fromPromise<Answer, never>(
      ({ input, signal }) =>
        new Promise((resolve, reject) => {
          calls.push({ input, signal, answer: resolve as Call['answer'], refuse: reject });
        }),
    );
  const actor = createActor(
    importMachine.provide({
      actors: {
        preview: recordCalls<Previewed>(previews) as never,
        apply: recordCalls<object>(applies) as never,
      },
    }),
  ).start();
  const is = () => actor.getSnapshot().value;
  const { send } = actor;
  const previewed = async (preview: Previewed = SOUND) => {
    send({ type: 'choose', chosen: FILE });
    previews.at(-1)!.answer(preview);
    await settled();
  };
  return { actor, send, previews, applies, is, previewed, context: () => actor.getSnapshot().context };
};

test('an import is read, previewed, and applied with the digest of the preview', async () => {
  const { is, send, previews, applies, context, actor } = open();
  expect(is()).toBe('choosing');
  send({ type: 'choose', chosen: FILE });
  expect([is(), previews[0]!.input, actor.getSnapshot().hasTag('busy')]).toEqual([
    'reading',
    { chosen: FILE },
    true,
  ]);
  previews[0]!.answer(SOUND);
  await settled();
  expect([is(), context().preview]).toEqual(['previewed', SOUND]);
  send({ type: 'apply' });
  expect([is(), applies[0]!.input]).toEqual(['applying', { chosen: FILE, digest: 'd1' }]);
  applies[0]!.answer({ total: 3 });
  await settled();
  expect([is(), context().outcome]).toEqual(['done', { total: 3 }]);
});

test('an import with errors cannot be applied, and another file can be chosen', async () => {
  const { is, send, previewed, applies, previews } = open();
  await previewed({ digest: 'd', error_total: 1 });
  send({ type: 'apply' });
  expect([is(), applies.length]).toEqual(['previewed', 0]);
  send({ type: 'choose', chosen: { name: 'other' } });
  expect([is(), previews[1]!.input]).toEqual(['reading', { chosen: { name: 'other' } }]);
});

test('an import is applied once, and cannot be cancelled meanwhile', async () => {
  const { is, send, previewed, applies } = open();
  await previewed();
  for (const type of ['apply', 'apply', 'chooseAnother', 'cancel', 'retry'] as const) send({ type });
  send({ type: 'choose', chosen: {} });
  expect([is(), applies.length, applies[0]!.signal.aborted]).toEqual(['applying', 1, false]);
});

test('an import cancelled while it is read aborts its request and ignores a late answer', async () => {
  const { is, send, previews, context } = open();
  send({ type: 'choose', chosen: FILE });
  send({ type: 'cancel' });
  expect([is(), previews[0]!.signal.aborted]).toEqual(['choosing', true]);
  previews[0]!.answer(SOUND);
  await settled();
  expect([is(), context().preview, context().chosen]).toEqual(['choosing', null, null]);
});

test('a refused import keeps its file, and can be read again', async () => {
  const { is, send, previews, context } = open();
  send({ type: 'choose', chosen: FILE });
  previews[0]!.refuse({ kind: 'invalid', code: 'invalid', fields: { file: [{ code: 'file_empty' }] } });
  await settled();
  expect([is(), context().failure?.fields, context().chosen]).toEqual([
    'refused',
    { file: [{ code: 'file_empty' }] },
    FILE,
  ]);
  send({ type: 'retry' });
  expect([is(), context().failure, previews.length]).toEqual(['reading', null, 2]);
});

test('an import that fails while it is applied shows the reason, and must be previewed again', async () => {
  const { is, send, previews, applies, previewed, context } = open();
  await previewed();
  send({ type: 'apply' });
  applies[0]!.refuse(OFFLINE);
  await settled();
  expect([is(), context().failure]).toEqual(['refused', OFFLINE]);
  send({ type: 'apply' });
  expect(is()).toBe('refused');
  send({ type: 'retry' });
  previews[1]!.answer({ digest: 'd2', error_total: 2 });
  await settled();
  expect([is(), context().preview?.error_total]).toEqual(['previewed', 2]);
});

test('after an import another file can be chosen, with an empty context', async () => {
  const { is, send, previewed, applies, context } = open();
  await previewed();
  send({ type: 'apply' });
  applies[0]!.answer({});
  await settled();
  send({ type: 'chooseAnother' });
  expect([is(), context()]).toEqual([
    'choosing',
    { chosen: null, preview: null, outcome: null, failure: null },
  ]);
});

const LEFT = { preview: null, outcome: null, failure: null };

test('in every final state another file starts with an empty context', async () => {
  const first = open();
  expect(first.context()).toEqual({ chosen: null, ...LEFT });
  const ends: Readonly<Record<string, (it: ReturnType<typeof open>) => Promise<void>>> = {
    previewed: it => it.previewed(),
    refused: async it => {
      await it.previewed();
      it.send({ type: 'apply' });
      it.applies[0]!.refuse(OFFLINE);
      await settled();
    },
    done: async it => {
      await it.previewed();
      it.send({ type: 'apply' });
      it.applies[0]!.answer({ total: 3 });
      await settled();
    },
  };
  for (const [state, end] of Object.entries(ends)) {
    const other = { name: `${state}.csv` };
    const it = open();
    await end(it);
    expect(it.is()).toBe(state);
    it.send({ type: 'choose', chosen: other });
    expect([it.is(), it.context(), it.previews.at(-1)!.input]).toEqual([
      'reading',
      { chosen: other, ...LEFT },
      { chosen: other },
    ]);
    const none = open();
    await end(none);
    none.send({ type: 'chooseAnother' });
    expect([none.is(), none.context()]).toEqual(['choosing', { chosen: null, ...LEFT }]);
  }
});
