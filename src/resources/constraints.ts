import type { Fault } from '../../machines/failure.ts';

/**
 * Syntax of a text or number as the source of a regular expression; formats of texts accept the empty text.
 */
export interface Format {
  readonly of: 'string' | 'number';
  readonly pattern: string;
  readonly fault: string;
}

/** Constraints of one field. */
export interface Constraint {
  readonly type?: string;
  readonly required?: boolean;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: Format;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly maxProperties?: number;
  readonly items?: Constraint;
  readonly fields?: Constraints;
  /** Constraint of the values of an object with arbitrary names. */
  readonly values?: Constraint;
}

/**
 * Constraints of a form or query by field. `graphql/generated/constraints.ts` is generated from the contract.
 */
export type Constraints = Readonly<Record<string, Constraint>>;
/** Validation errors by dotted path: `lpo_entries.0.url`. Valid fields are absent. */
export type Faults = Readonly<Record<string, readonly Fault[]>>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string',
  number: value => typeof value === 'number' && Number.isFinite(value),
  integer: Number.isInteger,
  boolean: value => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
};

/** Length in code points, as the server counts: an emoji is one. */
const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length++;
  return length;
};

const matches = (pattern: string, text: string): boolean => new RegExp(pattern, 'u').test(text);

const textFaults = (text: string, { minLength, maxLength, pattern, format }: Constraint): Fault[] => {
  const length = lengthOf(text);
  const found: Fault[] = [];
  if (minLength !== undefined && length < minLength)
    found.push(length === 0 ? { code: 'required' } : { code: 'too_short', values: { min: minLength } });
  if (maxLength !== undefined && length > maxLength)
    found.push({ code: 'too_long', values: { max: maxLength } });
  if (pattern !== undefined && !matches(pattern, text)) found.push({ code: 'format' });
  if (format?.of === 'string' && !matches(format.pattern, text)) found.push({ code: format.fault });
  return found;
};

const numberFaults = (number: number, { minimum, maximum, multipleOf, format }: Constraint): Fault[] => {
  const found: Fault[] = [];
  if (minimum !== undefined && number < minimum)
    found.push(minimum === 1 ? { code: 'positive' } : { code: 'minimum', values: { min: minimum } });
  if (multipleOf !== undefined && number % multipleOf !== 0) found.push({ code: 'multiple' });
  // The pattern also limits the number: an excess is reported once, by the pattern's code.
  if (format?.of === 'number' && !matches(format.pattern, String(number))) found.push({ code: format.fault });
  else if (maximum !== undefined && number > maximum)
    found.push({ code: 'maximum', values: { max: maximum } });
  return found;
};

const listFaults = (
  items: readonly unknown[],
  { minItems, maxItems, uniqueItems, items: { type } = {} }: Constraint,
): Fault[] => {
  const found: Fault[] = [];
  if (minItems !== undefined && items.length < minItems)
    found.push(minItems === 1 ? { code: 'choose_one' } : { code: 'too_few', values: { min: minItems } });
  if (maxItems !== undefined && items.length > maxItems)
    found.push({ code: 'too_many', values: { max: maxItems } });
  // A value of the wrong type is reported only as such.
  const compared = type === undefined ? items : items.filter(item => TYPES[type]?.(item));
  if (uniqueItems === true && new Set(compared.map(item => JSON.stringify(item))).size < compared.length)
    found.push({ code: 'duplicate' });
  return found;
};

type Found = readonly [path: string, faults: readonly Fault[]];

const typeFaults = (value: unknown, { type, enum: choices }: Constraint): Fault[] => {
  const found: Fault[] = [];
  if (type !== undefined && TYPES[type]?.(value) === false)
    found.push({ code: type === 'integer' ? 'integer' : 'type' });
  if (choices !== undefined && !choices.includes(value)) found.push({ code: 'choice' });
  return found;
};

/** Errors of the value itself, by its type. */
const ownFaults = (value: unknown, constraint: Constraint): Fault[] => {
  if (typeof value === 'string') return textFaults(value, constraint);
  if (typeof value === 'number') return numberFaults(value, constraint);
  if (Array.isArray(value)) return listFaults(value, constraint);
  const { maxProperties } = constraint;
  return maxProperties !== undefined && isObject(value) && Object.keys(value).length > maxProperties
    ? [{ code: 'too_many', values: { max: maxProperties } }]
    : [];
};

/** Errors inside a list or object. */
const innerFaults = (value: unknown, { items, fields, values }: Constraint, path: string): Found[] => {
  const faultsOfEach = (entries: readonly (readonly [string | number, unknown])[], of: Constraint) =>
    entries.flatMap(([name, item]) => valueFaults(item, of, `${path}.${name}`));
  if (Array.isArray(value)) return items === undefined ? [] : faultsOfEach([...value.entries()], items);
  if (!isObject(value)) return [];
  return [
    ...(fields === undefined ? [] : fieldFaults(value, fields, `${path}.`)),
    ...(values === undefined ? [] : faultsOfEach(Object.entries(value), values)),
  ];
};

const valueFaults = (value: unknown, constraint: Constraint, path: string): Found[] => {
  if (value === undefined) return constraint.required === true ? [[path, [{ code: 'required' }]]] : [];
  if (value === null) return constraint.nullable === true ? [] : [[path, [{ code: 'required' }]]];
  const own = [...typeFaults(value, constraint), ...ownFaults(value, constraint)];
  const inner = innerFaults(value, constraint, path);
  return own.length === 0 ? inner : [[path, own], ...inner];
};

const fieldFaults = (
  draft: Readonly<Record<string, unknown>>,
  constraints: Constraints,
  prefix: string,
): Found[] =>
  Object.entries(constraints).flatMap(([name, constraint]) =>
    valueFaults(draft[name], constraint, prefix + name),
  );

/**
 * The errors that the server would find in each field, with the same codes. Only the server checks rules
 * between fields and rules that need the database. Fields without constraints are skipped.
 */
export const check = (draft: object, constraints: Constraints): Faults =>
  Object.fromEntries(fieldFaults(draft as Readonly<Record<string, unknown>>, constraints, ''));
