import { Type, type TProperties } from '@fastify/type-provider-typebox';
import { Failure, type Fault, type FaultCode } from './failures.ts';
import { OPERATORS, type Condition, type Kind, type Operator } from './filters.ts';
import { spanOf } from './spans.ts';

/**
 * The two parameters by which every list can be asked in one piece: `where`, further filters as an address carries them
 * (`name__contains=foo&period_from__after=2026-01-01`), and `search`, a quick search. All conditions must hold, also several of one field.
 */

const LONGEST_WHERE = 8000;
const LONGEST_SEARCH = 200;
const LONGEST_VALUE = 1000;
const MOST_CONDITIONS = 50;
const MOST_VALUES = 1000;
const MOST_WORDS = 10;

export const whereQuery = {
  where: Type.Optional(Type.String({ maxLength: LONGEST_WHERE, description: 'Further filters as one text, encoded as an address is: name__contains=foo&id__in=1,2' })),
  search: Type.Optional(Type.String({ maxLength: LONGEST_SEARCH, description: 'Words each of which occurs in one of the searched fields; case and width do not matter' })),
} satisfies TProperties;

const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;
/** What no store takes, and what is no text. `where` is decoded here, so the check of whole requests has not seen it. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

type Value = { readonly value: unknown } | { readonly fault: FaultCode | Fault };

const readValue = (kind: Kind, raw: string): Value => {
  if (UNSTORABLE.test(raw)) return { fault: 'text' };
  switch (kind) {
    case 'text': return raw.length > LONGEST_VALUE ? { fault: { code: 'too_long', values: { max: LONGEST_VALUE } } } : { value: raw };
    case 'integer': return NUMBER.test(raw) && Number.isSafeInteger(Number(raw)) ? { value: Number(raw) } : { fault: 'integer' };
    case 'decimal': return NUMBER.test(raw) && Number.isFinite(Number(raw)) ? { value: Number(raw) } : { fault: 'type' };
    case 'boolean': return raw === 'true' || raw === '1' ? { value: true } : raw === 'false' || raw === '0' ? { value: false } : { fault: 'type' };
    case 'day': case 'time': {
      const span = spanOf(raw);
      return span === null ? { fault: 'format_date' } : { value: span };
    }
  }
};

/**
 * The conditions of a query's `where`.
 *
 * @throws {Failure} `invalid`, each fault under the name of its filter
 */
export const readWhere = (query: Readonly<Record<string, unknown>>, columns: Readonly<Record<string, Kind>>): Condition[] => {
  const { where } = query;
  if (typeof where !== 'string' || where === '') return [];
  const pairs = [...new URLSearchParams(where)];
  const faults: [string, (FaultCode | Fault)[]][] = [];
  if (pairs.length > MOST_CONDITIONS) throw new Failure('invalid', { fields: { where: [{ code: 'too_many', values: { max: MOST_CONDITIONS } }] } });
  const conditions = pairs.flatMap(([name, raw]): Condition[] => {
    const wrong = (fault: FaultCode | Fault): [] => {
      faults.push([name.replaceAll(/[\0\p{Surrogate}]/gu, '\uFFFD').slice(0, 100), [fault]]);
      return [];
    };
    const at = name.lastIndexOf('__');
    const [field, op] = Object.hasOwn(columns, name) || at <= 0 ? [name, 'exact'] : [name.slice(0, at), name.slice(at + 2)];
    const kind = Object.hasOwn(columns, field) ? columns[field] : undefined;
    if (kind === undefined) return wrong('unknown_field');
    if (!OPERATORS[kind].includes(op as Operator)) return wrong('unknown_operator');
    const said = op === 'in' ? raw.split(',') : [raw];
    if (said.length > MOST_VALUES) return wrong({ code: 'too_many', values: { max: MOST_VALUES } });
    const values = said.map(text => readValue(kind, text));
    const bad = values.find(value => 'fault' in value);
    if (bad !== undefined) return wrong(bad.fault);
    // Each value was read as what its column holds.
    return [{ field, kind, op, values: values.map(value => ('value' in value ? value.value : null)) } as Condition];
  });
  if (faults.length > 0) throw new Failure('invalid', { fields: Object.fromEntries(faults) });
  return conditions;
};

/** The words of a query's `search`, in the form NFKC. @throws {Failure} `invalid`: too many of them */
export const readSearch = (query: Readonly<Record<string, unknown>>): string[] => {
  const { search = '' } = query as { readonly search?: string };
  const words = search.normalize('NFKC').split(/\s+/u).filter(word => word !== '');
  if (words.length > MOST_WORDS) throw new Failure('invalid', { fields: { search: [{ code: 'too_many', values: { max: MOST_WORDS } }] } });
  return [...new Set(words)];
};
