import { isDeepStrictEqual } from 'node:util';
import { Failure, type Fault, type FaultCode } from '../http/failures.ts';
import type { Plan, Referred, StoredRow } from '../store/postgres/entities/entity-writes.ts';
import {
  KEPT_SECRET,
  type Asker,
  type Draft,
  type Entity,
  type Field,
  type ReadContext,
  type Reference,
  type Writing,
} from './entity.ts';

/**
 * From what a form says to what is written: defaults, what holds between fields, what is referred to, what
 * changed. Pure.
 */

export type WrittenField = Field & { readonly write: Writing };

/** The fields of an entity that can be written. */
export const writtenFields = (entity: Entity): [name: string, field: WrittenField][] =>
  Object.entries<Field>(entity.fields).flatMap(([name, field]) =>
    field.write === undefined ? [] : [[name, field as WrittenField]],
  );

/** A row as a form would say it. */
const draftOf = (
  fields: readonly (readonly [string, Field])[],
  row: StoredRow,
  context: ReadContext,
): Draft =>
  Object.fromEntries(fields.map(([name, { read }]) => [name, read ? read(row[name], context) : row[name]]));

/** What stands for a secret says nothing where there is none. @throws {Failure} `invalid` */
const requireSecrets = (
  fields: readonly (readonly [string, WrittenField])[],
  draft: Draft,
  before: Draft,
): void => {
  const empty = fields.filter(
    ([name, { write }]) => write.secret && draft[name] === KEPT_SECRET && before[name] !== KEPT_SECRET,
  );
  if (empty.length > 0)
    throw new Failure('invalid', {
      fields: Object.fromEntries(empty.map(([name]) => [name, ['format'] as const])),
    });
};

/** As the audit log keeps it: of a secret only whether there is one, and that it was changed. */
const logged = ({ write }: WrittenField, sent: unknown): unknown =>
  write.secret && sent !== '' ? KEPT_SECRET : sent;

const store = ({ write }: WrittenField, sent: unknown): unknown => (write.store ? write.store(sent) : sent);

type Found = Record<string, readonly (Fault | FaultCode)[]>;

/** @throws {Failure} `invalid` */
const requireRight = (
  entity: Entity,
  fields: readonly (readonly [string, WrittenField])[],
  draft: Draft,
  asker: Asker,
  before: Draft,
): void => {
  const blank: Found = Object.fromEntries(
    fields
      .filter(
        ([name, { write }]) => write.required && typeof draft[name] === 'string' && draft[name].trim() === '',
      )
      .map(([name]) => [name, ['required']]),
  );
  const faults: Found = { ...entity.writing?.rules?.(draft, asker, before), ...blank };
  if (Object.keys(faults).length > 0) throw new Failure('invalid', { fields: faults });
};

const numbersOf = (value: unknown): number[] =>
  (Array.isArray(value) ? value : [value]).filter(number => typeof number === 'number');

/** What a draft refers to; what it referred to before may meanwhile have been deleted, and stays. */
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
 * What a new row's form means.
 *
 * @param said passed by the schema of the form
 * @throws {Failure} `invalid`
 */
export const planCreation = (entity: Entity, input: Draft, asker: Asker): Plan => {
  const fields = writtenFields(entity);
  const draft: Draft = Object.fromEntries(
    fields.map(([name, { write }]) => [name, input[name] === undefined ? write.initial : input[name]]),
  );
  requireRight(entity, fields, draft, asker, {});
  requireSecrets(fields, draft, {});
  return {
    values: Object.fromEntries(fields.map(([name, field]) => [name, store(field, draft[name])])),
    referred: referredOf(entity, draft, {}),
    before: null,
    after: Object.fromEntries(fields.map(([name, field]) => [name, logged(field, draft[name])])),
  };
};

/**
 * What a change means for a row as it is now; null: nothing changes.
 *
 * @param said passed by the schema of the change; what it leaves out stays
 * @throws {Failure} `invalid`
 */
export const planChange =
  (entity: Entity, input: Draft, asker: Asker, context: ReadContext) =>
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
    requireRight(entity, fields, draft, asker, before);
    requireSecrets(fields, draft, before);
    // A secret that is said as it is shown is the one that there is.
    const changed = fields.filter(
      ([name, field]) =>
        !(field.write.secret && draft[name] === before[name]) &&
        !isDeepStrictEqual(plain(store(field, draft[name])), plain(row[name])),
    );
    if (changed.length === 0) return null;
    return {
      values: Object.fromEntries(changed.map(([name, field]) => [name, store(field, draft[name])])),
      referred: referredOf(entity, draft, before),
      before: Object.fromEntries(changed.map(([name]) => [name, before[name]])),
      after: Object.fromEntries(changed.map(([name, field]) => [name, logged(field, draft[name])])),
    };
  };

/** As JSON keeps it: without what is undefined, and with no prototypes that would make equals unequal. */
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));
