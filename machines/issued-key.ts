import { assign, setup } from 'xstate';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/** A secret of an API key that the server answered once. */
export interface IssuedSecret {
  readonly secret: string;
  /** Time until which the previous secret can be used; null: no previous secret, or it has ended. */
  readonly previousUntil: string | null;
}

/** A rotation: the key, and how long its present secret remains valid. */
export interface KeyRotation {
  readonly id: number;
  readonly overlapHours: number;
}

/** Hours for which a present secret remains valid unless another time is chosen. */
export const USUAL_OVERLAP_HOURS = 24;

/**
 * Creates an API key or rotates its secret, and shows the secret once.
 *
 *     starting ──a new key──▶ composing,  ──a key to rotate──▶ choosing
 *     composing ──created──▶ showing,  ──close──▶ closed
 *     choosing ──choose──▶ choosing,  ──rotate──▶ rotating,  ──close──▶ closed
 *     rotating ──done──▶ showing;  rotating ──failure──▶ choosing, with the failure
 *     showing ──copied──▶ copied;  showing ──close──▶ leaving ──back──▶ showing,  ──close──▶ closed
 *     copied ──close──▶ closed
 *
 * The form of a new key has an editor of its own (machines/editor.ts). `rotating` cannot be closed, because the secret
 * may only be shown here. The secret is forgotten when the dialog is closed.
 */
export const issuedKeyMachine = setup({
  types: {
    input: {} as { readonly keyId: number | null },
    context: {} as {
      readonly keyId: number | null;
      readonly overlapHours: number;
      readonly issued: IssuedSecret | null;
      readonly failure: Failure | null;
    },
    events: {} as
      | { readonly type: 'created'; readonly issued: IssuedSecret }
      | { readonly type: 'choose'; readonly overlapHours: number }
      | { readonly type: 'rotate' | 'copied' | 'back' | 'close' },
    tags: {} as 'busy' | 'secret',
  },
  actors: { rotate: port<IssuedSecret, KeyRotation>('rotate') },
  guards: { isNew: ({ context }) => context.keyId === null },
}).createMachine({
  id: 'issuedKey',
  context: ({ input: { keyId } }) => ({
    keyId,
    overlapHours: USUAL_OVERLAP_HOURS,
    issued: null,
    failure: null,
  }),
  initial: 'starting',
  states: {
    starting: { always: [{ guard: 'isNew', target: 'composing' }, { target: 'choosing' }] },
    composing: {
      on: {
        created: { target: 'showing', actions: assign({ issued: ({ event }) => event.issued }) },
        close: 'closed',
      },
    },
    choosing: {
      on: {
        choose: { actions: assign({ overlapHours: ({ event }) => event.overlapHours }) },
        rotate: { target: 'rotating', actions: assign({ failure: null }) },
        close: 'closed',
      },
    },
    rotating: {
      tags: 'busy',
      invoke: {
        src: 'rotate',
        input: ({ context: { keyId, overlapHours } }) => ({ id: keyId ?? 0, overlapHours }),
        onDone: { target: 'showing', actions: assign({ issued: ({ event }) => event.output }) },
        onError: { target: 'choosing', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    showing: { tags: 'secret', on: { copied: 'copied', close: 'leaving' } },
    leaving: { on: { back: 'showing', close: 'closed' } },
    copied: { tags: 'secret', on: { close: 'closed' } },
    closed: { type: 'final', entry: assign({ issued: null }) },
  },
});
