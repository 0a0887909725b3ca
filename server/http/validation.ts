import type { FastifySchemaValidationError } from 'fastify';
import type { Fault, FaultCode } from './failures.ts';
import { addFormats, formats, type Format } from './formats.ts';

/** Options of validation: no coercion, no removal of unknown properties, and all faults are reported. */
export const validationOptions = {
  onCreate: addFormats,
  customOptions: {
    coerceTypes: false,
    removeAdditional: false,
    allErrors: true,
    keywords: ['style', 'explode'],
  },
};

/** Maximum number of reported faults, so that a client cannot choose the size of an answer. */
const MAX_FAULTS = 50;
const MAX_NAME_LENGTH = 100;

/** Faults of formats: those of {@link formats}, and ajv's `date-time`. */
const FORMATS: Readonly<Record<string, FaultCode>> = {
  ...Object.fromEntries(Object.entries<Format>(formats).map(([name, { fault }]) => [name, fault])),
  'date-time': 'format_date',
};

/**
 * Faults of number formats. Such a format limits the number of digits as well, so the fault of the maximum is left
 * out beside it.
 */
const MISSPELT: ReadonlySet<FaultCode> = new Set(
  Object.values<Format>(formats).flatMap(({ of, fault }) => (of === 'number' ? [fault] : [])),
);

type Params = FastifySchemaValidationError['params'];
type FaultMaker = (params: Params) => Fault;

const fixed =
  (code: FaultCode): FaultMaker =>
  () => ({ code });
const max =
  (code: FaultCode): FaultMaker =>
  ({ limit }) => ({ code, values: { max: Number(limit) } });
/** @param ofOne code for a limit of one, whose text has no number */
const min =
  (code: FaultCode, ofOne?: FaultCode): FaultMaker =>
  ({ limit }) =>
    ofOne !== undefined && Number(limit) === 1 ? { code: ofOne } : { code, values: { min: Number(limit) } };

const FAULTS: ReadonlyMap<string, FaultMaker> = new Map([
  ['required', fixed('required')],
  ['additionalProperties', fixed('unknown_field')],
  ['enum', fixed('choice')],
  ['const', fixed('choice')],
  // A minimum length of one means that the text is required.
  ['minLength', min('too_short', 'required')],
  ['maxLength', max('too_long')],
  ['minItems', min('too_few', 'choose_one')],
  ['maxItems', max('too_many')],
  ['maxProperties', max('too_many')],
  // Only integers have a minimum of one.
  ['minimum', min('minimum', 'positive')],
  ['exclusiveMinimum', min('minimum')],
  ['maximum', max('maximum')],
  ['exclusiveMaximum', max('maximum')],
  ['multipleOf', fixed('multiple')],
  ['uniqueItems', fixed('duplicate')],
  ['pattern', fixed('format')],
  ['format', ({ format }) => ({ code: FORMATS[String(format)] ?? 'format' })],
]);
const typeFault: FaultMaker = ({ type }) => ({ code: type === 'integer' ? 'integer' : 'type' });

const faultOf = ({ keyword, params }: FastifySchemaValidationError, value: unknown): Fault => {
  // An empty value of a required field counts as missing, not as too short.
  if (value === null || (value === '' && keyword === 'minLength')) return { code: 'required' };
  return (FAULTS.get(keyword) ?? typeFault)(params);
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
  return (path.length === 0 ? context : path.join('.')).slice(0, MAX_NAME_LENGTH);
};

/** Value of the field at a path; undefined: the path is empty, or the value is missing. */
const valueAt = (sent: unknown, path: readonly string[]): unknown => {
  let at = path.length > 0 ? sent : undefined;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[step];
  }
  return at;
};

/**
 * Converts validation errors to faults by field.
 *
 * @param context part of the request (`body`, `querystring`, `params`), the field's name where the whole part is
 *   wrong
 * @param sent the validated value
 */
export const faultsOf = (
  errors: readonly FastifySchemaValidationError[],
  context: string,
  sent?: unknown,
): Record<string, Fault[]> => {
  const fields = new Map<string, Fault[]>();
  for (const error of errors.slice(0, MAX_FAULTS)) {
    const field = fieldOf(error, context);
    const fault = faultOf(error, valueAt(sent, pathOf(error)));
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
