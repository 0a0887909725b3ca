import { Type, type Static, type TSchema } from '@fastify/type-provider-typebox';

/**
 * Schemas that the routes share. The contract is OpenAPI 3.0.3, so optional values are `nullable`: from the type
 * lists of 3.1 the gateway makes non-null types, which fail at run time.
 */

/**
 * Allows null in a schema. A reference is refused: OpenAPI 3.0 ignores keywords beside a `$ref`, so the contract
 * would not state the null, and the gateway would fail the whole answer at the first null.
 *
 * @throws {Error} the schema is a reference
 */
export const Nullable = <Schema extends TSchema>(schema: Schema) => {
  if ('$ref' in schema)
    throw new Error(
      `${String(schema.$ref)} cannot be nullable: a reference may be absent (Type.Optional), or the schema stands in place`,
    );
  return Type.Unsafe<Static<Schema> | null>({ ...schema, nullable: true });
};

/**
 * Declares a component of the contract (a singular noun: `Ad`, `AdPage`). `schema` is added to the app once by its
 * module (`app.addSchema`); routes use `ref`.
 */
export const component = <Schema extends TSchema>(name: string, schema: Schema) => ({
  schema: { ...schema, $id: name } as Schema & { $id: string },
  ref: Type.Unsafe<Static<Schema>>({ $ref: `${name}#` }),
});

/** Declares an enumeration as a component. */
export const words = <const Word extends string>(
  name: string,
  choices: readonly Word[],
  description: string,
) => component(name, Type.Unsafe<Word>({ type: 'string', enum: [...choices], description }));

/** Id of a row of the settings. */
export const Id = (description = 'ID of the row') =>
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description });

/** A 64-bit id as a decimal string, because JSON numbers are exact up to 2^53 only. */
export const EventId = (description = '64-bit id as a decimal string') =>
  Type.String({ pattern: '^[0-9]{1,20}$', description });

/** A point in time, answered in UTC with milliseconds. */
export const Time = (description: string) => Type.String({ format: 'date-time', description });

/** A calendar day in Tokyo. */
export const Day = (description: string) => Type.String({ format: 'date', description });

/** An object without additional properties: an unknown property is a fault. */
export const Closed = <Properties extends Record<string, TSchema>>(
  properties: Properties,
  options: object = {},
) => Type.Object(properties, { ...options, additionalProperties: false });

/** Signed integers of 8, 16 and 32 bits. */
export const Byte = (description: string) => Type.Integer({ minimum: -128, maximum: 127, description });
export const Short = (description: string) =>
  Type.Integer({ minimum: -32_768, maximum: 32_767, description });
export const Int = (description: string) =>
  Type.Integer({ minimum: -2_147_483_648, maximum: 2_147_483_647, description });

/** Signed 64-bit integer as a decimal string. */
export const Long = (description: string) => Type.String({ minLength: 1, format: 'long', description });
