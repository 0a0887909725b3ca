import Fastify, { type FastifySchemaValidationError } from 'fastify';
import { AdParametersForm, LpoEntryForm } from '../entities/referenced-rows.ts';
import type { Draft, Entity } from '../records/entity.ts';
import { formsOf } from '../records/writes.ts';
import type { Fault } from '../http/failures.ts';
import { faultsOf, validationOptions } from '../http/validation.ts';

/** Validates a form by a schema. @returns faults by field */
type RowValidator = (row: Draft) => Readonly<Record<string, readonly Fault[]>>;
export interface RowValidators {
  readonly creation: RowValidator;
  /** Validates some fields of a row: omitted fields are unchanged. */
  readonly change: RowValidator;
}

interface Validator {
  (value: unknown): unknown;
  readonly errors?: readonly FastifySchemaValidationError[] | null;
}

/**
 * Validates forms of an entity as its routes do, with the same schemas and validator, outside of a request.
 */
export const validatorsOf = async (entity: Entity): Promise<RowValidators> => {
  const { form, change } = formsOf(entity);
  const reader = Fastify({ ajv: validationOptions });
  for (const { schema } of [LpoEntryForm, AdParametersForm, form]) reader.addSchema(schema);
  // Fastify compiles the validator only for a route; this route is never requested.
  reader.post('/', { schema: { body: form.ref } }, () => null);
  await reader.ready();
  const validatorOf = (schema: object): RowValidator => {
    const validate = reader.validatorCompiler!({
      schema,
      method: 'POST',
      url: '/',
      httpPart: 'body',
    }) as Validator;
    return row => (validate(row) === true ? {} : faultsOf(validate.errors ?? [], 'row'));
  };
  const { $id: _, ...some } = change.schema as unknown as { $id: string; required?: string[] };
  return { creation: validatorOf(form.ref), change: validatorOf({ ...some, required: [] }) };
};
