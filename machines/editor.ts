import { assign, emit, setup } from 'xstate';
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

/** Whose value of a field is to stand after a conflict. */
export type Side = 'mine' | 'theirs';

/** A field of which both sides of a conflict hold something else. */
export interface Difference {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly side: Side;
  /** Both changed it; else only one of them did. */
  readonly both: boolean;
}

/**
 * One record in a form, from opening to closed. The draft is the machine's: nothing that happens to the session, the network or
 * the screen around it takes away what was typed.
 *
 *     opening ──loaded · is new──▶ editing,  ──failure──▶ unavailable ──again──▶ opening
 *     editing ──save[sound]──▶ saving ──saved──▶ closed,  ──failure──▶ editing, with the faults
 *     editing ──save[faulty]──▶ editing, with the faults
 *     editing ──leave[changed]──▶ editing, with the faults of the field that one left
 *     saving ──somebody else was first──▶ comparing ──theirs──▶ conflict,  ──failure──▶ editing, with it
 *     conflict ──take──▶ conflict  (mine or theirs, field by field; at first mine of what was changed here, theirs of the rest)
 *     conflict ──save[sound]──▶ saving,  ──save[faulty] · keep──▶ editing  (with what was taken, and theirs as what was read)
 *     editing · conflict ──close[touched]──▶ leaving ──keep──▶ editing,  ──discard──▶ closed
 *     opening · unavailable · editing[untouched] ──close──▶ closed
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
      /** The record as somebody else left it, while the two are compared. */
      readonly theirs: Draft;
      readonly taken: Readonly<Record<string, Side>>;
      readonly check: (draft: Draft) => Faults;
      readonly faults: Faults;
      readonly failure: Failure | null;
      readonly saved: object | null;
    },
    events: {} as
      | { readonly type: 'change'; readonly field: string; readonly value: unknown }
      | { readonly type: 'leave'; readonly field: string }
      | { readonly type: 'take'; readonly field: string; readonly side: Side }
      | { readonly type: 'save' | 'close' | 'keep' | 'discard' | 'again' },
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
    find: assign(({ context }) => ({ faults: context.check(context.draft), failure: null })),
    merge: assign(({ context }) => ({ draft: mergedOf(context), original: context.theirs, taken: {}, failure: null })),
    refuse: emit({ type: 'refused' }),
  },
  guards: {
    isNew: ({ context }) => context.id === null,
    isSound: ({ context }) => isSound(context, context.draft),
    isSoundMerged: ({ context }) => isSound(context, mergedOf(context)),
    isTouched: ({ context }) => isTouched(context),
    isChanged: ({ context: { draft, original } }, field: string) => !isSame(draft[field], original[field]),
    isOvertaken: ({ context }, failure: Failure) => context.id !== null && failure.code === 'conflict',
  },
}).createMachine({
  id: 'editor',
  context: ({ input }) => ({ ...input, original: input.blank, draft: input.blank, theirs: {}, taken: {}, faults: {}, failure: null, saved: null }),
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
        leave: {
          guard: { type: 'isChanged', params: ({ event }) => event.field },
          actions: assign(({ context, event }) => ({
            faults: { ...without(context.faults, event.field), ...within(context.check(context.draft), event.field) },
          })),
        },
        save: [
          { guard: 'isSound', target: 'saving' },
          { actions: ['find', 'refuse'] },
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
          { guard: { type: 'isOvertaken', params: ({ event }) => failureOf(event.error) }, target: 'comparing' },
          { target: 'editing', actions: [{ type: 'blame', params: ({ event }) => failureOf(event.error) }, 'refuse'] },
        ],
      },
    },
    comparing: {
      tags: ['busy', 'open'],
      invoke: {
        src: 'load',
        input: ({ context }) => ({ id: context.id ?? '' }),
        onDone: { target: 'conflict', actions: assign(({ event }) => ({ theirs: event.output, taken: {} })) },
        onError: { target: 'editing', actions: [{ type: 'blame', params: ({ event }) => failureOf(event.error) }, 'refuse'] },
      },
    },
    conflict: {
      tags: 'open',
      on: {
        take: { actions: assign(({ context, event }) => ({ taken: { ...context.taken, [event.field]: event.side } })) },
        save: [
          { guard: 'isSoundMerged', target: 'saving', actions: 'merge' },
          { target: 'editing', actions: ['merge', 'find', 'refuse'] },
        ],
        keep: { target: 'editing', actions: 'merge' },
        close: [{ guard: 'isTouched', target: 'leaving' }, { target: 'closed' }],
      },
    },
    leaving: { tags: 'open', on: { keep: 'editing', discard: 'closed' } },
    closed: { type: 'final' },
  },
  output: ({ context }) => ({ saved: context.saved }),
});

/** Values of a draft are data: the same contents are the same value, whoever made the object. */
const isSame = (one: unknown, other: unknown): boolean => Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other);

const isSound = ({ check }: { readonly check: (draft: Draft) => Faults }, draft: Draft): boolean => Object.keys(check(draft)).length === 0;

/** Whether anything would be lost: typing a letter and taking it away again leaves the draft untouched. */
export const isTouched = ({ draft, original }: Pick<Change, 'draft' | 'original'>): boolean =>
  Object.keys({ ...original, ...draft }).some(field => !isSame(draft[field], original[field]));

interface Conflict extends Pick<Change, 'draft' | 'original'> {
  readonly theirs: Draft;
  readonly taken: Readonly<Record<string, Side>>;
}

const sideOf = ({ draft, original, taken }: Conflict, field: string): Side => taken[field] ?? (isSame(draft[field], original[field]) ? 'theirs' : 'mine');

const mergedOf = (conflict: Conflict): Draft =>
  Object.fromEntries(Object.keys({ ...conflict.theirs, ...conflict.draft }).map(field =>
    [field, sideOf(conflict, field) === 'mine' ? conflict.draft[field] : conflict.theirs[field]]));

/** Where the two sides of a conflict differ, and whose value is taken as things stand. */
export const differencesOf = (conflict: Conflict): readonly Difference[] => {
  const { draft, original, theirs } = conflict;
  return Object.keys({ ...theirs, ...draft }).filter(field => !isSame(draft[field], theirs[field])).map(field => ({
    field, mine: draft[field], theirs: theirs[field], side: sideOf(conflict, field),
    both: !isSame(draft[field], original[field]) && !isSame(theirs[field], original[field]),
  }));
};

const isOf = (name: string, field: string): boolean => name === field || name.startsWith(`${field}.`);

/** A changed field is right until it is looked at again; so are the fields nested in it (`lpo_entries.0.url`). */
const without = (faults: Faults, field: string): Faults => Object.fromEntries(Object.entries(faults).filter(([name]) => !isOf(name, field)));
const within = (faults: Faults, field: string): Faults => Object.fromEntries(Object.entries(faults).filter(([name]) => isOf(name, field)));
