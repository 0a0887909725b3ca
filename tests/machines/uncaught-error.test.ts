import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { bannerMachine } from '../../machines/banner.ts';
import { reportOf, type Report, type Scene } from '../../machines/cause.ts';
import { failureOf, isFailure, referenceOf, type Failure } from '../../machines/failure.ts';
import { MAX_ERROR_REPORTS, uncaughtErrorMachine } from '../../machines/uncaught-error.ts';

const setUp = () => {
  const banner = createActor(bannerMachine).start();
  const actor = createActor(uncaughtErrorMachine, { input: { banner } }).start();
  const meet = (cause: unknown, scene: Scene = 'promise') =>
    actor.send({ type: 'error.caught', cause, scene });
  const faults: Report[] = [];
  actor.on('fault', ({ report }) => faults.push(report));
  return {
    meet,
    faults,
    notices: () => banner.getSnapshot().context.queue,
    reports: () => actor.getSnapshot().context.reports,
    state: () => actor.getSnapshot().value,
  };
};
const CONFLICT: Failure = { kind: 'conflict', code: 'conflict' };

describe('an uncaught error', () => {
  test.each([
    ['what was taken back on purpose', new DOMException('taken back', 'AbortError')],
    [
      'a complaint of the browser that means nothing',
      new Error('ResizeObserver loop completed with undelivered notifications.'),
    ],
    [
      'the end of the session, which has its own dialog',
      { kind: 'denied', code: 'unauthenticated' } satisfies Failure,
    ],
    [
      'the end of a session that cannot be renewed',
      { kind: 'denied', code: 'session_ended' } satisfies Failure,
    ],
    ['a call that the user cancelled', { kind: 'offline', code: 'cancelled' } satisfies Failure],
  ])('%s is ignored', (_, cause) => {
    const { meet, notices, reports } = setUp();
    meet(cause);
    expect([notices(), reports()]).toEqual([[], []]);
  });

  test.each([
    [CONFLICT, { kind: 'WARNING', message: 'failure.conflict', values: { seconds: 60 } }],
    [
      new Error('No ModalEdits'),
      { kind: 'WARNING', message: 'message.no_modal', values: { name: 'ModalEdits' } },
    ],
    [
      { kind: 'broken', code: 'unexpected', status: 502, requestId: 'é-日本-1' } satisfies Failure,
      {
        kind: 'ERROR',
        message: 'failure.unexpected',
        values: { seconds: 60 },
        timeout: -1,
        reference: { status: 502, requestId: 'é-日本-1' },
      },
    ],
    [
      new TypeError('Failed to fetch dynamically imported module: /assets/x.js'),
      { kind: 'INFO', message: 'crash.newer.hint', timeout: -1 },
    ],
    [
      new Error('Importing a module script failed.'),
      { kind: 'INFO', message: 'crash.newer.hint', timeout: -1 },
    ],
    [new RangeError('日本語'), { kind: 'ERROR', message: 'message.unknown_error' }],
    [new Error('There is No ModalEdit'), { kind: 'ERROR', message: 'message.unknown_error' }],
    [new Error('No ModalEdit 2'), { kind: 'ERROR', message: 'message.unknown_error' }],
    [undefined, { kind: 'ERROR', message: 'message.unknown_error' }],
    ['text', { kind: 'ERROR', message: 'message.unknown_error' }],
  ])('shows one notice and one report for %o', (cause, notice) => {
    const { meet, notices, reports, state } = setUp();
    meet(cause);
    expect(notices()).toStrictEqual([notice]);
    expect(reports()).toHaveLength(1);
    expect(state()).toBe('listening');
  });

  test('is reported to administrators if the console or the server is at fault, and not after a refusal', () => {
    const { meet, faults } = setUp();
    meet(new RangeError('日本語'), 'screen');
    meet({ kind: 'broken', code: 'unexpected', status: 502, requestId: 'r-1' } satisfies Failure);
    for (const harmless of [
      CONFLICT,
      { kind: 'offline', code: 'offline' } satisfies Failure,
      new Error('Importing a module script failed.'),
      new DOMException('taken back', 'AbortError'),
    ])
      meet(harmless);
    expect(faults).toEqual([
      { scene: 'screen', code: 'unknown', text: '日本語' },
      { scene: 'promise', code: 'unexpected', text: '', status: 502, requestId: 'r-1' },
    ]);
  });

  test('shows one notice for twenty equal failures, and reports all of them', () => {
    const { meet, notices, reports } = setUp();
    for (let n = 0; n < 20; n++) meet(CONFLICT);
    for (let n = 0; n < 20; n++)
      meet({ kind: 'broken', code: 'unexpected', status: 500, requestId: `r-${n}` } satisfies Failure);
    expect([notices().length, reports().length]).toEqual([2, MAX_ERROR_REPORTS]);
  });

  test('shows no notice if the screen itself shows the error', () => {
    const { meet, notices, reports } = setUp();
    (['screen', 'start', 'action'] as const).forEach(scene => meet(new Error(scene), scene));
    expect(notices()).toEqual([]);
    expect(reports().map(({ scene }) => scene)).toEqual(['screen', 'start', 'action']);
  });

  test('is dropped from the reports when too many follow', () => {
    const { meet, reports } = setUp();
    for (let n = 0; n < MAX_ERROR_REPORTS + 5; n++) meet(new Error(String(n)));
    expect(reports()).toHaveLength(MAX_ERROR_REPORTS);
    expect(reports().at(-1)?.text).toBe(String(MAX_ERROR_REPORTS + 4));
  });
});

describe('the report of an error', () => {
  test.each([
    [new Error('x'.repeat(201)), { code: 'unknown', text: 'x'.repeat(200) }],
    ['日本語', { code: 'unknown', text: '日本語' }],
    [{ message: 'not an error' }, { code: 'unknown', text: '' }],
    [
      new TypeError('Unable to preload CSS for /assets/é.css'),
      { code: 'gone', text: 'Unable to preload CSS for /assets/é.css' },
    ],
    [CONFLICT, { code: 'conflict', text: '' }],
  ])('has a code and a short text for %o', (cause, report) => {
    expect(reportOf(cause, 'screen')).toStrictEqual({ scene: 'screen', ...report });
  });
});

describe('a failure', () => {
  test.each(['offline', 'denied', 'missing', 'conflict', 'invalid', 'broken'])(
    'of the kind %s is unchanged',
    kind => {
      const failure = { kind, code: 'any' };
      expect([isFailure(failure), failureOf(failure)]).toEqual([true, failure]);
    },
  );

  test.each([
    null,
    undefined,
    'offline',
    {},
    { kind: 'offline' },
    { code: 'offline' },
    { kind: 'offline', code: 7 },
    { kind: 'other', code: 'offline' },
    new Error('x'),
  ])('is broken and unexpected if %o was thrown', thrown => {
    expect([isFailure(thrown), failureOf(thrown)]).toEqual([false, { kind: 'broken', code: 'unexpected' }]);
  });

  test('has a reference of its status and request id only', () => {
    expect([referenceOf({}), referenceOf({ status: 500 }), referenceOf({ requestId: 'r-1' })]).toStrictEqual([
      {},
      { status: 500 },
      { requestId: 'r-1' },
    ]);
  });
});
