import { useBlocker } from '@tanstack/react-router';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { fromPromise } from 'xstate';
import { differencesOf, type Difference, type Side } from '../../../machines/conflict.ts';
import { isTouched, type Draft as AnyDraft, type Faults, type StoredDraft } from '../../../machines/draft.ts';
import { editorMachine, type Change } from '../../../machines/editor.ts';
import type { Failure } from '../../../machines/failure.ts';
import { watched } from '../../console/actor-registry.ts';

/** Operations of a form on its record. */
export interface EditorPlan<Draft extends object, Saved extends object> {
  /** Null: a new record. */
  readonly id: string | null;
  readonly blank: Draft;
  readonly load?: (id: string, signal: AbortSignal) => Promise<Draft>;
  /**
   * @param change.key idempotency key of this form: a new record whose answer was lost is not created twice
   */
  readonly save: (
    change: {
      readonly id: string | null;
      readonly draft: Draft;
      readonly original: Draft;
      readonly key: string;
    },
    signal: AbortSignal,
  ) => Promise<Saved>;
  /** Validates a draft before it is sent; the server validates again. */
  readonly check: (draft: Draft) => Faults;
  /** Called once when the form is closed: with the saved record, or null. */
  readonly onClosed: (saved: Saved | null) => void;
  /** Leaving the page with unsaved input requires a confirmation. */
  readonly guarded?: boolean;
  /** Storage of the draft until it is saved or discarded; absent: not stored. */
  readonly keeper?: DraftStorage;
}

/**
 * Storage of drafts: `recall` loads that of an earlier form of the same record, `keep` stores this form's; no
 * fields: deletes it.
 */
export interface DraftStorage {
  readonly recall: () => Promise<StoredDraft | null>;
  readonly keep: (fields: AnyDraft) => void;
}

export interface Editor<Draft extends object> {
  readonly is:
    | 'recalling'
    | 'opening'
    | 'unavailable'
    | 'editing'
    | 'saving'
    | 'comparing'
    | 'conflict'
    | 'leaving'
    | 'closed';
  readonly draft: Draft;
  readonly original: Draft;
  readonly faults: Faults;
  readonly failure: Failure | null;
  readonly busy: boolean;
  readonly change: <Field extends keyof Draft & string>(field: Field, value: Draft[Field]) => void;
  /** Called when a field loses the focus: its error is shown if it was changed. */
  readonly leave: (field: keyof Draft & string) => void;
  readonly send: (event: 'save' | 'close' | 'keep' | 'discard' | 'retry' | 'restore' | 'forget') => void;
  /** Draft of an earlier form that can be restored. */
  readonly stored: StoredDraft | null;
  /** In a conflict: the fields in which the two versions differ, with the value to save. */
  readonly differences: readonly Difference[];
  readonly take: (field: string, side: Side) => void;
  /** Ref of the form; after a refused save, the focus moves to its first invalid field or to the message. */
  readonly form: RefObject<HTMLFormElement | null>;
}

const NO_DIFFERENCES: readonly Difference[] = [];

/** Actors of the machine, from the plan. */
const actorsOf = <Draft extends object, Saved extends object>(
  plan: EditorPlan<Draft, Saved>,
  key: string,
) => ({
  recall: fromPromise<StoredDraft | null, undefined>(async () => (await plan.keeper?.recall()) ?? null),
  load: fromPromise<AnyDraft, { readonly id: string }>(
    async ({ input, signal }) => (await plan.load?.(input.id, signal)) as AnyDraft,
  ),
  save: fromPromise<object, Change>(({ input, signal }) =>
    plan.save({ id: input.id, draft: input.draft as Draft, original: input.original as Draft, key }, signal),
  ),
});

/** The actor of the editor machine, which lasts as long as the form. */
const useEditorActor = <Draft extends object, Saved extends object>(plan: EditorPlan<Draft, Saved>) => {
  const [key] = useState(() => crypto.randomUUID());
  // Provided on each render: the actor uses the latest implementations.
  const machine = editorMachine.provide({ actors: actorsOf(plan, key) });
  return useActorRef(machine, {
    ...watched,
    input: {
      id: plan.id,
      blank: plan.blank as AnyDraft,
      check: draft => plan.check(draft as Draft),
      storesDraft: plan.keeper !== undefined,
    },
  });
};

type EditorActor = ReturnType<typeof useEditorActor>;

/** Focuses the first invalid field, or the message, after a refused save. */
const useFocusOnRefusal = (actor: EditorActor): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const { unsubscribe } = actor.on('refused', () =>
      requestAnimationFrame(() =>
        (
          form.current?.querySelector<HTMLElement>(
            ':is(input, textarea, select, button)[aria-invalid="true"], [role="radiogroup"][aria-invalid="true"] input',
          ) ?? form.current?.querySelector<HTMLElement>('.form-failure')
        )?.focus(),
      ),
    );
    return unsubscribe;
  }, [actor]);
  return form;
};

/** Stores the draft if the plan has a keeper. */
const useStoredTyping = (actor: EditorActor, keeper: DraftStorage | undefined): void => {
  const keep = useEffectEvent((fields: AnyDraft) => keeper?.keep(fields));
  useEffect(() => {
    const { unsubscribe } = actor.on('keep', ({ fields }) => keep(fields));
    return unsubscribe;
  }, [actor]);
};

/** Requests a confirmation before the page is left with unsaved input, if the plan is guarded. */
const useLeaveGuard = (actor: EditorActor, guarded: boolean): void => {
  const hasUnsavedChanges = (): boolean => {
    const { status, context } = actor.getSnapshot();
    return guarded && status === 'active' && isTouched(context);
  };
  useBlocker({
    enableBeforeUnload: hasUnsavedChanges,
    shouldBlockFn: () => {
      const blocked = hasUnsavedChanges();
      if (blocked) actor.send({ type: 'close' });
      return blocked;
    },
  });
};

/**
 * Opens a record in a form (machines/editor.ts). The machine is not generic; the casts to the form's types
 * are only here.
 */
export const useEditor = <Draft extends object, Saved extends object>(
  plan: EditorPlan<Draft, Saved>,
): Editor<Draft> => {
  const actor = useEditorActor(plan);
  const state = useSelector(actor, snapshot => snapshot);
  const form = useFocusOnRefusal(actor);
  useStoredTyping(actor, plan.keeper);
  const over = state.status === 'done';
  const reportClosed = useEffectEvent(() => plan.onClosed(state.context.saved as Saved | null));
  useEffect(() => {
    if (over) reportClosed();
  }, [over]);
  useLeaveGuard(actor, plan.guarded === true);
  const { draft, original, faults, failure } = state.context;
  return {
    is: state.value,
    draft: draft as Draft,
    original: original as Draft,
    faults,
    failure,
    busy: state.hasTag('busy'),
    form,
    change: (field, value) => actor.send({ type: 'change', field, value }),
    leave: field => actor.send({ type: 'leave', field }),
    send: type => actor.send({ type }),
    stored: state.matches('editing') ? state.context.stored : null,
    differences: state.matches('conflict') ? differencesOf(state.context) : NO_DIFFERENCES,
    take: (field, side) => actor.send({ type: 'take', field, side }),
  };
};
