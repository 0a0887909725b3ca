import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { bannerMachine } from '../../machines/banner.ts';
import type { Scene } from '../../machines/cause.ts';
import type { Failure } from '../../machines/failure.ts';
import { REPORTS_KEPT, troubleMachine } from '../../machines/trouble.ts';

const setUp = () => {
  const banner = createActor(bannerMachine).start();
  const trouble = createActor(troubleMachine, { input: { banner } }).start();
  const meet = (cause: unknown, scene: Scene = 'promise') => trouble.send({ type: 'trouble', cause, scene });
  return { meet, notices: () => banner.getSnapshot().context.queue, reports: () => trouble.getSnapshot().context.reports, state: () => trouble.getSnapshot().value };
};
const CONFLICT: Failure = { kind: 'conflict', code: 'conflict' };

describe('trouble that nobody took care of', () => {
  test.each([
    ['what was taken back on purpose', new DOMException('taken back', 'AbortError')],
    ['a complaint of the browser that means nothing', new Error('ResizeObserver loop completed with undelivered notifications.')],
    ['the end of the session, which has its own dialog', { kind: 'denied', code: 'unauthenticated' } satisfies Failure],
    ['a call that the user cancelled', { kind: 'offline', code: 'cancelled' } satisfies Failure],
  ])('%s is ignored', (_, cause) => {
    const { meet, notices, reports } = setUp();
    meet(cause);
    expect([notices(), reports()]).toEqual([[], []]);
  });

  test.each([
    [CONFLICT, { kind: 'WARNING', message: 'failure.conflict' }],
    [new Error('No ModalEdit'), { kind: 'WARNING', message: 'message.no_modal', values: { name: 'ModalEdit' } }],
    [{ kind: 'broken', code: 'unexpected', status: 502, requestId: 'é-日本-1' } satisfies Failure, { kind: 'ERROR', message: 'failure.unexpected', values: { seconds: 60 }, timeout: -1, reference: { status: 502, requestId: 'é-日本-1' } }],
    [new TypeError('Failed to fetch dynamically imported module: /assets/x.js'), { kind: 'INFO', message: 'crash.newer.hint', timeout: -1 }],
    [new Error('Importing a module script failed.'), { kind: 'INFO', message: 'crash.newer.hint' }],
    [new RangeError('日本語'), { kind: 'ERROR', message: 'message.unknown_error' }],
    [undefined, { kind: 'ERROR', message: 'message.unknown_error' }],
    ['text', { kind: 'ERROR', message: 'message.unknown_error' }],
  ])('%o is reported and said once', (cause, notice) => {
    const { meet, notices, reports, state } = setUp();
    meet(cause);
    expect(notices()).toMatchObject([notice]);
    expect(reports()).toHaveLength(1);
    expect(state()).toBe('listening');
  });

  test('twenty calls that fail alike say so once and are all reported', () => {
    const { meet, notices, reports } = setUp();
    for (let n = 0; n < 20; n++) meet(CONFLICT);
    for (let n = 0; n < 20; n++) meet({ kind: 'broken', code: 'unexpected', status: 500, requestId: `r-${n}` } satisfies Failure);
    expect([notices().length, reports().length]).toEqual([2, REPORTS_KEPT]);
  });

  test('where the screen itself speaks, no notice repeats it', () => {
    const { meet, notices, reports } = setUp();
    (['screen', 'start', 'action'] as const).forEach(scene => meet(new Error(scene), scene));
    expect(notices()).toEqual([]);
    expect(reports().map(({ scene }) => scene)).toEqual(['screen', 'start', 'action']);
  });

  test('only the last reports are kept', () => {
    const { meet, reports } = setUp();
    for (let n = 0; n < REPORTS_KEPT + 5; n++) meet(new Error(String(n)));
    expect(reports()).toHaveLength(REPORTS_KEPT);
    expect(reports().at(-1)?.text).toBe(String(REPORTS_KEPT + 4));
  });
});
