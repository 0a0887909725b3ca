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

/** A draft being saved, and the record as it was read: the server compares its version. */
export interface Change extends Typed {
  /** Null for a new record. */
  readonly id: string | null;
}

/**
 * One record in a form, from opening to closing. The draft is part of the machine, so it survives changes of session,
 * network and screen.
 *
 *     recalling ──stored draft · failure · drafts are not stored──▶ opening
 *     opening ──loaded · is new──▶ editing,  ──failure──▶ unavailable ──retry──▶ opening
 *     editing ──save[valid]──▶ saving ──saved──▶ closed,  ──failure──▶ editing, with the faults
 *     editing ──save[invalid]──▶ editing, with the faults
 *     editing ──leave[changed]──▶ editing, with the faults of the field that was left
 *     saving ──version conflict──▶ comparing ──theirs──▶ conflict,  ──failure──▶ editing, with the failure
 *     conflict ──take──▶ conflict  (mine or theirs by field; default: mine if changed here, otherwise theirs)
 *     conflict ──save[valid]──▶ saving,  ──save[invalid] · keep──▶ editing  (with the merged draft)
 *     editing · conflict ──close[touched]──▶ leaving ──keep──▶ editing,  ──discard──▶ closed
 *     recalling · opening · unavailable · editing[untouched] ──close──▶ closed
 *     editing[stored draft] ──restore · forget──▶ editing  (with the stored draft, or without it)
 *
 * `keep` is emitted with the changed fields, so that the console stores them outside the page; no fields: the stored
 * draft is removed. A failed `recall` never blocks the record. `saving` cannot be closed: a request that was sent may
 * have taken effect. `refused` is emitted after each rejected save, so that the screen focuses the first error.
 */
export const editorMachine = setup({
  types: {
    input: {} as {
      readonly id: string | null;
      readonly blank: Draft;
      readonly check: (draft: Draft) => Faults;
      readonly storesDraft?: boolean;
    },
    context: {} as Conflict & {
      readonly id: string | null;
      /** Whether the draft is stored outside the machine, so that an earlier draft may exist. */
      readonly storesDraft: boolean;
      /** The stored draft of an earlier form, until the user restores or discards it. */
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
      | { readonly type: 'save' | 'close' | 'keep' | 'discard' | 'retry' | 'restore' | 'forget' },
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
    setFailure: assign((_, failure: Failure) => ({ failure, faults: failure.fields ?? {} })),
    showFaults: assign(({ context }) => ({ faults: context.check(context.draft), failure: null })),
    merge: assign(({ context }) => ({
      draft: mergedOf(context),
      original: context.theirs,
      taken: {},
      failure: null,
    })),
    emitRefused: emit({ type: 'refused' }),
    keep: emit(({ context }) => ({
      type: 'keep',
      fields: { ...context.stored?.fields, ...changedOf(context) },
    })),
    clearStoredDraft: emit({ type: 'keep', fields: {} }),
  },
  guards: {
    storesNoDraft: ({ context }) => !context.storesDraft,
    isNew: ({ context }) => context.id === null,
    isValid: ({ context }) => isValid(context, context.draft),
    isMergedValid: ({ context }) => isValid(context, mergedOf(context)),
    isTouched: ({ context }) => isTouched(context),
    isChanged: ({ context: { draft, original } }, field: string) => !isSame(draft[field], original[field]),
    isOffered: ({ context }) => context.stored !== null,
    isVersionConflict: ({ context }, failure: Failure) => context.id !== null && failure.code === 'conflict',
  },
}).createMachine({
  id: 'editor',
  context: ({ input }) => ({
    ...input,
    storesDraft: input.storesDraft ?? false,
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
      always: { guard: 'storesNoDraft', target: 'opening' },
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
          actions: { type: 'setFailure', params: ({ event }) => failureOf(event.error) },
        },
      },
      on: { close: 'closed' },
    },
    unavailable: { on: { retry: 'opening', close: 'closed' } },
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
        save: [{ guard: 'isValid', target: 'saving' }, { actions: ['showFaults', 'emitRefused'] }],
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
        onDone: {
          target: 'closed',
          actions: [assign({ saved: ({ event }) => event.output }), 'clearStoredDraft'],
        },
        onError: [
          {
            guard: { type: 'isVersionConflict', params: ({ event }) => failureOf(event.error) },
            target: 'comparing',
          },
          {
            target: 'editing',
            actions: [{ type: 'setFailure', params: ({ event }) => failureOf(event.error) }, 'emitRefused'],
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
          actions: [{ type: 'setFailure', params: ({ event }) => failureOf(event.error) }, 'emitRefused'],
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
          { guard: 'isMergedValid', target: 'saving', actions: ['merge', 'keep'] },
          { target: 'editing', actions: ['merge', 'keep', 'showFaults', 'emitRefused'] },
        ],
        keep: { target: 'editing', actions: ['merge', 'keep'] },
        close: [{ guard: 'isTouched', target: 'leaving' }, { target: 'closed' }],
      },
    },
    leaving: {
      tags: 'open',
      on: { keep: 'editing', discard: { target: 'closed', actions: 'clearStoredDraft' } },
    },
    closed: { type: 'final' },
  },
  output: ({ context }) => ({ saved: context.saved }),
});

const isValid = ({ check }: { readonly check: (draft: Draft) => Faults }, draft: Draft): boolean =>
  Object.keys(check(draft)).length === 0;
