import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { newAdMachine, type ClickUrl } from '../../machines/new-ad.ts';
import { settled } from '../support/settled.ts';
import { OFFLINE } from '../support/test-console.ts';

const URL: ClickUrl = {
  forCampaigns: 'https://touchpath.example/r/1?id={xclid}',
  plain: 'https://touchpath.example/r/1',
};
const FIELDS = { name: '秋 é' };

/** A server that refuses the first request of each kind, and then answers. */
const open = (sourceId: number | null) => {
  const requests: [string, number][] = [];
  const once = <Answer>(name: string, id: number, answer: Answer): Promise<Answer> => {
    requests.push([name, id]);
    return requests.filter(([other]) => other === name).length === 1
      ? Promise.reject(OFFLINE)
      : Promise.resolve(answer);
  };
  const actor = createActor(
    newAdMachine.provide({
      actors: {
        copy: fromPromise<object, { readonly sourceId: number }>(({ input }) =>
          once('copy', input.sourceId, FIELDS),
        ),
        link: fromPromise<ClickUrl, { readonly adId: number }>(({ input }) => once('link', input.adId, URL)),
      },
    }),
    { input: { sourceId } },
  );
  actor.start();
  return { actor, requests, state: () => actor.getSnapshot() };
};

test('a saved ad gets its click URL, also after a failure, and stays open until it is made', async () => {
  const { actor, requests, state } = open(null);
  expect([state().value, state().context.initial]).toEqual(['composing', {}]);
  actor.send({ type: 'saved', adId: 5 });
  actor.send({ type: 'close' });
  expect([state().value, state().hasTag('busy')]).toEqual(['linking', true]);
  await settled();
  expect([state().value, state().context.failure?.code]).toEqual(['notLinked', 'offline']);
  actor.send({ type: 'retry' });
  await settled();
  const { clickUrl, failure } = state().context;
  expect([state().value, clickUrl, failure, requests]).toEqual([
    'informing',
    URL,
    null,
    [
      ['link', 5],
      ['link', 5],
    ],
  ]);
  actor.send({ type: 'close' });
  expect(state().status).toBe('done');
});

test('the form of a copy opens with the fields of its ad, once they are read', async () => {
  const { actor, requests, state } = open(7);
  expect([state().value, state().hasTag('busy')]).toEqual(['copying', true]);
  await settled();
  expect([state().value, state().context.failure?.code]).toEqual(['notCopied', 'offline']);
  actor.send({ type: 'retry' });
  await settled();
  expect([state().value, state().context.initial, state().context.failure]).toEqual([
    'composing',
    FIELDS,
    null,
  ]);
  expect(requests).toEqual([
    ['copy', 7],
    ['copy', 7],
  ]);
  actor.send({ type: 'close' });
  expect(state().status).toBe('done');
});

test('the form can be left at any time but while its URL is made', async () => {
  const [composing, copying, notCopied, notLinked] = [open(null), open(7), open(7), open(null)];
  composing.actor.send({ type: 'close' });
  copying.actor.send({ type: 'close' });
  notLinked.actor.send({ type: 'saved', adId: 5 });
  await settled();
  for (const { actor } of [notCopied, notLinked]) actor.send({ type: 'close' });
  for (const { state } of [composing, copying, notCopied, notLinked]) expect(state().status).toBe('done');
});
