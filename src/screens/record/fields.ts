import { useIntl } from 'react-intl';
import { idsToLookUp } from '../../../machines/signed-in-data.ts';
import type { Lists } from '../../../machines/startup.ts';
import { useKnown } from '../../console/context.ts';
import { useChoosable, useProductChoice } from '../../console/product.ts';
import type { FieldOption } from '../../components/fields/choice-field.tsx';
import type { Field, Identified, Resource } from '../../resources/resource.ts';

/** Any form's field, read by its words alone. */
export type AnyField = Field<Record<string, unknown>>;
export type AnyDraft = Readonly<Record<string, unknown>>;

/**
 * The fields of a resource's form. A field's type is that of its draft, which the dictionary of widgets does
 * not know: the cast is here and nowhere else.
 */
export const fieldsOf = <Row extends Identified, Draft extends object>({
  form,
}: Resource<Row, Draft>): readonly AnyField[] => (form?.fields ?? []) as unknown as readonly AnyField[];

/**
 * What of a form is there for this draft.
 *
 * @param kind a field may be there for new records only, or for those that exist
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
 * The readable fields of a record: those of its form, without those that the server hides from this user. It
 * answers null for them, as it does for a value that may be missing; such a value is null in the blank form.
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

/** Sections in the order of their first field; fields without one come first. */
export const sectionsOf = (fields: readonly AnyField[]): readonly Section[] => {
  const names = [null, ...new Set(fields.flatMap(({ section }) => section ?? []))];
  return names
    .map(name => ({ name, fields: fields.filter(({ section }) => (section ?? null) === name) }))
    .filter(section => section.fields.length > 0);
};

/**
 * The texts of a resource's fields; each is looked up under the resource's own name before the shared one.
 * @param draft of the record: its choices are those of its own product, independent of the user's current
 *   product
 */
export const useFieldTexts = (name: string, draft: AnyDraft = {}) => {
  const intl = useIntl();
  const known = useKnown();
  const { product: chosenProduct } = useProductChoice();
  const productOfDraft = draft['product_id'];
  const productId =
    typeof productOfDraft === 'number' && productOfDraft > 0 ? productOfDraft : chosenProduct?.id;
  const choosable = useChoosable(productId);
  const first = (...ids: readonly string[]): string | undefined => {
    const id = ids.find(one => one in intl.messages);
    return id === undefined ? undefined : intl.formatMessage({ id });
  };
  const optionsOf = ({ field, choices }: Pick<AnyField, 'field' | 'choices'>): readonly FieldOption[] => {
    if (choices === undefined) return [];
    if ('list' in choices) return choosable(choices).map(({ id, title }) => ({ value: id, label: title }));
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
  /** Of another product's rows too. */
  const titleOf = ({ choices }: Pick<AnyField, 'choices'>, value: unknown): string | undefined =>
    choices !== undefined && 'list' in choices
      ? known.lists[choices.list].find(({ id }) => id === value)?.title
      : undefined;
  const isUnknown = ({ choices }: Pick<AnyField, 'choices'>, value: unknown): boolean =>
    choices !== undefined &&
    'list' in choices &&
    typeof value === 'number' &&
    idsToLookUp(known, choices.list, [value]).length > 0;
  const nameless = (field: Pick<AnyField, 'choices'>, value: unknown): string =>
    isUnknown(field, value)
      ? `#${String(value)}`
      : intl.formatMessage({ id: 'form.gone' }, { id: String(value) });
  return {
    labelOf: (field: string): string =>
      first(`field.${name}.${field}`, `column.${name}.${field}`, `column.${field}`) ?? field,
    hintOf: (field: string): string | undefined => first(`hint.${name}.${field}`, `hint.${field}`),
    unitOf: (field: string): string | undefined => first(`unit.${name}.${field}`, `unit.${field}`),
    sectionOf: (section: string): string =>
      first(`section.${name}.${section}`, `section.${section}`) ?? section,
    /** Of an imported file: what it calls a field. */
    headingOf: (field: string): string =>
      first(`import.field.${field}`, `column.ads.${field}`, `column.${field}`) ?? field,
    /** The thing itself, in the singular. */
    one: first(`resource.${name}.one`) ?? name,
    optionsOf,
    /** The product whose entries can be chosen. */
    productId,
    /** A choice's word; of what is no choice any more, or is not known yet, its number. */
    wordOf: (field: Pick<AnyField, 'field' | 'choices'>, value: unknown): string =>
      optionsOf(field).find(option => option.value === value)?.label ??
      titleOf(field, value) ??
      nameless(field, value),
  };
};
export type FieldTexts = ReturnType<typeof useFieldTexts>;
