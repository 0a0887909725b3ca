import { assign, emit, setup } from 'xstate';
import { mergedOf, type Conflict, type Side } from './conflict.ts';
import {
  changedOf,
  isSame,
  isTouched,
  restored,
  within,
  without,
  type Draft,
  type Faults,
  type StoredDraft,
  type Typed,
} from './draft.ts';
import { failureOf, type Failure } from './failure.ts';
import { port } from './port.ts';

/**
 * A draft being sent to the server, with the record as it was read: for example its version, which the server
 * compares.
 */
export interface Change extends Typed {
  /** Null: a new record. */
  readonly id: string | null;
}

/**
 * One record in a form, from opening to closed. The draft is the machine's: nothing that happens to the
 * session, the network or
 * the screen around it takes away what was typed.
 *
 *     recalling ──what was left · failure · nothing is kept──▶ opening
 *     opening ──loaded · is new──▶ editing,  ──failure──▶ unavailable ──again──▶ opening
 *     editing ──save[sound]──▶ saving ──saved──▶ closed,  ──failure──▶ editing, with the faults
 *     editing ──save[faulty]──▶ editing, with the faults
 *     editing ──leave[changed]──▶ editing, with the faults of the field that one left
 *     saving ──somebody else was first──▶ comparing ──theirs──▶ conflict,  ──failure──▶ editing, with it
 *     conflict ──take──▶ conflict  (mine or theirs, field by field; at first mine of what was changed here, theirs of the rest)
 *     conflict ──save[sound]──▶ saving,  ──save[faulty] · keep──▶ editing  (with what was taken, and theirs as what was read)
 *     editing · conflict ──close[touched]──▶ leaving ──keep──▶ editing,  ──discard──▶ closed
 *     recalling · opening · unavailable · editing[untouched] ──close──▶ closed
 *     editing[offered] ──restore · forget──▶ editing  (with what an earlier form like it left behind, or without it)
 *
 * What is typed is told as `keep`, for whoever keeps it outside, where no reload and no crash takes it away:
 * the fields that were
 * changed, and with them what is offered and not decided about yet. No fields: it is saved or given up, and
 * nothing is to be kept.
 * `recall` answers with what is to be offered: of several forms of the same record that are open at once each
 * keeps its own, and one
 * that is gone leaves its to the next. Where it fails, nothing is offered: nobody is kept from the record by
 * what he typed before.
 * `saving` cannot be closed: what was sent may have happened, and only its answer tells. `refused` is told
 * whenever a save
 * brought faults, for the screen to lead the focus to the first of them.
 */
