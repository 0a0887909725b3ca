import type { IntlShape } from 'react-intl';
import {
  isPeriod,
  showAddresses,
  showDay,
  showInteger,
  showMoney,
  showPeriod,
  textOf,
} from '../../components/fields/reading.ts';
import { NOTHING } from '../../components/formats.ts';
import { listedText } from '../../components/labelled-text.ts';
import type { Widget } from '../../resources/resource.ts';
import { isEmptyValue } from './changed-fields.ts';
import type { AnyField, FieldTexts } from './fields.ts';

type Plain = (value: unknown, field: AnyField, texts: FieldTexts, intl: IntlShape) => string;

const text: Plain = value => textOf(value);
const onOff = (value: unknown, intl: IntlShape): string =>
  intl.formatMessage({ id: `choice.flag.${value === true}` });
const withUnit = (number: string, unit: string | undefined): string =>
  unit === undefined ? number : `${number} ${unit}`;
const chosen: Plain = (value, field, texts, intl) =>
  listedText(
    (Array.isArray(value) ? value : [value]).map(one => texts.wordOf(field, one)),
    intl,
  );

const PLAIN: Readonly<Partial<Record<Widget, Plain>>> = {
  text,
  email: text,
  phone: text,
  domain: text,
  code: text,
  url: text,
  area: text,
  password: () => '••••••••',
  integer: (value, { field }, { unitOf }) => withUnit(showInteger(value), unitOf(field)),
  money: (value, { field }, { unitOf }) => withUnit(showMoney(value), unitOf(field)),
  day: value => (isPeriod(value) ? showPeriod(value) : showDay(value)),
  switch: (value, _, __, intl) => onOff(value, intl),
  choice: chosen,
  role: chosen,
  many: chosen,
  limiting_products: chosen,
  addresses: value => showAddresses(value),
};

/** Text of a value in one line; null: the value has parts, which take more than a line. */
export const plainValue = (
  value: unknown,
  field: AnyField,
  texts: FieldTexts,
  intl: IntlShape,
): string | null =>
  isEmptyValue(value) ? NOTHING : (PLAIN[field.widget]?.(value, field, texts, intl) ?? null);
