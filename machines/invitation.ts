import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** How a user is added: by an invitation, or with a password that the administrator sets. */
export type AddingWay = 'invite' | 'password';

/** A sent invitation. `link` null: it is mailed; otherwise the link is known now and never again. */
export interface SentInvitation {
  readonly expiresAt: string;
  readonly link: string | null;
}

/**
 * Adds a user, or sends an invitation again.
 *
 *     starting ──a new user──▶ composing,  ──an invitation to resend──▶ renewing
 *     composing ──choose──▶ composing, by the other way, with what both forms have
 *     composing ──sent──▶ informing,  ──close──▶ closed
 *     renewing ──done──▶ informing,  ──failure──▶ failed ──retry──▶ renewing
 *     failed · informing ──close──▶ closed
 *
 * Each way has a form with an editor of its own (machines/editor.ts). `renewing` cannot be closed: the former link has
 * ended, and the new one may only be shown here.
 */
export const invitationMachine = setup({
  types: {
    input: {} as { readonly resendId: number | null },
    context: {} as {
      readonly resendId: number | null;
      readonly way: AddingWay;
      /** Fields typed in the form of the other way. */
      readonly carried: object;
      readonly sent: SentInvitation | null;
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'choose'; readonly way: AddingWay; readonly typed: object }
      | { readonly type: 'sent'; readonly sent: SentInvitation }
      | { readonly type: 'retry' | 'close' },
    tags: {} as 'busy',
  },
  actors: { resend: port<SentInvitation, { readonly id: number }>('resend') },
  guards: { isNew: ({ context }) => context.resendId === null },
}).createMachine({
  id: 'invitation',
  context: ({ input: { resendId } }) => ({ resendId, way: 'invite', carried: {}, sent: null, failure: null }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isNew', target: 'composing' }, { target: 'renewing' }] },
    composing: {
      on: {
        choose: { actions: assign(({ event }) => ({ way: event.way, carried: event.typed })) },
        sent: { target: 'informing', actions: assign({ sent: ({ event }) => event.sent }) },
        close: 'closed',
      },
    },
    renewing: {
      tags: 'busy',
      invoke: {
        src: 'resend',
        input: ({ context }) => ({ id: context.resendId ?? 0 }),
        onDone: {
          target: 'informing',
          actions: assign({ sent: ({ event }) => event.output, failure: null }),
        },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    failed: { on: { retry: 'renewing', close: 'closed' } },
    informing: { on: { close: 'closed' } },
    closed: { type: 'final' },
  },
});