export const editorMachine = setup({
  types: {
    input: {} as {
      readonly id: string | null;
      readonly blank: Draft;
      readonly check: (draft: Draft) => Faults;
      readonly keeps?: boolean;
    },
    context: {} as Conflict & {
      readonly id: string | null;
      /** Whether the draft is stored outside the machine, so that an earlier one may exist. */
      readonly keeps: boolean;
      /** What an earlier form like this one left behind, until it is decided about. */
      readonly stored: StoredDraft | null;
      readonly check: (draft: Draft) => Faults;
      readonly faults: Faults;
      readonly failure: Failure | null;
      readonly saved: object | null;
    },
    events: {} as
      | { readonly type: 'change'; readonly field: string; readonly value: unknown }
      | { readonly type: 'leave'; readonly field: string }
      | { readonly type: 'take'; readonly field: string; readonly side: Side }
      | { readonly type: 'save' | 'close' | 'keep' | 'discard' | 'again' | 'restore' | 'forget' },
    emitted: {} as { readonly type: 'refused' } | { readonly type: 'keep'; readonly fields: Draft },
    output: {} as { readonly saved: object | null },
    tags: {} as 'busy' | 'open',
  },
  actors: {
    recall: port<StoredDraft | null>('recall'),
    load: port<Draft, { readonly id: string }>('load'),
    save: port<object, Change>('save'),
  },
  actions: {
    blame: assign((_, failure: Failure) => ({ failure, faults: failure.fields ?? {} })),
    find: assign(({ context }) => ({ faults: context.check(context.draft), failure: null })),
    merge: assign(({ context }) => ({
      draft: mergedOf(context),
      original: context.theirs,
      taken: {},
      failure: null,
    })),
    refuse: emit({ type: 'refused' }),
    keep: emit(({ context }) => ({
      type: 'keep',
      fields: { ...context.stored?.fields, ...changedOf(context) },
    })),
    drop: emit({ type: 'keep', fields: {} }),
  },
  guards: {
    keepsNothing: ({ context }) => !context.keeps,
    isNew: ({ context }) => context.id === null,
    isSound: ({ context }) => isSound(context, context.draft),
    isSoundMerged: ({ context }) => isSound(context, mergedOf(context)),
    isTouched: ({ context }) => isTouched(context),
    isChanged: ({ context: { draft, original } }, field: string) => !isSame(draft[field], original[field]),
    isOffered: ({ context }) => context.stored !== null,
    isOvertaken: ({ context }, failure: Failure) => context.id !== null && failure.code === 'conflict',
  },
}).createMachine({
  id: 'editor',
  context: ({ input }) => ({
    ...input,
    keeps: input.keeps ?? false,
    stored: null,
    original: input.blank,
    draft: input.blank,
    theirs: {},
    taken: {},
    faults: {},
    failure: null,
    saved: null,
  }),
  initial: 'recalling',
  states: {
    recalling: {
      tags: 'busy',
      always: { guard: 'keepsNothing', target: 'opening' },
      invoke: {
        src: 'recall',
        onDone: { target: 'opening', actions: assign({ stored: ({ event }) => event.output }) },
        onError: 'opening',
      },
      on: { close: 'closed' },
    },
    opening: {
      tags: 'busy',
      always: { guard: 'isNew', target: 'editing' },
      invoke: {
        src: 'load',
        input: ({ context }) => ({ id: context.id ?? '' }),
        onDone: {
          target: 'editing',
          actions: assign(({ event }) => ({
            original: event.output,
            draft: event.output,
            faults: {},
            failure: null,
          })),
        },
        onError: {
          target: 'unavailable',
          actions: { type: 'blame', params: ({ event }) => failureOf(event.error) },
        },
      },
      on: { close: 'closed' },
    },
    unavailable: { on: { again: 'opening', close: 'closed' } },
    editing: {
      tags: 'open',
      on: {
        change: {
          actions: [
            assign(({ context, event }) => ({
              draft: { ...context.draft, [event.field]: event.value },
              faults: without(context.faults, event.field),
            })),
            'keep',
          ],
        },
        leave: {
          guard: { type: 'isChanged', params: ({ event }) => event.field },
          actions: assign(({ context, event }) => ({
            faults: {
              ...without(context.faults, event.field),
              ...within(context.check(context.draft), event.field),
            },
          })),
        },
        save: [{ guard: 'isSound', target: 'saving' }, { actions: ['find', 'refuse'] }],
        restore: {
          guard: 'isOffered',
          actions: [
            assign(({ context }) => ({ draft: restored(context), stored: null, faults: {} })),
            'keep',
          ],
        },
        forget: { guard: 'isOffered', actions: [assign({ stored: null }), 'keep'] },
        close: [{ guard: 'isTouched', target: 'leaving' }, { target: 'closed' }],
      },
    },
    saving: {
      tags: ['busy', 'open'],
      entry: assign({ faults: {}, failure: null }),
      invoke: {
        src: 'save',
        input: ({ context: { id, draft, original } }) => ({ id, draft, original }),
        onDone: { target: 'closed', actions: [assign({ saved: ({ event }) => event.output }), 'drop'] },
        onError: [
          {
            guard: { type: 'isOvertaken', params: ({ event }) => failureOf(event.error) },
            target: 'comparing',
          },
          {
            target: 'editing',
            actions: [{ type: 'blame', params: ({ event }) => failureOf(event.error) }, 'refuse'],
          },
        ],
      },
    },
    comparing: {
      tags: ['busy', 'open'],
      invoke: {
        src: 'load',
        input: ({ context }) => ({ id: context.id ?? '' }),
        onDone: { target: 'conflict', actions: assign(({ event }) => ({ theirs: event.output, taken: {} })) },
        onError: {
          target: 'editing',
          actions: [{ type: 'blame', params: ({ event }) => failureOf(event.error) }, 'refuse'],
        },
      },
    },
    conflict: {
      tags: 'open',
      on: {
        take: {
          actions: assign(({ context, event }) => ({
            taken: { ...context.taken, [event.field]: event.side },
          })),
        },
        save: [
          { guard: 'isSoundMerged', target: 'saving', actions: ['merge', 'keep'] },
          { target: 'editing', actions: ['merge', 'keep', 'find', 'refuse'] },
        ],
        keep: { target: 'editing', actions: ['merge', 'keep'] },
        close: [{ guard: 'isTouched', target: 'leaving' }, { target: 'closed' }],
      },
    },
    leaving: { tags: 'open', on: { keep: 'editing', discard: { target: 'closed', actions: 'drop' } } },
    closed: { type: 'final' },
  },
  output: ({ context }) => ({ saved: context.saved }),
});

const isSound = ({ check }: { readonly check: (draft: Draft) => Faults }, draft: Draft): boolean =>
  Object.keys(check(draft)).length === 0;
