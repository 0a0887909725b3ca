import { useState } from 'react';
import { failureOf } from '../../../machines/failure.ts';
import type { Lists } from '../../../machines/startup.ts';
import { useReportChange } from '../../console/row-changes.ts';
import { useExecute, useConsole, useSignedInData, useLocale, useNotify } from '../../console/context.ts';
import { useProductChoice } from '../../console/product.ts';
import { createExpiringStorage, storageOrMemory } from '../../console/storage.ts';
import { thisTab } from '../../console/tab.ts';
import { check, type Constraints, type Faults } from '../../resources/constraints.ts';
import type { Identified, Resource } from '../../resources/resource.ts';
import { keeperOn, unkeptOf } from './drafts.ts';
import { fieldsOf, type AnyDraft, type AnyField } from './fields.ts';
import { missingOf } from './required-fields.ts';
import { useEditor, type DraftStorage } from './use-editor.ts';

export type ModalKind = 'add' | 'edit' | 'detail';
/** A saved record, with what else the server answered. */
export interface Saved {
  readonly id: number;
  readonly [answer: string]: unknown;
}

/** Draft of the editor: the form's draft and the version of the record that was read. */
type Versioned<Draft> = Draft & { readonly updated_at: string };

/**
 * Returns a function that announces changed records, and reloads the user's profile if they may affect it.
 */
export const useReportRecordChange = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
): ((ids: readonly number[]) => void) => {
  const { actor } = useConsole();
  const { profile } = useSignedInData();
  const reportChange = useReportChange();
  return ids => {
    reportChange(resource);
    const { name } = resource;
    // Changes of roles and companies may affect the user; a superfluous reload costs one request.
    if (name === 'users' ? ids.includes(profile.id) : ['roles', 'companies'].includes(name))
      actor.send({ type: 'self.changed' });
  };
};

/** Fields of a form by their handling. */
interface FormFields {
  /** Fields of the other kind of form (new or existing record), which are neither sent nor validated. */
  readonly others: readonly AnyField[];
  readonly own: readonly AnyField[];
  /** Fields that repeat another one. */
  readonly repeated: readonly AnyField[];
}

const divideFields = (all: readonly AnyField[], kind: ModalKind): FormFields => {
  const [others, own] = partedBy(all, ({ only }) => only !== undefined && only !== kind);
  return { others, own, repeated: own.filter(({ repeats }) => repeats !== undefined) };
};

/** The part of a draft that is validated. */
const judgedOf = <Draft>({ updated_at: _, ...draft }: Versioned<Draft>, { others }: FormFields): object =>
  without(draft, others);

/** The values to send: hidden fields with `emptied` get the blank draft's value. */
const inputOf = <Draft>(
  draft: Versioned<Draft>,
  fields: FormFields,
  blank: AnyDraft | undefined,
  lists: Lists,
): Draft => {
  const unseen = fields.own.filter(
    ({ emptied, visible }) => emptied === true && visible?.(draft as AnyDraft, lists) === false,
  );
  return {
    ...without(judgedOf(draft, fields), fields.repeated),
    ...Object.fromEntries(unseen.map(({ field }) => [field, blank?.[field]])),
  } as Draft;
};

/** The initial draft of a new record. */
const useBlank = <Row extends Identified, Draft extends object>(
  { form, ofProduct }: Resource<Row, Draft>,
  initial: Partial<Draft> | undefined,
): Versioned<Draft> => {
  const { product } = useProductChoice();
  const { locale } = useLocale();
  return {
    ...form?.blank,
    // The locale of messages defaults to the user's.
    ...(form !== undefined && 'locale' in form.blank && { locale }),
    ...(ofProduct && product !== null && { product_id: product.id }),
    ...initial,
    updated_at: '',
  } as Versioned<Draft>;
};

/** Storage of unsaved input of this form. */
const useDraftKeeper = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
  id: number | null,
  blank: object,
): DraftStorage => {
  const { profile } = useSignedInData();
  const [keeper] = useState(() =>
    keeperOn(
      createExpiringStorage(storageOrMemory(() => localStorage)),
      thisTab,
      profile.id,
      `${resource.name}_${id ?? `new_${JSON.stringify((blank as AnyDraft)['product_id'] ?? 0)}`}`,
      unkeptOf(fieldsOf(resource)),
    ),
  );
  return keeper;
};

/** Returns a function that saves a draft, announces it and notifies the views that show the record. */
const useSave = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
  id: number | null,
  isQuiet: boolean,
) => {
  const execute = useExecute();
  const notify = useNotify();
  const reportChange = useReportRecordChange(resource);
  const { create, update } = resource.operations;
  return async (input: Draft, version: string, key: string, signal: AbortSignal): Promise<Saved> => {
    const { saved } =
      id === null
        ? await execute(must(create), { input, idempotency_key: key }, signal)
        : await execute(must(update), { id, input: { ...input, updated_at: version } }, signal);
    const made = { ...saved, id: saved?.id ?? id ?? 0 };
    reportChange([made.id]);
    if (!isQuiet) notify({ kind: 'SUCCESS', message: id === null ? 'record.added' : 'record.saved' });
    return made;
  };
};

/**
 * Opens a record of a resource in its form.
 * @param id null: a new record
 * @param options.initial prefilled values of a new record
 * @param options.isQuiet the caller reports what was saved
 */
export const useRecord = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
  id: number | null,
  onClosed: (saved: Saved | null) => void,
  {
    initial,
    isQuiet = false,
  }: { readonly initial?: Partial<Draft> | undefined; readonly isQuiet?: boolean } = {},
) => {
  const execute = useExecute();
  const save = useSave(resource, id, isQuiet);
  const { lists } = useSignedInData();
  const { operations, form } = resource;
  const fields = divideFields(fieldsOf(resource), id === null ? 'add' : 'edit');
  const { own, others, repeated } = fields;
  const blank = useBlank(resource, initial);
  return useEditor<Versioned<Draft>, Saved>({
    id: id === null ? null : String(id),
    blank,
    guarded: true,
    keeper: useDraftKeeper(resource, id, blank),
    onClosed,
    check: draft => ({
      ...missingOf(own, draft as AnyDraft, lists),
      ...mismatchesOf(draft, repeated),
      ...check(judgedOf(draft, fields), without(form?.constraints ?? {}, others) as Constraints),
    }),
    load: async (_, signal) => {
      if (operations.one === undefined || form === undefined || id === null)
        throw new Error('A record that has no query cannot be opened.');
      const { one } = await execute(operations.one, { id }, signal);
      // A deleted record must be restored before it can be changed.
      if (one?.status !== true) throw failureOf({ kind: 'missing', code: 'not_found' });
      return { ...form.draftOf(one), updated_at: one.updated_at };
    },
    save: ({ draft, original, key }, signal) =>
      save(
        inputOf(draft, fields, form?.blank as AnyDraft | undefined, lists),
        original.updated_at,
        key,
        signal,
      ),
  });
};

const partedBy = (
  fields: readonly AnyField[],
  hasField: (field: AnyField) => boolean,
): readonly [readonly AnyField[], readonly AnyField[]] => [
  fields.filter(hasField),
  fields.filter(field => !hasField(field)),
];
const without = (entries: object, fields: readonly AnyField[]): object =>
  Object.fromEntries(Object.entries(entries).filter(([name]) => !fields.some(({ field }) => field === name)));

/** Errors of fields whose repetition differs. */
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
