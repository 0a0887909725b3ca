import { expect, test, vi } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { downloadMachine, type FileRequest } from '../../machines/download.ts';
import { settled } from '../support/settled.ts';

const WANTED = { path: 'ads', format: 'csv', columns: ['name', '広告é'] };
const HALF = { bytes: 1024, rows: 5, total: 10 };

/** A server whose answers wait until the test releases them. */
const open = () => {
  const requests: {
    readonly input: FileRequest;
    readonly signal: AbortSignal;
    readonly answer: () => void;
    readonly refuse: (error: unknown) => void;
  }[] = [];
  const actor = createActor(
    downloadMachine.provide({
      actors: {
        fetch: fromPromise<unknown, FileRequest>(
          ({ input, signal }) =>
            new Promise((resolve, reject) => {
              requests.push({ input, signal, answer: () => resolve('file'), refuse: reject });
            }),
        ),
      },
    }),
  ).start();
  const value = () => JSON.stringify(actor.getSnapshot().value);
  return { actor, requests, value };
};

test('a download prepares until its first bytes arrive, reports its progress, and finishes', async () => {
  const { actor, requests, value } = open();
  expect(actor.getSnapshot().hasTag('busy')).toBe(false);
  actor.send({ type: 'start', file: WANTED });
  expect([value(), requests[0]?.input.file]).toEqual(['{"fetching":"preparing"}', WANTED]);
  expect(actor.getSnapshot().hasTag('busy')).toBe(true);
  requests[0]!.input.onProgress(HALF);
  expect([value(), actor.getSnapshot().context.progress]).toEqual(['{"fetching":"receiving"}', HALF]);
  requests[0]!.input.onProgress({ ...HALF, rows: 10 });
  expect(actor.getSnapshot().context.progress?.rows).toBe(10);
  requests[0]!.answer();
  await settled();
  expect([value(), actor.getSnapshot().context.progress?.rows]).toEqual(['"finished"', 10]);
});

test('a download is started once for several presses of its button', () => {
  const { actor, requests } = open();
  actor.send({ type: 'start', file: WANTED });
  actor.send({ type: 'start', file: WANTED });
  actor.send({ type: 'retry' });
  expect(requests).toHaveLength(1);
});

test.each(['preparing', 'receiving'])(
  'a download that is cancelled while %s aborts its request and ignores later answers',
  async state => {
    const { actor, requests, value } = open();
    actor.send({ type: 'start', file: WANTED });
    if (state === 'receiving') requests[0]!.input.onProgress(HALF);
    actor.send({ type: 'cancel' });
    expect([value(), requests[0]!.signal.aborted]).toEqual(['"idle"', true]);
    requests[0]!.input.onProgress(HALF);
    requests[0]!.answer();
    await settled();
    expect(value()).toBe('"idle"');
  },
);

test('a failed download shows the reason, and starts from the beginning when it is repeated', async () => {
  const { actor, requests, value } = open();
  const failure = { kind: 'offline', code: 'offline' } as const;
  actor.send({ type: 'start', file: WANTED });
  requests[0]!.input.onProgress(HALF);
  requests[0]!.refuse(failure);
  await settled();
  expect([value(), actor.getSnapshot().context.failure]).toEqual(['"failed"', failure]);
  actor.send({ type: 'retry' });
  expect([value(), requests[1]?.input.file, actor.getSnapshot().context]).toEqual([
    '{"fetching":"preparing"}',
    WANTED,
    { file: WANTED, progress: null, failure: null },
  ]);
  requests[1]!.refuse(new Error('anything'));
  await settled();
  expect(actor.getSnapshot().context.failure).toEqual({ kind: 'broken', code: 'unexpected' });
  const other = { ...WANTED, format: 'xlsx' };
  actor.send({ type: 'start', file: other });
  expect(requests[2]?.input.file).toEqual(other);
});

test('a download without a port fails instead of waiting', async () => {
  const error = vi.fn();
  const actor = createActor(downloadMachine).start();
  actor.subscribe({ error });
  actor.send({ type: 'start', file: WANTED });
  await settled();
  expect(actor.getSnapshot().value).toBe('failed');
  expect(error).not.toHaveBeenCalled();
});

test('a download can be followed by another after it finished or its failure was dismissed', async () => {
  const { actor, requests, value } = open();
  expect([value(), actor.getSnapshot().context]).toEqual([
    '"idle"',
    { file: {}, progress: null, failure: null },
  ]);
  actor.send({ type: 'cancel' });
  actor.send({ type: 'start', file: WANTED });
  requests[0]!.answer();
  await settled();
  actor.send({ type: 'retry' });
  expect([value(), requests.length]).toEqual(['"finished"', 1]);
  const other = { ...WANTED, format: 'xlsx' };
  actor.send({ type: 'start', file: other });
  expect([value(), requests[1]?.input.file, actor.getSnapshot().context.progress]).toEqual([
    '{"fetching":"preparing"}',
    other,
    null,
  ]);
  requests[1]!.refuse({ kind: 'offline', code: 'offline' });
  await settled();
  actor.send({ type: 'dismiss' });
  expect(value()).toBe('"idle"');
  actor.send({ type: 'start', file: WANTED });
  expect([value(), actor.getSnapshot().context]).toEqual([
    '{"fetching":"preparing"}',
    { file: WANTED, progress: null, failure: null },
  ]);
});
