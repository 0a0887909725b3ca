import { Type, type Static, type TSchema } from '@fastify/type-provider-typebox';

/**
 * Schema words that the routes share. The contract is OpenAPI 3.0.3, so a value that may be missing is
 * `nullable`, never a type list:
 * with 3.1's lists the gateway makes non-null types of them, which fail at run time.
 */

/**
 * The same schema, null allowed. Not a reference: OpenAPI 3.0 reads nothing beside a `$ref`, so the contract
 * would say without a word that it is never null, and
 * the first null would take the whole answer away in the gateway.
 *
 * @throws at its making, for a reference
 */
export const Nullable = <Schema extends TSchema>(schema: Schema) => {
  if ('$ref' in schema)
    throw new Error(
      `${String(schema.$ref)} cannot be nullable: a reference may be absent (Type.Optional), or the schema stands in place`,
    );
  return Type.Unsafe<Static<Schema> | null>({ ...schema, nullable: true });
};

/**
 * A schema with a name of its own in the contract (a singular noun: `Ad`, `AdPage`), and how routes refer to
 * it.
 * The module that owns it adds `schema` to the app once (`app.addSchema`).
 */
export const component = <Schema extends TSchema>(name: string, schema: Schema) => ({
  schema: { ...schema, $id: name } as Schema & { $id: string },
  ref: Type.Unsafe<Static<Schema>>({ $ref: `${name}#` }),
});

/** A named choice of words. */
export const words = <const Word extends string>(
  name: string,
  choices: readonly Word[],
  description: string,
) => component(name, Type.Unsafe<Word>({ type: 'string', enum: [...choices], description }));

/** The number of a row of the settings. */
export const Id = (description = 'Number of the row') =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });

/** A 64-bit id as a decimal string: JSON's numbers are exact to 2^53 only. */
export const EventId = (description = '64-bit id as a decimal string') =>
  Type.String({ pattern: '^[0-9]{1,20}$', description });

/** An instant, answered in UTC with milliseconds. */
export const Time = (description: string) => Type.String({ format: 'date-time', description });

/** A day of the calendar in Tokyo. */
export const Day = (description: string) => Type.String({ format: 'date', description });

/** A closed object: what it does not name is a fault, not ignored. */
export const Closed = <Properties extends Record<string, TSchema>>(
  properties: Properties,
  options: object = {},
) => Type.Object(properties, { ...options, additionalProperties: false });

/** Whole numbers of 8, 16 and 32 bits with a sign. */
export const Byte = (description: string) => Type.Integer({ minimum: -128, maximum: 127, description });
export const Short = (description: string) =>
  Type.Integer({ minimum: -32_768, maximum: 32_767, description });
export const Int = (description: string) =>
  Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647, description });

/** A whole number of 64 bits with a sign, as a decimal string. */
export const Long = (description: string) => Type.String({ minLength: 1, format: 'long', description });
