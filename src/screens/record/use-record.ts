import { useState } from 'react';
import { failureOf } from '../../../machines/failure.ts';
import { useTellChanged } from '../../console/row-changes.ts';
import { useAsk, useConsole, useKnown, useLocale, useNotify } from '../../console/context.ts';
import { useProductChoice } from '../../console/product.ts';
import { createShelf, drawerOf } from '../../console/storage.ts';
import { thisTab } from '../../console/tab.ts';
import { check, type Constraints, type Faults } from '../../resources/constraints.ts';
import type { Identified, Resource } from '../../resources/resource.ts';
import { keeperOn, unkeptOf } from './drafts.ts';
import { fieldsOf, type AnyDraft, type AnyField } from './fields.ts';
import { missingOf } from './needed.ts';
import { useEditor } from './use-editor.ts';

export type ModalKind = 'add' | 'edit' | 'detail';
export interface Saved {
  readonly id: number;
}

/** What the editor holds of a record: the form's draft, and the version that it was read in. */
type Versioned<Draft> = Draft & { readonly updated_at: string };

/**
 * Tells whoever shows rows of a resource that one was changed, and renews who one is if it is about oneself.
 */
export const useTellRecord = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
): ((ids: readonly number[]) => void) => {
  const { actor } = useConsole();
  const { profile } = useKnown();
  const tellChanged = useTellChanged();
  return ids => {
    tellChanged(resource);
    const { name } = resource;
    // A role or the company may be his own: asking once too often costs one call.
    if (name === 'users' ? ids.includes(profile.id) : ['roles', 'companies'].includes(name))
      actor.send({ type: 'self.changed' });
  };
};

/**
 * Opens a record of a resource in its form; null: a new one.
 *
 * @param given what a new one is filled in with already
 */
export const useRecord = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
  id: number | null,
  onClosed: (saved: Saved | null) => void,
  initial?: Partial<Draft>,
) => {
  const ask = useAsk();
  const notify = useNotify();
  const tell = useTellRecord(resource);
  const { product } = useProductChoice();
  const { lists, profile } = useKnown();
  const { locale } = useLocale();
  const { operations, form } = resource;
  const kind = id === null ? 'add' : 'edit';
  /** A field that is for the other kind of form only is none of this one's: it is neither sent nor judged. */
  const [others, own] = partedBy(fieldsOf(resource), ({ only }) => only !== undefined && only !== kind);
  const repeated = own.filter(({ repeats }) => repeats !== undefined);
  const draftOf = ({ updated_at: _, ...draft }: Versioned<Draft>): object => without(draft, others);
  const inputOf = (draft: Versioned<Draft>): Draft => {
    const unseen = own.filter(
      ({ emptied, visible }) => emptied === true && visible?.(draft as AnyDraft, lists) === false,
    );
    return {
      ...without(draftOf(draft), repeated),
      ...Object.fromEntries(
        unseen.map(({ field }) => [field, (form?.blank as AnyDraft | undefined)?.[field]]),
      ),
    } as Draft;
  };
  // What others are told is told in one's own language unless one says otherwise.
  const blank = {
    ...form?.blank,
    ...(form !== undefined && 'locale' in form.blank && { locale }),
    ...(resource.ofProduct && product !== null && { product_id: product.id }),
    ...initial,
    updated_at: '',
  } as Versioned<Draft>;
  const [keeper] = useState(() =>
    keeperOn(
      createShelf(drawerOf(() => localStorage)),
      thisTab,
      profile.id,
      `${resource.name}_${id ?? `new_${JSON.stringify((blank as AnyDraft)['product_id'] ?? 0)}`}`,
      unkeptOf(fieldsOf(resource)),
    ),
  );
  return useEditor<Versioned<Draft>, Saved>({
    id: id === null ? null : String(id),
    blank,
    guarded: true,
    keeper,
    onClosed,
    check: draft => ({
      ...missingOf(own, draft as AnyDraft, lists),
      ...mismatchesOf(draft, repeated),
      ...check(draftOf(draft), without(form?.constraints ?? {}, others) as Constraints),
    }),
    load: async (_, signal) => {
      if (operations.one === undefined || form === undefined || id === null)
        throw new Error('A record that has no query cannot be opened.');
      const { one } = await ask(operations.one, { id }, signal);
      // What is deleted is brought back before it is changed: there is nothing to fill in, and nothing to
      // compare with.
      if (one?.status !== true) throw failureOf({ kind: 'missing', code: 'not_found' });
      return { ...form.draftOf(one), updated_at: one.updated_at };
    },
    save: async ({ draft, original, key }, signal) => {
      const input = inputOf(draft);
      const { saved } =
        id === null
          ? await ask(must(operations.create), { input, idempotency_key: key }, signal)
          : await ask(
              must(operations.update),
              { id, input: { ...input, updated_at: original.updated_at } },
              signal,
            );
      const made = { id: saved?.id ?? id ?? 0 };
      tell([made.id]);
      notify({ kind: 'SUCCESS', message: id === null ? 'record.added' : 'record.saved' });
      return made;
    },
  });
};

const partedBy = (
  fields: readonly AnyField[],
  holds: (field: AnyField) => boolean,
): readonly [readonly AnyField[], readonly AnyField[]] => [
  fields.filter(holds),
  fields.filter(field => !holds(field)),
];
const without = (entries: object, fields: readonly AnyField[]): object =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => !fields.some(({ field }) => field === name)));

/** What was typed a second time and is something else. */
const mismatchesOf = (draft: AnyDraft, repeated: readonly AnyField[]): Faults =>
  Object.fromEntries(
    repeated
      .filter(({ field, repeats = field }) => draft[field] !== draft[repeats])
      .map(({ field }) => [field, [{ code: 'password_mismatch' }]]),
  );

const must = <Operation>(operation: Operation | undefined): Operation => {
  if (operation === undefined) throw new Error('A record that nobody can save was opened.');
  return operation;
};
