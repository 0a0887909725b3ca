import { assign, enqueueActions, setup, type ActorRefFrom } from 'xstate';
import type { bannerMachine, Notice } from './banner.ts';
import { isCodeMissing, missingModalOf, reportOf, wordsOf, type Report, type Scene } from './cause.ts';
import { isFailure, referenceOf, type Failure } from './failure.ts';

interface UncaughtError {
  readonly cause: unknown;
  readonly scene: Scene;
}

/** Maximum number of stored reports. */
export const MAX_ERROR_REPORTS = 20;

/**
 * Handling of an error that no handler caught (docs/decisions/0013-errors-and-modals.md).
 *
 *     listening ──error.caught[ignored]──▶ listening
 *     listening ──error.caught──▶ reporting ──a failure──▶ reportingFailure
 *                            reporting ──code file missing──▶ suggestingReload
 *                            reporting ──modal missing on its screen──▶ reportingMissingModal
 *                            reporting ──else──▶ reportingUnknown
 *     reportingFailure · suggestingReload · reportingMissingModal · reportingUnknown ──▶ listening
 *
 * Ignored: intended cancellations, and the end of the session, which has its own dialog. `fault` is emitted for errors
 * of the console and the server, which administrators can read. One notice follows: the text of a failure's code, how
 * to load the new version, the name of the missing modal, or a general text. Scenes other than `promise` show the error
 * themselves, without a notice.
 */
export const uncaughtErrorMachine = setup({
  types: {
    input: {} as { readonly banner: ActorRefFrom<typeof bannerMachine> },
    context: {} as {
      readonly banner: ActorRefFrom<typeof bannerMachine>;
      readonly cause: unknown;
      readonly scene: Scene;
      readonly reports: readonly Report[];
    },
    events: {} as { readonly type: 'error.caught'; readonly cause: unknown; readonly scene: Scene },
    emitted: {} as { readonly type: 'fault'; readonly report: Report },
  },
  guards: {
    isIgnored: ({ event }) => isIgnored(event.cause),
    isFailure: ({ context }) => isFailure(context.cause),
    isCodeMissing: ({ context }) => isCodeMissing(context.cause),
    isModalMissing: ({ context }) => missingModalOf(context.cause) !== null,
  },
  actions: {
    setError: assign((_, { cause, scene }: UncaughtError) => ({ cause, scene })),
    report: enqueueActions(({ context: { cause, scene, reports }, enqueue }) => {
      const report = reportOf(cause, scene);
      enqueue.assign({ reports: [...reports, report].slice(-MAX_ERROR_REPORTS) });
      if (isFault(cause)) enqueue.emit({ type: 'fault', report });
    }),
    notice: enqueueActions(({ context, enqueue }, notice: Notice) => {
      if (context.scene === 'promise') enqueue.sendTo(context.banner, { type: 'notice', notice });
    }),
  },
}).createMachine({
  id: 'uncaughtError',
  context: ({ input }) => ({ banner: input.banner, cause: null, scene: 'promise', reports: [] }),
  initial: 'listening',
  states: {
    listening: {
      on: {
        'error.caught': [
          { guard: 'isIgnored' },
          { target: 'reporting', actions: { type: 'setError', params: ({ event }) => event } },
        ],
      },
    },
    reporting: {
      entry: 'report',
      always: [
        { guard: 'isFailure', target: 'reportingFailure' },
        { guard: 'isCodeMissing', target: 'suggestingReload' },
        { guard: 'isModalMissing', target: 'reportingMissingModal' },
        { target: 'reportingUnknown' },
      ],
    },
    reportingFailure: {
      entry: { type: 'notice', params: ({ context }) => noticeOf(context.cause as Failure) },
      always: 'listening',
    },
    suggestingReload: {
      entry: { type: 'notice', params: { kind: 'INFO', message: 'crash.newer.hint', timeout: -1 } },
      always: 'listening',
    },
    reportingMissingModal: {
      entry: {
        type: 'notice',
        params: ({ context }) => ({
          kind: 'WARNING',
          message: 'message.no_modal',
          values: { name: missingModalOf(context.cause) ?? '' },
        }),
      },
      always: 'listening',
    },
    reportingUnknown: {
      entry: { type: 'notice', params: { kind: 'ERROR', message: 'message.unknown_error' } },
      always: 'listening',
    },
  },
});

/** Whether the console or the server is at fault: not a refusal, a lost network or a code file of an older version. */
const isFault = (cause: unknown): boolean =>
  isFailure(cause) ? cause.kind === 'broken' : !isCodeMissing(cause);
/** Errors that a dialog reports, or that are intended. `ResizeObserver` raises harmless errors in every browser. */
const isIgnored = (cause: unknown): boolean => {
  if (isFailure(cause))
    return ['unauthenticated', 'session_ended', 'session_replaced', 'cancelled'].includes(cause.code);
  const { name, message } = wordsOf(cause);
  return name === 'AbortError' || message.startsWith('ResizeObserver loop');
};

const noticeOf = (failure: Failure): Notice => ({
  kind: failure.kind === 'broken' ? 'ERROR' : 'WARNING',
  message: `failure.${failure.code}`,
  values: { seconds: 60, ...failure.values },
  ...(failure.kind === 'broken' && { timeout: -1, reference: referenceOf(failure) }),
});
