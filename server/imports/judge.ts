import Fastify, { type FastifySchemaValidationError } from 'fastify';
import { AdParametersForm, LpoEntryForm } from '../entities/referenced-rows.ts';
import type { Draft, Entity } from '../records/entity.ts';
import { formsOf } from '../records/writes.ts';
import type { Fault } from '../http/failures.ts';
import { faultsOf, judging } from '../http/validation.ts';

/** What a schema finds wrong with a form, by field. */
type Judge = (row: Draft) => Readonly<Record<string, readonly Fault[]>>;
export interface Judges {
  readonly creation: Judge;
  /** Of some fields of a row: what is left out stays as it is. */
  readonly change: Judge;
}

interface Validator {
  (value: unknown): unknown;
  readonly errors?: readonly FastifySchemaValidationError[] | null;
}

/**
 * Judges forms of an entity as its routes do, by the same schemas and the same reader of schemas, where there
 * is no request.
 */
export const judgesOf = async (entity: Entity): Promise<Judges> => {
  const { form, change } = formsOf(entity);
  const reader = Fastify({ ajv: judging });
  for (const { schema } of [LpoEntryForm, AdParametersForm, form]) reader.addSchema(schema);
  // The reader is there once a route wants it; nobody ever asks this one.
  reader.post('/', { schema: { body: form.ref } }, () => null);
  await reader.ready();
  const judgeOf = (schema: object): Judge => {
    const validate = reader.validatorCompiler!({
      schema,
      method: 'POST',
      url: '/',
      httpPart: 'body',
    }) as Validator;
    return row => (validate(row) === true ? {} : faultsOf(validate.errors ?? [], 'row'));
  };
  const { $id: _, ...some } = change.schema as unknown as { $id: string; required?: string[] };
  return { creation: judgeOf(form.ref), change: judgeOf({ ...some, required: [] }) };
};
