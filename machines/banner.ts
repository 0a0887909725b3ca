import { assign, setup } from 'xstate';
import type { Reference } from './failure.ts';

export type NoticeKind = 'INFO' | 'WARNING' | 'SUCCESS' | 'ERROR';

/** Icons that can replace the icon of the notice's kind. */
export type NoticeIcon = 'lock';

/** A message to the user: a message id and the values of its placeholders. */
export interface Notice {
  readonly kind: NoticeKind;
  /** The icon before the text; null: no icon. Default: the icon of the kind. */
  readonly icon?: NoticeIcon | null;
  readonly message: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Display time in ms; negative: until the user closes the notice. Default: {@link NOTICE_DURATION_MS}. */
  readonly timeout?: number;
  /** Of a failure: the support reference, which is shown with a button that copies it. */
  readonly reference?: Reference;
  /** An action that the user can start once, while the notice is shown. */
  readonly action?: NoticeAction;
}

/** A notice that was shown. */
export interface PastNotice extends Notice {
  /** The user closed it or used its action, and so has read it. */
  readonly isClosedByUser?: true;
}

export interface NoticeAction {
  /** A message id. */
  readonly label: string;
  readonly act: () => void;
}

/** Display time of a notice without an action, in ms (docs/decisions/0011-measures-of-screens.md). */
export const NOTICE_DURATION_MS = 3000;
/** Display time of a notice with an action, in ms: it covers reading, deciding and reaching the button by keyboard. */
export const ACTION_NOTICE_DURATION_MS = 15_000;
/** Maximum number of past notices that the user can read again. */
export const MAX_NOTICES = 50;

interface Notices {
  readonly queue: readonly PastNotice[];
  readonly past: readonly PastNotice[];
}
const durationOf = (notice: Notice | undefined): number =>
  notice?.timeout ?? (notice?.action === undefined ? NOTICE_DURATION_MS : ACTION_NOTICE_DURATION_MS);
const withoutAction = ({ action: _, ...notice }: PastNotice): PastNotice => notice;
/** Equality key of a notice. The reference is excluded: repeated failures differ only in their request ids. */
const equalityKey = ({ reference: _, ...notice }: Notice): string => JSON.stringify(notice);
const trimPast = (past: readonly PastNotice[]): readonly PastNotice[] => past.slice(0, MAX_NOTICES);

/**
 * Adds a notice to the queue. Notices without an action precede the one with an action, unless the user is reading the
 * latter. Only the newest notice with an action stays in the queue.
 */
const withNotice = ({ queue, past }: Notices, notice: Notice, isHeld: boolean): Notices => {
  const plain = queue.filter(({ action }) => action === undefined);
  const actions = queue.filter(({ action }) => action !== undefined);
  if (notice.action !== undefined)
    return { queue: [...plain, notice], past: trimPast([...actions.map(withoutAction), ...past]) };
  return {
    past,
    queue:
      isHeld && queue[0]?.action !== undefined
        ? [...actions, ...plain, notice]
        : [...plain, notice, ...actions],
  };
};

/**
 * Queue of notices, of which one at a time is shown.
 *
 *     empty ──notice──▶ showing { ticking ⇄ paused } ──act · dismiss · timeout[not negative, not paused]──▶ passing ──▶ showing | empty
 *     any ──notice[not queued already]──▶ joins the queue
 *     any ──clear──▶ empty                                    (another user must not read these notices)
 *
 * The shown notice is the head of the queue. A second notice does not restart its time; pointer or focus on the notice
 * stops the time, which restarts when they leave. An ERROR or WARNING equal to a queued one is not queued again. A
 * notice with an action is interrupted by later notices, unless the user is reading it, and is shown again after them.
 * Past notices stay readable, newest first, without their actions.
 */
export const bannerMachine = setup({
  types: {
    context: {} as Notices,
    events: {} as
      | { readonly type: 'notice'; readonly notice: Notice }
      | { readonly type: 'act' | 'dismiss' | 'hold' | 'release' | 'clear' },
  },
  guards: {
    isWaiting: ({ context }) => context.queue.length > 0,
    // Notices with equal texts may have different actions, so a notice with an action is never a duplicate.
    isDuplicate: ({ context }, notice: Notice) =>
      (notice.kind === 'ERROR' || notice.kind === 'WARNING') &&
      notice.action === undefined &&
      context.queue.some(other => equalityKey(other) === equalityKey(notice)),
    isTimed: ({ context }) => durationOf(context.queue[0]) >= 0,
    comesFirst: ({ context }, notice: Notice) =>
      context.queue.length > 0 && withNotice(context, notice, false).queue[0] !== context.queue[0],
    hasAction: ({ context }) => context.queue[0]?.action !== undefined,
  },
  actions: {
    join: assign(({ context }, { notice, isHeld }: { readonly notice: Notice; readonly isHeld: boolean }) =>
      withNotice(context, notice, isHeld),
    ),
    markClosed: assign({
      queue: ({ context: { queue } }) =>
        queue.map((notice, index) => (index === 0 ? { ...notice, isClosedByUser: true as const } : notice)),
    }),
  },
  delays: { timeout: ({ context }) => Math.max(0, durationOf(context.queue[0])) },
}).createMachine({
  id: 'banner',
  context: { queue: [], past: [] },
  initial: 'empty',
  on: {
    clear: { target: '.empty', actions: assign({ queue: [], past: [] }) },
    notice: [
      { guard: { type: 'isDuplicate', params: ({ event }) => event.notice } },
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
        dismiss: { target: 'passing', actions: 'markClosed' },
        act: {
          guard: 'hasAction',
          target: 'passing',
          actions: [({ context }) => context.queue[0]?.action?.act(), 'markClosed'],
        },
      },
      states: {
        ticking: {
          on: { hold: 'paused' },
          after: { timeout: { guard: 'isTimed', target: '#banner.passing' } },
        },
        paused: {
          on: {
            release: 'ticking',
            notice: [
              { guard: { type: 'isDuplicate', params: ({ event }) => event.notice } },
              { actions: { type: 'join', params: ({ event }) => ({ notice: event.notice, isHeld: true }) } },
            ],
          },
        },
      },
    },
    passing: {
      entry: assign(({ context: { queue, past } }) => ({
        queue: queue.slice(1),
        past: trimPast([...queue.slice(0, 1).map(withoutAction), ...past]),
      })),
      always: [{ guard: 'isWaiting', target: 'showing' }, { target: 'empty' }],
    },
  },
});
