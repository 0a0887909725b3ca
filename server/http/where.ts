import { Type, type TProperties } from '@fastify/type-provider-typebox';
import { Failure, type Fault, type FaultCode } from './failures.ts';
import {
  filterNamed,
  MAX_VALUE_LENGTH,
  MAX_VALUES,
  OPERATORS,
  type Condition,
  type Kind,
  type Operator,
} from './filters.ts';
import { flagIn, numberIn } from './query.ts';
import { spanOf } from './spans.ts';
import { isStorable, shownName } from './storable.ts';

/**
 * Two parameters of every list: `where`, further filters in the encoding of a query string
 * (`name__contains=foo&period_from__after=2026-01-01`), and `search`, a quick search. All conditions must hold.
 */

const MAX_WHERE_LENGTH = 8000;
const MAX_SEARCH_LENGTH = 200;
const MAX_CONDITIONS = 50;
const MAX_SEARCH_WORDS = 10;

export const whereQuery = {
  where: Type.Optional(
    Type.String({
      maxLength: MAX_WHERE_LENGTH,
      description: 'Additional filters as one URL-encoded query string: name__contains=foo&id__in=1,2',
    }),
  ),
  search: Type.Optional(
    Type.String({
      maxLength: MAX_SEARCH_LENGTH,
      description:
        'Words to search for; each must occur in a searched field, ignoring case and character width',
    }),
  ),
} satisfies TProperties;

type Value = { readonly value: unknown } | { readonly fault: FaultCode | Fault };

/** The value, or the fault if the value is missing. */
const orFault = (value: unknown, fault: FaultCode): Value =>
  value === undefined || value === null ? { fault } : { value };

const readValue = (kind: Kind, raw: string): Value => {
  // `where` is decoded here, after the check of the request for texts that cannot be stored.
  if (!isStorable(raw)) return { fault: 'text' };
  const number = numberIn(raw);
  switch (kind) {
    case 'text':
      return raw.length > MAX_VALUE_LENGTH
        ? { fault: { code: 'too_long', values: { max: MAX_VALUE_LENGTH } } }
        : { value: raw };
    case 'integer':
      return Number.isSafeInteger(number) ? { value: number } : { fault: 'integer' };
    case 'decimal':
      return Number.isFinite(number) ? { value: number } : { fault: 'type' };
    case 'boolean':
      return orFault(flagIn(raw), 'type');
    case 'day':
    case 'time':
      return orFault(spanOf(raw), 'format_date');
  }
};

/**
 * Reads the conditions of a query's `where`.
 *
 * @throws {Failure} `invalid`, each fault under the name of its filter
 */
export const readWhere = (
  query: Readonly<Record<string, unknown>>,
  columns: Readonly<Record<string, Kind>>,
): Condition[] => {
  const { where } = query;
  if (typeof where !== 'string' || where === '') return [];
  const pairs = [...new URLSearchParams(where)];
  const faults: [string, (FaultCode | Fault)[]][] = [];
  if (pairs.length > MAX_CONDITIONS)
    throw new Failure('invalid', {
      fields: { where: [{ code: 'too_many', values: { max: MAX_CONDITIONS } }] },
    });
  const conditions = pairs.flatMap(([name, raw]): Condition[] => {
    const wrong = (fault: FaultCode | Fault): [] => {
      faults.push([shownName(name), [fault]]);
      return [];
    };
    const { field, op, kind } = filterNamed(name, columns);
    if (kind === undefined) return wrong('unknown_field');
    if (!OPERATORS[kind].includes(op as Operator)) return wrong('unknown_operator');
    const texts = op === 'in' ? raw.split(',') : [raw];
    if (texts.length > MAX_VALUES) return wrong({ code: 'too_many', values: { max: MAX_VALUES } });
    const values = texts.map(text => readValue(kind, text));
    const bad = values.find(value => 'fault' in value);
    if (bad !== undefined) return wrong(bad.fault);
    // Each value has the type of its column's kind.
    return [
      { field, kind, op, values: values.map(value => ('value' in value ? value.value : null)) } as Condition,
    ];
  });
  if (faults.length > 0) throw new Failure('invalid', { fields: Object.fromEntries(faults) });
  return conditions;
};

/** Reads the words of a query's `search`, normalized by NFKC. @throws {Failure} `invalid`: too many words */
export const readSearch = (query: Readonly<Record<string, unknown>>): string[] => {
  const { search = '' } = query as { readonly search?: string };
  const words = search
    .normalize('NFKC')
    .split(/\s+/u)
    .filter(word => word !== '');
  if (words.length > MAX_SEARCH_WORDS)
    throw new Failure('invalid', {
      fields: { search: [{ code: 'too_many', values: { max: MAX_SEARCH_WORDS } }] },
    });
  return [...new Set(words)];
};
