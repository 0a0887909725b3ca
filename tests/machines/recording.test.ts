import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AnyStateMachine } from 'xstate';
import { models } from '../../machines/charts/models/index.ts';
import { planOf } from '../../machines/charts/paths.ts';
import { readRecording, replay } from '../../machines/charts/replay.ts';
import { createSanitizer } from '../../machines/charts/sanitize.ts';
import {
  createActorRegistry,
  MAX_ENDED_ACTORS,
  MAX_STEPS_PER_ACTOR,
} from '../../src/console/actor-registry.ts';
import { play, recorded } from '../support/recorded-machine.ts';

test('a recording replaces each text by one mark everywhere, and keeps known words', () => {
  const clean = createSanitizer();
  expect(
    clean({
      type: 'signIn',
      name: '山田 é',
      again: ['山田 é', ''],
      code: 'not ours: 東京',
      requestId: 'r-1',
      n: 3,
      at: new Date(0),
      act: () => 1,
      'user@例え.jp': true,
    }),
  ).toEqual({
    type: 'signIn',
    name: '#1',
    again: ['#1', ''],
    code: '#2',
    requestId: 'r-1',
    n: 3,
    at: { $mark: 'object' },
    act: { $mark: 'function' },
    '#3': true,
  });
});

test('a recording masks names that look like known words, and keeps codes of failures and messages of banners only', () => {
  const clean = createSanitizer();
  expect(clean({ type: 'change', field: 'user_name', value: 'yamada' })).toEqual({
    type: 'change',
    field: 'user_name',
    value: '#1',
  });
  expect(clean({ rows: [{ id: 1, label: 'yamada', code: 'acme-inc', title: 'yamada' }] })).toEqual({
    rows: [{ id: 1, label: '#1', code: '#2', title: '#1' }],
  });
  expect(
    clean({
      failure: { kind: 'denied', code: 'forbidden' },
      notice: { kind: 'INFO', message: 'message.copied', action: { label: 'message.undo', act: () => 1 } },
    }),
  ).toEqual({
    failure: { kind: 'denied', code: 'forbidden' },
    notice: {
      kind: 'INFO',
      message: 'message.copied',
      action: { label: 'message.undo', act: { $mark: 'function' } },
    },
  });
});

test('a recording contains no typed or received text, whatever the text looks like', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[A-Za-z][\w.-]{7,30}$/), { minLength: 1, maxLength: 5 }),
      fc.constantFrom('value', 'label', 'message', 'name', 'code', 'q', 'password', 'access'),
      (texts, key) => {
        const text = JSON.stringify(
          createSanitizer()({
            type: 'change',
            value: texts[0],
            rows: texts.map(one => ({ id: 1, name: one, [key]: one, deep: { [key]: [one] } })),
          }),
        );
        for (const one of texts) expect(text).not.toContain(`"${one}"`);
      },
    ),
    { numRuns: 50 },
  );
});

test('a recording keeps only ids and versions of the rows in long lists', () => {
  const rows = Array.from({ length: 30 }, (_, id) => ({ id, version: 1, name: '広告', cost: 3 }));
  expect(createSanitizer()({ rows })).toEqual({ rows: rows.map(({ id }) => ({ id, version: 1 })) });
});

test('a recording keeps the last steps of an actor and counts the earlier ones', async () => {
  const banner = models.find(({ machine }) => machine.id === 'banner')!;
  const registry = createActorRegistry();
  const [path] = planOf(banner, 'shortest').paths;
  const many = {
    ...path!,
    steps: Array.from({ length: MAX_STEPS_PER_ACTOR }, () => [
      { eventName: 'a notice' },
      { eventName: 'close it' },
    ]).flat(),
  } as never;
  await play(banner, many, registry.watch);
  const [life] = registry.all();
  expect([life!.steps.length, life!.dropped]).toEqual([MAX_STEPS_PER_ACTOR, MAX_STEPS_PER_ACTOR + 1]);
  const [actor] = recorded(registry, 'banner').actors;
  expect(replay(banner.machine as AnyStateMachine, actor!).filter(({ agrees }) => !agrees)).toEqual([]);
});

test('a recording drops ended actors, the oldest first', async () => {
  const confirm = models.find(({ machine }) => machine.id === 'confirm')!;
  const [path] = planOf(confirm, 'shortest').paths;
  const registry = createActorRegistry();
  for (let times = 0; times < MAX_ENDED_ACTORS + 5; times++) await play(confirm, path!, registry.watch);
  expect(registry.all().length).toBeLessThanOrEqual(MAX_ENDED_ACTORS + 1);
});

test('a recording is replayed from its file, and another file is refused in one line', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'recording-')), 'report.json');
  const actor = {
    id: '1',
    machine: 'confirm',
    dropped: 0,
    first: { value: 'open', context: { subject: {}, completed: false, failure: null }, history: {} },
    steps: [{ event: { type: 'cancel' }, value: 'closed' }],
  };
  writeFileSync(file, JSON.stringify({ kind: 'touchpath.recording', version: 3, actors: [actor] }));
  expect(
    execFileSync(process.execPath, ['--import', 'tsx', 'scripts/replay-ui.ts', file], { encoding: 'utf8' }),
  ).toContain('1 cancel → closed\nEvery step leads to the recorded state.');
  for (const text of [
    '{"kind":"x"}',
    'no JSON',
    '{"kind":"touchpath.recording"}',
    '{"kind":"touchpath.recording","version":3}',
  ])
    expect(() => readRecording(text)).toThrow('This is not a recording: ');
  expect(() => readRecording('{"kind":"touchpath.recording","version":1,"actors":[]}')).toThrow(
    'The recording is of version 1, and this release replays version 3',
  );
}, 120_000); // starts a process of its own, which takes long on a busy machine

test('a replay reports a step that leads to another state than recorded', () => {
  const confirm = models.find(({ machine }) => machine.id === 'confirm')!;
  const first = { value: 'open', context: { subject: {}, completed: false, failure: null }, history: {} };
  expect(
    replay(confirm.machine, {
      id: '1',
      machine: 'confirm',
      dropped: 0,
      first,
      steps: [{ event: { type: 'confirm' }, value: 'closed' }],
    }),
  ).toEqual([{ event: 'confirm', was: ['closed'], is: ['running'], agrees: false }]);
});
