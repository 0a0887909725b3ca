import { Type, type TSchema } from '@fastify/type-provider-typebox';
import { Id } from '../http/schemas.ts';
import { UNCHANGED_SECRET, type Field } from './entity.ts';

/**
 * Adds writing to fields. Lengths, bounds and formats are declared here only; the contract carries them to the
 * console.
 */

/** Maximum lengths of texts in characters. */
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
/** Maximum amount of money in yen. */
export const MAX_YEN = 99_999_999.99;

interface Options {
  /** Constraints of the schema besides the type. */
  readonly rules?: object;
  readonly store?: (input: unknown) => unknown;
  /** Schema of the field in forms where it differs from the schema in answers. */
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

/** Makes a field required; texts must not be blank. */
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

/** Makes a field optional. @param initial value of a new row whose form does not contain the field */
export const optional = (
  field: Field,
  initial: unknown,
  rules: object = {},
  options: Omit<Options, 'rules'> = {},
): Field => ({ ...field, write: { ...writingOf(field, { ...options, rules }), required: false, initial } });

/** Makes a writable field unchangeable after creation. */
export const fixed = (field: Field): Field => {
  if (field.write === undefined) throw new Error('only a writable field can be immutable');
  return { ...field, write: { ...field.write, fixed: true } };
};

/** Makes a text field a secret, which is never shown. @param pattern of the secret itself */
export const secret = (field: Field, pattern: string): Field => {
  const open: Field = { ...field, kind: null, read: stored => (stored === '' ? '' : UNCHANGED_SECRET) };
  const inner = pattern.replace(/^\^|\$$/g, '');
  const written = optional(open, '', { pattern: `^(${inner}|\\*{${UNCHANGED_SECRET.length}})?$` });
  return { ...written, write: { ...written.write!, secret: true } };
};

/** Makes the audit log record an address or a query without the values of a visitor that it filters by. */
export const filteringAddress = (field: Field): Field => {
  if (field.write === undefined) throw new Error('only a writable field is recorded');
  return { ...field, write: { ...field.write, isAddress: true } };
};

/** Makes a secret be stored encrypted by a key of the installation (`sealFields`). */
export const sealed = (field: Field): Field => {
  if (field.write?.secret !== true) throw new Error('only a secret can be sealed');
  return { ...field, write: { ...field.write, sealed: true } };
};

/** Makes a field a required reference: the id of another row. */
export const requiredRow = (field: Field): Field => required(field, {}, { schema: Id(descriptionOf(field)) });
export const optionalRow = (field: Field): Field => optional(field, null);
/** Makes a field an amount in yen, with at most two decimals. @param format the format whose fault names the field */
export const money = (field: Field, format: 'cv-cost' | 'click-cost' | 'ad-fee'): Field =>
  optional(field, 0, { minimum: 0, maximum: MAX_YEN, format });
export const optionalFlag = (field: Field, initial = false): Field => optional(field, initial);
/** Makes a field a list of IP addresses and CIDR ranges. */
export const addresses = (field: Field): Field =>
  optional(field, [], {
    maxItems: 1000,
    items: Type.String({ minLength: 1, maxLength: 50, format: 'address-range' }),
  });

const descriptionOf = ({ schema }: Field): string => (schema as { description?: string }).description ?? '';
