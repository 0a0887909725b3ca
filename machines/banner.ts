import { assign, setup } from 'xstate';
import type { Reference } from './failure.ts';

export type NoticeKind = 'INFO' | 'WARNING' | 'SUCCESS' | 'ERROR';

/** Signs that a notice may show instead of its kind's. */
export type NoticeIcon = 'lock';

/** A message to the user: a message id and the values of its placeholders. */
export interface Notice {
  readonly kind: NoticeKind;
  /** The sign before the text; null: none. Default: the sign of the kind. */
  readonly icon?: NoticeIcon | null;
  readonly message: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Milliseconds on the screen; negative: until closed. Default: {@link NOTICE_DURATION_MS}. */
  readonly timeout?: number;
  /** Of a failure: the reference for support, shown with a button that copies it. */
  readonly reference?: Reference;
  /** What can be done about it while it is shown, once. */
  readonly action?: NoticeAction;
}

export interface NoticeAction {
  /** A message id. */
  readonly label: string;
  readonly act: () => void;
}

/** Of a notice without an action, in ms (docs/decisions/0011-measures-of-screens.md). */
export const NOTICE_DURATION_MS = 3000;
/**
 * Of a notice about which something can be done: time to read it, to decide, and to get there by keyboard.
 */
export const ACTION_NOTICE_DURATION_MS = 15_000;
/** How many notices can be read again. */
export const MAX_NOTICES = 50;

interface Notices {
  readonly queue: readonly Notice[];
  readonly past: readonly Notice[];
}
const lastsOf = (notice: Notice | undefined): number =>
  notice?.timeout ?? (notice?.action === undefined ? NOTICE_DURATION_MS : ACTION_NOTICE_DURATION_MS);
const spoken = ({ action: _, ...notice }: Notice): Notice => notice;
/** Calls that fail alike have each a number of their own: that is no difference to who reads. */
const wordsOf = ({ reference: _, ...notice }: Notice): string => JSON.stringify(notice);
const trimPast = (past: readonly Notice[]): readonly Notice[] => past.slice(0, MAX_NOTICES);

/**
 * Plain notices precede one with an action, unless the user is reading that one; of those with an action only
 * the newest stays.
 */
const joined = ({ queue, past }: Notices, notice: Notice, isHeld: boolean): Notices => {
  const plain = queue.filter(({ action }) => action === undefined);
  const actions = queue.filter(({ action }) => action !== undefined);
  if (notice.action !== undefined)
    return { queue: [...plain, notice], past: trimPast([...actions.map(spoken), ...past]) };
  return {
    past,
    queue:
      isHeld && queue[0]?.action !== undefined
        ? [...actions, ...plain, notice]
        : [...plain, notice, ...actions],
  };
};

/**
 * One notice at a time, in the order in which they came.
 *
 *     empty ──notice──▶ showing { ticking ⇄ held } ──act · dismiss · timeout[not negative, not held]──▶ passing ──▶ showing | empty
 *     any ──notice[not said already]──▶ joins the queue
 *
 * The notice on the screen is the head of the queue. A second notice does not restart the time of the first.
 * While pointer or
 * focus are on it, it stays: time to read begins anew when they leave. Twenty calls that fail alike say so
 * once: a warning or
 * an error that is still to be read is not queued again. A notice about which something can be done lasts
 * longer: others are
 * shown before it, unless it is being read, and then it comes back, until a newer one of its kind takes its
 * place. What has
 * passed can be read again, the newest first, but nothing can be done about it any more.
 */
export const bannerMachine = setup({
  types: {
    context: {} as Notices,
    events: {} as
      | { readonly type: 'notice'; readonly notice: Notice }
      | { readonly type: 'act' | 'dismiss' | 'hold' | 'release' },
  },
  guards: {
    isWaiting: ({ context }) => context.queue.length > 0,
    // What can be done about two that read alike may not be the same.
    isSaid: ({ context }, notice: Notice) =>
      (notice.kind === 'ERROR' || notice.kind === 'WARNING') &&
      notice.action === undefined &&
      context.queue.some(other => wordsOf(other) === wordsOf(notice)),
    isPassing: ({ context }) => lastsOf(context.queue[0]) >= 0,
    comesFirst: ({ context }, notice: Notice) =>
      context.queue.length > 0 && joined(context, notice, false).queue[0] !== context.queue[0],
    hasAction: ({ context }) => context.queue[0]?.action !== undefined,
  },
  actions: {
    join: assign(({ context }, { notice, isHeld }: { readonly notice: Notice; readonly isHeld: boolean }) =>
      joined(context, notice, isHeld),
    ),
  },
  delays: { timeout: ({ context }) => Math.max(0, lastsOf(context.queue[0])) },
}).createMachine({
  id: 'banner',
  context: { queue: [], past: [] },
  initial: 'empty',
  on: {
    notice: [
      { guard: { type: 'isSaid', params: ({ event }) => event.notice } },
      {
        guard: { type: 'comesFirst', params: ({ event }) => event.notice },
        target: '.showing',
        actions: { type: 'join', params: ({ event }) => ({ notice: event.notice, isHeld: false }) },
      },
      { actions: { type: 'join', params: ({ event }) => ({ notice: event.notice, isHeld: false }) } },
    ],
  },
  states: {
    empty: { always: { guard: 'isWaiting', target: 'showing' } },
    showing: {
      initial: 'ticking',
      on: {
        dismiss: 'passing',
        act: {
          guard: 'hasAction',
          target: 'passing',
          actions: ({ context }) => context.queue[0]?.action?.act(),
        },
      },
      states: {
        ticking: {
          on: { hold: 'held' },
          after: { timeout: { guard: 'isPassing', target: '#banner.passing' } },
        },
        held: {
          on: {
            release: 'ticking',
            notice: [
              { guard: { type: 'isSaid', params: ({ event }) => event.notice } },
              { actions: { type: 'join', params: ({ event }) => ({ notice: event.notice, isHeld: true }) } },
            ],
          },
        },
      },
    },
    passing: {
      entry: assign(({ context: { queue, past } }) => ({
        queue: queue.slice(1),
        past: trimPast([...queue.slice(0, 1).map(spoken), ...past]),
      })),
      always: [{ guard: 'isWaiting', target: 'showing' }, { target: 'empty' }],
    },
  },
});
