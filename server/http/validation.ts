import type { FastifySchemaValidationError } from 'fastify';
import type { Fault, FaultCode } from './failures.ts';
import { addFormats, formats, type Format } from './formats.ts';

/**
 * How schemas are read, wherever values are judged by them: nothing is bent until it fits, and everything
 * that is wrong is told.
 */
export const judging = {
  onCreate: addFormats,
  customOptions: {
    coerceTypes: false,
    removeAdditional: false,
    allErrors: true,
    keywords: ['style', 'explode'],
  },
};

/** More faults than this help nobody, and an attacker should not choose the size of an answer. */
const MOST_FAULTS = 50;
const LONGEST_NAME = 100;

/** Our own formats, and of ajv's the one that routes use. */
const FORMATS: Readonly<Record<string, FaultCode>> = {
  ...Object.fromEntries(Object.entries<Format>(formats).map(([name, { fault }]) => [name, fault])),
  'date-time': 'format_date',
};

/**
 * Numbers that are not spelt right. Such a spelling bounds them too: that they are too large is then said
 * once, in its words.
 */
const MISSPELT: ReadonlySet<FaultCode> = new Set(
  Object.values<Format>(formats).flatMap(({ of, fault }) => (of === 'number' ? [fault] : [])),
);

const faultOf = ({ keyword, params }: FastifySchemaValidationError, value: unknown): Fault => {
  // Nothing, where something is wanted, is a field that was not filled in; that an empty text is short is no
  // news.
  if (value === null || (value === '' && keyword === 'minLength')) return { code: 'required' };
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'required':
      return { code: 'required' };
    case 'additionalProperties':
      return { code: 'unknown_field' };
    case 'enum':
    case 'const':
      return { code: 'choice' };
    // A text that must not be empty is empty, wherever it stands.
    case 'minLength':
      return limit === 1 ? { code: 'required' } : { code: 'too_short', values: { min: limit } };
    case 'maxLength':
      return { code: 'too_long', values: { max: limit } };
    case 'minItems':
      return limit === 1 ? { code: 'choose_one' } : { code: 'too_few', values: { min: limit } };
    case 'maxItems':
    case 'maxProperties':
      return { code: 'too_many', values: { max: limit } };
    // Only whole numbers begin at one.
    case 'minimum':
      return limit === 1 ? { code: 'positive' } : { code: 'minimum', values: { min: limit } };
    case 'exclusiveMinimum':
      return { code: 'minimum', values: { min: limit } };
    case 'maximum':
    case 'exclusiveMaximum':
      return { code: 'maximum', values: { max: limit } };
    case 'multipleOf':
      return { code: 'multiple' };
    case 'uniqueItems':
      return { code: 'duplicate' };
    case 'pattern':
      return { code: 'format' };
    case 'format':
      return { code: FORMATS[String(params['format'])] ?? 'format' };
    default:
      return { code: params['type'] === 'integer' ? 'integer' : 'type' };
  }
};

const pathOf = ({ instancePath }: FastifySchemaValidationError): string[] =>
  instancePath
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'));

const fieldOf = (error: FastifySchemaValidationError, context: string): string => {
  const { keyword, params } = error;
  const path = pathOf(error);
  if (keyword === 'required') path.push(String(params['missingProperty']));
  if (keyword === 'additionalProperties') path.push(String(params['additionalProperty']));
  return (path.length === 0 ? context : path.join('.')).slice(0, LONGEST_NAME);
};

/**
 * What stands in the field that an error points to; undefined: it points to none, or nothing stands there.
 */
const saidAt = (sent: unknown, path: readonly string[]): unknown => {
  let at = path.length > 0 ? sent : undefined;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[step];
  }
  return at;
};

/**
 * What a schema found wrong, by field.
 *
 * @param context what was looked at (`body`, `querystring`, `params`): the field's name where the whole is
 *   wrong
 * @param sent what was looked at itself
 */
export const faultsOf = (
  errors: readonly FastifySchemaValidationError[],
  context: string,
  sent?: unknown,
): Record<string, Fault[]> => {
  const fields = new Map<string, Fault[]>();
  for (const error of errors.slice(0, MOST_FAULTS)) {
    const field = fieldOf(error, context);
    const fault = faultOf(error, saidAt(sent, pathOf(error)));
    const found = fields.get(field) ?? [];
    if (!found.some(({ code }) => code === fault.code)) fields.set(field, [...found, fault]);
  }
  return Object.fromEntries(
    [...fields].map(([field, found]) => [
      field,
      found.some(({ code }) => MISSPELT.has(code)) ? found.filter(({ code }) => code !== 'maximum') : found,
    ]),
  );
};
