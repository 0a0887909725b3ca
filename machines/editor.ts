import { assign, emit, not, setup } from 'xstate';
import { failureOf, type Failure, type Fault } from './failure.ts';
import { port } from './port.ts';

/** What one types, by the field's name as it is sent. */
export type Draft = Readonly<Record<string, unknown>>;
/** What is wrong with a draft, by field; what is sound is not named. */
export type Faults = Readonly<Record<string, readonly Fault[]>>;

/** A draft on its way to the server, with the record as it was read: its version, say, which the server compares. */
export interface Change {
  /** Null: a new record. */
  readonly id: string | null;
  readonly draft: Draft;
  readonly original: Draft;
}

/**
 * One record in a form, from opening to closed. The draft is the machine's: nothing that happens to the session, the network or
 * the screen around it takes away what was typed.
 *
 *     opening ──loaded · is new──▶ editing,  ──failure──▶ unavailable ──again──▶ opening
 *     editing ──save[sound]──▶ saving ──saved──▶ closed,  ──failure──▶ editing, with the faults
 *     editing ──save[faulty]──▶ editing, with the faults
 *     saving ──somebody else was first──▶ conflict ──reload──▶ opening            (theirs; mine is given up)
 *                                         conflict ──overwrite──▶ renewing ──loaded──▶ saving  (mine over theirs, field by field)
 *                                         conflict ──keep──▶ editing,  renewing ──failure──▶ conflict
 *     editing ──close[touched]──▶ leaving ──keep──▶ editing,  ──discard──▶ closed
 *     opening · unavailable · editing[untouched] · conflict ──close──▶ closed
 *
 * `saving` cannot be closed: what was sent may have happened, and only its answer tells. `refused` is told whenever a save
 * brought faults, for the screen to lead the focus to the first of them.
 */
export const editorMachine = setup({
  types: {
    input: {} as { readonly id: string | null; readonly blank: Draft; readonly check: (draft: Draft) => Faults },
    context: {} as {
      readonly id: string | null;
      readonly original: Draft;
      readonly draft: Draft;
      readonly check: (draft: Draft) => Faults;
      readonly faults: Faults;
      readonly failure: Failure | null;
      readonly saved: object | null;
    },
    events: {} as
      | { readonly type: 'change'; readonly field: string; readonly value: unknown }
      | { readonly type: 'save' | 'close' | 'keep' | 'discard' | 'again' | 'reload' | 'overwrite' },
    emitted: {} as { readonly type: 'refused' },
    output: {} as { readonly saved: object | null },
    tags: {} as 'busy' | 'open',
  },
  actors: {
    load: port<Draft, { readonly id: string }>('load'),
    save: port<object, Change>('save'),
  },
  actions: {
    blame: assign((_, failure: Failure) => ({ failure, faults: failure.fields ?? {} })),
    refuse: emit({ type: 'refused' }),
  },
  guards: {
    isNew: ({ context }) => context.id === null,
    isSound: ({ context }) => Object.keys(context.check(context.draft)).length === 0,
    isTouched: ({ context }) => isTouched(context),
    isOvertaken: (_, failure: Failure) => failure.code === 'conflict',
  },
}).createMachine({
  id: 'editor',
  context: ({ input }) => ({ ...input, original: input.blank, draft: input.blank, faults: {}, failure: null, saved: null }),
  initial: 'opening',
  states: {
    opening: {
      tags: 'busy',
      always: { guard: 'isNew', target: 'editing' },
      invoke: {
        src: 'load',
        input: ({ context }) => ({ id: context.id ?? '' }),
        onDone: { target: 'editing', actions: assign(({ event }) => ({ original: event.output, draft: event.output, faults: {}, failure: null })) },
        onError: { target: 'unavailable', actions: { type: 'blame', params: ({ event }) => failureOf(event.error) } },
      },
      on: { close: 'closed' },
    },
    unavailable: { on: { again: 'opening', close: 'closed' } },
    editing: {
      tags: 'open',
      on: {
        change: {
          actions: assign(({ context, event }) => ({ draft: { ...context.draft, [event.field]: event.value }, faults: without(context.faults, event.field) })),
        },
        save: [
          { guard: 'isSound', target: 'saving' },
          { actions: [assign(({ context }) => ({ faults: context.check(context.draft), failure: null })), 'refuse'] },
        ],
        close: [{ guard: 'isTouched', target: 'leaving' }, { target: 'closed' }],
      },
    },
    saving: {
      tags: ['busy', 'open'],
      entry: assign({ faults: {}, failure: null }),
      invoke: {
        src: 'save',
        input: ({ context: { id, draft, original } }) => ({ id, draft, original }),
        onDone: { target: 'closed', actions: assign({ saved: ({ event }) => event.output }) },
        onError: [
          {
            guard: { type: 'isOvertaken', params: ({ event }) => failureOf(event.error) }, target: 'conflict',
            actions: { type: 'blame', params: ({ event }) => failureOf(event.error) },
          },
          { target: 'editing', actions: [{ type: 'blame', params: ({ event }) => failureOf(event.error) }, 'refuse'] },
        ],
      },
    },
    conflict: {
      tags: 'open',
      on: { reload: { guard: not('isNew'), target: 'opening' }, overwrite: { guard: not('isNew'), target: 'renewing' }, keep: 'editing', close: 'closed' },
    },
    renewing: {
      tags: ['busy', 'open'],
      invoke: {
        src: 'load',
        input: ({ context }) => ({ id: context.id ?? '' }),
        onDone: { target: 'saving', actions: assign(({ context, event }) => ({ original: event.output, draft: mineOver(event.output, context) })) },
        onError: { target: 'conflict', actions: { type: 'blame', params: ({ event }) => failureOf(event.error) } },
      },
    },
    leaving: { tags: 'open', on: { keep: 'editing', discard: 'closed' } },
    closed: { type: 'final' },
  },
  output: ({ context }) => ({ saved: context.saved }),
});

/** Values of a draft are data: the same contents are the same value, whoever made the object. */
const isSame = (one: unknown, other: unknown): boolean => Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other);

/** Whether anything would be lost: typing a letter and taking it away again leaves the draft untouched. */
const isTouched = ({ draft, original }: Pick<Change, 'draft' | 'original'>): boolean =>
  Object.keys({ ...original, ...draft }).some(field => !isSame(draft[field], original[field]));

/** The record as it is now, with the fields that were changed here as they were changed here. */
const mineOver = (theirs: Draft, { draft, original }: Pick<Change, 'draft' | 'original'>): Draft =>
  ({ ...theirs, ...Object.fromEntries(Object.entries(draft).filter(([field, value]) => !isSame(value, original[field]))) });

/** A changed field is right until the next save says otherwise; so are the fields nested in it (`lpo_entries.0.url`). */
const without = (faults: Faults, field: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([name]) => name !== field && !name.startsWith(`${field}.`)));
