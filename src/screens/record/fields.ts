import { useIntl, type IntlShape } from 'react-intl';
import type { SignedInData } from '../../../machines/signed-in-data.ts';
import type { Lists } from '../../../machines/startup.ts';
import { useSignedInData } from '../../console/context.ts';
import { entryTitle } from '../../console/entries.ts';
import { choosableFor, useProductChoice } from '../../console/product.ts';
import type { FieldOption } from '../../components/option-search.ts';
import type { Field, Identified, Resource } from '../../resources/resource.ts';

/** Parameters of an ad that can be renamed, by their names in the contract. */
export const PARAMETERS = [
  'xclid',
  'media_session',
  'media_management1',
  'media_management2',
  'media_management3',
] as const;

/** A form field without the type of its draft. */
export type AnyField = Field<Record<string, unknown>>;
export type AnyDraft = Readonly<Record<string, unknown>>;

/** Fields of a resource's form. The cast drops the draft's type, which the widgets do not know. */
export const fieldsOf = <Row extends Identified, Draft extends object>({
  form,
}: Resource<Row, Draft>): readonly AnyField[] => (form?.fields ?? []) as unknown as readonly AnyField[];

/**
 * Fields of a form that are visible for a draft.
 * @param kind form for a new record (`add`) or an existing one (`edit`)
 */
export const visibleFields = (
  fields: readonly AnyField[],
  draft: AnyDraft,
  kind: 'add' | 'edit',
  lists: Lists,
): readonly AnyField[] =>
  fields.filter(
    field => (field.only === undefined || field.only === kind) && (field.visible?.(draft, lists) ?? true),
  );

/**
 * Fields of a record that this user may read. The server returns null for hidden fields and for optional
 * values without a value; the latter are null in the blank form too.
 */
export const readableFields = <Row extends Identified, Draft extends object>(
  resource: Resource<Row, Draft>,
  draft: AnyDraft,
  lists: Lists,
): readonly AnyField[] => {
  const blank = (resource.form?.blank ?? {}) as AnyDraft;
  return visibleFields(fieldsOf(resource), draft, 'edit', lists).filter(
    ({ field }) => draft[field] !== null || (blank[field] ?? null) === null,
  );
};

export interface Section {
  readonly name: string | null;
  readonly fields: readonly AnyField[];
}

/** Sections in the order of their first field; fields without a section come first. */
export const sectionsOf = (fields: readonly AnyField[]): readonly Section[] => {
  const names = [null, ...new Set(fields.flatMap(({ section }) => section ?? []))];
  return names
    .map(name => ({ name, fields: fields.filter(({ section }) => (section ?? null) === name) }))
    .filter(section => section.fields.length > 0);
};

interface TextSources {
  readonly intl: IntlShape;
  readonly known: SignedInData;
  /** Product whose entries can be chosen. */
  readonly productId: number | undefined;
}

/**
 * Texts of a resource's fields; messages of the resource take precedence over shared ones.
 * @param name name of the resource
 */
export const fieldTexts = (name: string, { intl, known, productId }: TextSources) => {
  const first = (...ids: readonly string[]): string | undefined => {
    const id = ids.find(one => one in intl.messages);
    return id === undefined ? undefined : intl.formatMessage({ id });
  };
  const optionsOf = ({ field, choices }: Pick<AnyField, 'field' | 'choices'>): readonly FieldOption[] => {
    if (choices === undefined) return [];
    if ('list' in choices)
      return choosableFor(known.lists[choices.list], productId, choices.group).map(({ id, title }) => ({
        value: id,
        label: title,
      }));
    const { values, words } = choices;
    return values.map(value => ({
      value,
      label:
        first(
          ...(words === undefined
            ? [`choice.${name}.${field}.${value}`, `choice.${field}.${value}`]
            : [words.replace('*', String(value))]),
        ) ?? String(value),
    }));
  };
  /** Also for entries of other products, and deleted ones. */
  const titleOf = ({ choices }: Pick<AnyField, 'choices'>, value: unknown): string =>
    choices !== undefined && 'list' in choices && typeof value === 'number'
      ? entryTitle(intl, known, choices.list, value)
      : intl.formatMessage({ id: 'form.deleted_option' }, { id: String(value) });
  return {
    labelOf: (field: string): string =>
      first(`field.${name}.${field}`, `column.${name}.${field}`, `column.${field}`) ?? field,
    hintOf: (field: string): string | undefined => first(`hint.${name}.${field}`, `hint.${field}`),
    unitOf: (field: string): string | undefined => first(`unit.${name}.${field}`, `unit.${field}`),
    sectionOf: (section: string): string =>
      first(`section.${name}.${section}`, `section.${section}`) ?? section,
    /** Heading of a field in an imported file. */
    headingOf: (field: string): string =>
      first(`import.field.${field}`, `column.ads.${field}`, `column.${field}`) ?? field,
    /** Name of the resource's records, singular. */
    one: first(`resource.${name}.one`) ?? name,
    optionsOf,
    /** Product whose entries can be chosen. */
    productId,
    /** Label of a choice; the id if it is no longer a choice or not loaded yet. */
    wordOf: (field: Pick<AnyField, 'field' | 'choices'>, value: unknown): string =>
      optionsOf(field).find(option => option.value === value)?.label ?? titleOf(field, value),
  };
};
export type FieldTexts = ReturnType<typeof fieldTexts>;

/**
 * Texts of a resource's fields.
 * @param draft draft of the record: its choices are those of its own product instead of the current one
 */
export const useFieldTexts = (name: string, draft: AnyDraft = {}): FieldTexts => {
  const intl = useIntl();
  const known = useSignedInData();
  const { product } = useProductChoice();
  const productOfDraft = draft['product_id'];
  const productId = typeof productOfDraft === 'number' && productOfDraft > 0 ? productOfDraft : product?.id;
  return fieldTexts(name, { intl, known, productId });
};
