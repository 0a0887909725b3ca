import { isDeepStrictEqual } from 'node:util';
import { Failure, type Fault, type FaultCode } from '../http/failures.ts';
import { maskAddress } from '../http/visitor-identifiers.ts';
import type { Plan, Referred, StoredRow } from '../store/postgres/entities/entity-write-plan.ts';
import {
  UNCHANGED_SECRET,
  type Requester,
  type Draft,
  type Entity,
  type Field,
  type ReadContext,
  type Reference,
  type Writing,
} from './entity.ts';

/** Converts forms to rows: defaults, rules between fields, references, changed fields. Pure. */

export type WrittenField = Field & { readonly write: Writing };

/** Lists the writable fields of an entity. */
export const writtenFields = (entity: Entity): [name: string, field: WrittenField][] =>
  Object.entries<Field>(entity.fields).flatMap(([name, field]) =>
    field.write === undefined ? [] : [[name, field as WrittenField]],
  );

/** Converts a stored row to the values of a form. */
const draftOf = (
  fields: readonly (readonly [string, Field])[],
  row: StoredRow,
  context: ReadContext,
): Draft =>
  Object.fromEntries(fields.map(([name, { read }]) => [name, read ? read(row[name], context) : row[name]]));

/** Refuses the mask of a secret where no secret is stored. @throws {Failure} `invalid` */
const requireSecrets = (
  fields: readonly (readonly [string, WrittenField])[],
  draft: Draft,
  before: Draft,
): void => {
  const empty = fields.filter(
    ([name, { write }]) =>
      write.secret && draft[name] === UNCHANGED_SECRET && before[name] !== UNCHANGED_SECRET,
  );
  if (empty.length > 0)
    throw new Failure('invalid', {
      fields: Object.fromEntries(empty.map(([name]) => [name, ['format'] as const])),
    });
};

/** Value for the audit log: a secret is recorded as its mask, an address without the values of a visitor. */
const logged = ({ write }: WrittenField, value: unknown): unknown => {
  if (write.isAddress && typeof value === 'string') return maskAddress(value);
  return write.secret && value !== '' ? UNCHANGED_SECRET : value;
};

const store = ({ write }: WrittenField, sent: unknown): unknown => (write.store ? write.store(sent) : sent);

type Found = Record<string, readonly (Fault | FaultCode)[]>;

/** Requires non-blank texts and the entity's rules. @throws {Failure} `invalid` */
const requireRight = (
  entity: Entity,
  fields: readonly (readonly [string, WrittenField])[],
  draft: Draft,
  requester: Requester,
  before: Draft,
): void => {
  const blank: Found = Object.fromEntries(
    fields
      .filter(
        ([name, { write }]) => write.required && typeof draft[name] === 'string' && draft[name].trim() === '',
      )
      .map(([name]) => [name, ['required']]),
  );
  const faults: Found = { ...entity.writing?.rules?.(draft, requester, before), ...blank };
  if (Object.keys(faults).length > 0) throw new Failure('invalid', { fields: faults });
};

const numbersOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter(number => typeof number === 'number');

/** References of a draft to other rows. Unchanged references are not checked: the row may have been deleted since. */
const referredOf = (entity: Entity, draft: Draft, before: Draft): Referred[] =>
  Object.entries<Reference | undefined>(entity.writing?.references ?? {}).flatMap(([field, reference]) => {
    const known = new Set(numbersOf(before[field]));
    const ids = numbersOf(draft[field]).filter(id => !known.has(id));
    if (reference === undefined || ids.length === 0) return [];
    const product = draft['product_id'];
    return [
      {
        field,
        to: reference.to,
        where: reference.where,
        ids,
        productId: typeof product === 'number' ? product : null,
      },
    ];
  });

/**
 * Plans the creation of a row.
 *
 * @param input validated by the schema of the form
 * @throws {Failure} `invalid`
 */
export const planCreation = (entity: Entity, input: Draft, requester: Requester): Plan => {
  const fields = writtenFields(entity);
  const draft: Draft = Object.fromEntries(
    fields.map(([name, { write }]) => [name, input[name] === undefined ? write.initial : input[name]]),
  );
  requireRight(entity, fields, draft, requester, {});
  requireSecrets(fields, draft, {});
  return {
    values: Object.fromEntries(fields.map(([name, field]) => [name, store(field, draft[name])])),
    referred: referredOf(entity, draft, {}),
    before: null,
    after: Object.fromEntries(fields.map(([name, field]) => [name, logged(field, draft[name])])),
  };
};

/**
 * Plans the change of a row.
 *
 * @param input validated by the schema of the change; absent fields are not changed
 * @returns null where no field changes
 * @throws {Failure} `invalid`
 */
export const planChange =
  (entity: Entity, input: Draft, requester: Requester, context: ReadContext) =>
  (row: StoredRow): Plan | null => {
    const fields = writtenFields(entity);
    const before = draftOf(fields, row, context);
    const draft: Draft = Object.fromEntries(
      fields.map(([name]) => [name, input[name] === undefined ? before[name] : input[name]]),
    );
    const moved = fields.filter(([name, { write }]) => write.fixed && draft[name] !== before[name]);
    if (moved.length > 0)
      throw new Failure('invalid', {
        fields: Object.fromEntries(moved.map(([name]) => [name, ['fixed'] as const])),
      });
    requireRight(entity, fields, draft, requester, before);
    requireSecrets(fields, draft, before);
    // A secret that equals its mask is unchanged.
    const changed = fields.filter(
      ([name, field]) =>
        !(field.write.secret && draft[name] === before[name]) &&
        !isDeepStrictEqual(plain(store(field, draft[name])), plain(row[name])),
    );
    if (changed.length === 0) return null;
    return {
      values: Object.fromEntries(changed.map(([name, field]) => [name, store(field, draft[name])])),
      referred: referredOf(entity, draft, before),
      before: Object.fromEntries(changed.map(([name, field]) => [name, logged(field, before[name])])),
      after: Object.fromEntries(changed.map(([name, field]) => [name, logged(field, draft[name])])),
    };
  };

/** Normalizes a value by JSON, so that undefined properties and prototypes do not affect the comparison. */
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));
