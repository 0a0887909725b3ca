import { Type, type TSchema } from '@fastify/type-provider-typebox';
import { Id } from '../http/schemas.ts';
import { KEPT_SECRET, type Field } from './entity.ts';

/**
 * How fields are written: each of these takes a field as it is read and adds what a form may say. Lengths,
 * bounds and formats stand here once; the
 * contract carries them to the console.
 */

/** How long texts of each use may be, in characters. */
export const LENGTHS = {
  name: 100,
  code: 100,
  phone: 20,
  domain: 253,
  email: 254,
  text: 1000,
  url: 2000,
  tag: 10_000,
} as const;
/** Of money, in yen. */
export const MAX_YEN = 99_999_999.99;

interface Options {
  /** Constraints of its schema, beside its type. */
  readonly rules?: object;
  readonly store?: (input: unknown) => unknown;
  /** A schema of its own, where a form says it otherwise than it is read. */
  readonly schema?: TSchema;
}

const writingOf = (field: Field, { rules, store, schema }: Options) => ({
  schema: {
    ...(schema ?? field.schema),
    ...(field.choices && { enum: [...field.choices] }),
    ...rules,
  } as TSchema,
  fixed: false,
  ...(store && { store }),
});

/** A form must fill it in; a text must hold more than spaces. */
export const required = (field: Field, rules: object = {}, options: Omit<Options, 'rules'> = {}): Field => ({
  ...field,
  write: {
    ...writingOf(field, {
      ...options,
      rules: { ...(field.kind === 'text' && field.choices === undefined && { minLength: 1 }), ...rules },
    }),
    required: true,
    initial: undefined,
  },
});

/** A form may leave it out: then a new row has `initial`. */
export const optional = (
  field: Field,
  initial: unknown,
  rules: object = {},
  options: Omit<Options, 'rules'> = {},
): Field => ({ ...field, write: { ...writingOf(field, { ...options, rules }), required: false, initial } });

/** The same field, said once: when the row is made. */
export const fixed = (field: Field): Field => {
  if (field.write === undefined) throw new Error('only what is written can be fixed');
  return { ...field, write: { ...field.write, fixed: true } };
};

/** A text that is written and never shown again. @param pattern of the secret itself */
export const secret = (field: Field, pattern: string): Field => {
  const open: Field = { ...field, kind: null, read: stored => (stored === '' ? '' : KEPT_SECRET) };
  const inner = pattern.replace(/^\^|\$$/g, '');
  const written = optional(open, '', { pattern: `^(${inner}|\\*{${KEPT_SECRET.length}})?$` });
  return { ...written, write: { ...written.write!, secret: true } };
};

/** A number of another row. */
export const requiredRow = (field: Field): Field => required(field, {}, { schema: Id(descriptionOf(field)) });
export const optionalRow = (field: Field): Field => optional(field, null);
/** Yen, with two decimals at most. @param format whose refusal names the field */
export const money = (field: Field, format: 'cv-cost' | 'click-cost' | 'ad-fee'): Field =>
  optional(field, 0, { minimum: 0, maximum: MAX_YEN, format });
export const optionalFlag = (field: Field, initial = false): Field => optional(field, initial);
/** Addresses and CIDR ranges. */
export const addresses = (field: Field): Field =>
  optional(field, [], {
    maxItems: 1000,
    items: Type.String({ minLength: 1, maxLength: 50, format: 'address-range' }),
  });

const descriptionOf = ({ schema }: Field): string => (schema as { description?: string }).description ?? '';
