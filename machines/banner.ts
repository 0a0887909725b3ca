import { assign, setup } from 'xstate';

export type NoticeKind = 'INFO' | 'WARNING' | 'SUCCESS' | 'ERROR';

/** Something to tell the user: a message id and what fills its holes. */
export interface Notice {
  readonly kind: NoticeKind;
  readonly message: string;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Milliseconds on the screen; negative: until closed. Default: {@link NOTICE_LASTS}. */
  readonly timeout?: number;
}

/** Specification, section 9. */
export const NOTICE_LASTS = 3000;
/** How many notices can be read again. */
export const NOTICES_KEPT = 50;

/**
 * One notice at a time, in the order in which they came.
 *
 *     empty ──notice──▶ showing { ticking ⇄ held } ──dismiss · timeout[not negative, not held]──▶ passing ──▶ showing | empty
 *     any ──notice[not said already]──▶ joins the queue
 *
 * The notice on the screen is the head of the queue. A second notice does not restart the time of the first. While pointer or
 * focus are on it, it stays: time to read begins anew when they leave. Twenty calls that fail alike say so once: a warning or
 * an error that is still to be read is not queued again. What has passed can be read again, the newest first.
 */
export const bannerMachine = setup({
  types: {
    context: {} as { readonly queue: readonly Notice[]; readonly past: readonly Notice[] },
    events: {} as { readonly type: 'notice'; readonly notice: Notice } | { readonly type: 'dismiss' | 'hold' | 'release' },
  },
  guards: {
    isWaiting: ({ context }) => context.queue.length > 0,
    isSaid: ({ context }, notice: Notice) =>
      (notice.kind === 'ERROR' || notice.kind === 'WARNING') && context.queue.some(other => JSON.stringify(other) === JSON.stringify(notice)),
    isPassing: ({ context }) => (context.queue[0]?.timeout ?? NOTICE_LASTS) >= 0,
  },
  delays: { timeout: ({ context }) => Math.max(0, context.queue[0]?.timeout ?? NOTICE_LASTS) },
}).createMachine({
  id: 'banner',
  context: { queue: [], past: [] },
  initial: 'empty',
  on: {
    notice: [
      { guard: { type: 'isSaid', params: ({ event }) => event.notice } },
      { actions: assign({ queue: ({ context, event }) => [...context.queue, event.notice] }) },
    ],
  },
  states: {
    empty: { always: { guard: 'isWaiting', target: 'showing' } },
    showing: {
      initial: 'ticking',
      on: { dismiss: 'passing' },
      states: {
        ticking: { on: { hold: 'held' }, after: { timeout: { guard: 'isPassing', target: '#banner.passing' } } },
        held: { on: { release: 'ticking' } },
      },
    },
    passing: {
      entry: assign(({ context: { queue, past } }) => ({ queue: queue.slice(1), past: [...queue.slice(0, 1), ...past].slice(0, NOTICES_KEPT) })),
      always: [{ guard: 'isWaiting', target: 'showing' }, { target: 'empty' }],
    },
  },
});
