import type { IntlShape } from 'react-intl';
import { isPeriod, showDay, showInteger, showPeriod, textOf } from '../../components/fields/reading.ts';
import { NOTHING, time } from '../../components/formats.ts';
import { labelledText, listedText } from '../../components/labelled-text.ts';
import { isEmptyValue } from './changed-fields.ts';
import type { AnyDraft, AnyField, FieldTexts } from './fields.ts';
import { plainValue } from './plain-value.ts';

/** A field of the change history: one of a form, or one that no form of a descriptor has. */
export interface RecordedField
  extends Pick<AnyField, 'field' | 'choices'>, Partial<Pick<AnyField, 'widget'>> {
  /** Message id of the label, if it is not that of the field. */
  readonly label?: string;
  /** Message ids for a code, of which the first one that exists is its text. */
  readonly words?: (code: string) => readonly string[];
  /** Fields of an object, or of each object of a list. */
  readonly parts?: readonly RecordedField[];
}

/** The fields of an entity in the change history. */
export interface RecordedForm {
  /** In the order of the form. */
  readonly fields: readonly RecordedField[];
  /** The values of an empty form: a creation lists what differs from it. */
  readonly blank: AnyDraft;
  /** Field whose value is an object; the form has its keys as fields. */
  readonly parted?: string;
}

/** Texts of an entity in the change history. */
export interface RecordedTexts {
  /** Name of the entity. */
  readonly name: string;
  readonly texts: FieldTexts;
  readonly intl: IntlShape;
}

const PRODUCT: RecordedField = { field: 'product_id', widget: 'choice', choices: { list: 'product' } };

/** The definition of a recorded field; one that no definition has is shown by its value. */
export const recordedField = (field: string, fields: readonly RecordedField[]): RecordedField =>
  fields.find(one => one.field === field) ?? (field === PRODUCT.field ? PRODUCT : { field });

/** Label of a recorded field: that of the form. */
export const recordedLabel = ({ field, label }: RecordedField, { texts, intl }: RecordedTexts): string =>
  label === undefined ? texts.labelOf(field) : intl.formatMessage({ id: label });

export const isFormField = (field: RecordedField): field is AnyField => field.widget !== undefined;

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** Text of a value by the words of its code, else by its type. */
const guessedText = (value: unknown, of: RecordedField, { name, intl }: RecordedTexts): string => {
  const { field, words } = of;
  if (typeof value === 'boolean') return intl.formatMessage({ id: `choice.flag.${value}` });
  const code = textOf(value);
  const word = [...(words?.(code) ?? []), `choice.${name}.${field}.${code}`, `choice.${field}.${code}`].find(
    id => id in intl.messages,
  );
  if (word !== undefined) return intl.formatMessage({ id: word });
  if (typeof value === 'number') return /(?:^|_)id$/.test(field) ? `#${value}` : showInteger(value);
  if (INSTANT.test(code)) return time(code);
  return isPeriod(code) ? showPeriod(code) : showDay(code);
};

/** Text of the value of a recorded field in one line; null: it has parts, which take more than a line. */
export const recordedText = (value: unknown, of: RecordedField, among: RecordedTexts): string | null => {
  const { texts, intl } = among;
  if (isEmptyValue(value)) return NOTHING;
  if (isFormField(of)) return plainValue(value, of, texts, intl);
  if (Array.isArray(value)) {
    const items = value.map(one => recordedText(one, of, among) ?? NOTHING);
    return of.parts === undefined ? listedText(items, intl) : items.join(' / ');
  }
  if (typeof value !== 'object') return guessedText(value, of, among);
  const parts = Object.entries(value as AnyDraft)
    .map(([key, one]) => [recordedField(key, of.parts ?? []), one] as const)
    .map(([part, one]) =>
      labelledText(recordedLabel(part, among), recordedText(one, part, among) ?? NOTHING, intl),
    );
  return listedText(parts, intl);
};
