/**
 * The REST contract as Mesh reads it at its build: the committed snapshot `openapi.json` without the keywords
 * that judge values
 * and without the operations that take a file or answer with one.
 *
 * Mesh turns `maxLength`, `pattern`, `format` and their like into scalars that validate: bad input would then
 * fail in the gateway, without the
 * field errors of the REST server, and an answer that a keyword does not like would null its field. The
 * judging stays where it is written, in the
 * server's route schemas.
 */
import document from './openapi.json' with { type: 'json' };

const JUDGING = new Set([
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'default',
  'example',
]);

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type JsonObject = { readonly [key: string]: Json };
const isObject = (value: Json | undefined): value is JsonObject =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const mapped = (object: JsonObject, change: (value: Json, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/**
 * GraphQL's Int ends here. A whole number that may be larger travels as a number, which is exact to 2^53;
 * Mesh's own BigInt refuses such input.
 */
const LARGEST_INT = 2 ** 31 - 1;
const fitsInt = (schema: JsonObject): boolean =>
  typeof schema['maximum'] === 'number' &&
  schema['maximum'] <= LARGEST_INT &&
  typeof schema['minimum'] === 'number' &&
  schema['minimum'] >= -LARGEST_INT - 1;

/**
 * One schema for Mesh.
 *
 * @param named whether it is a component: only there an enumeration keeps its words, because for one without
 *   a name Mesh would invent a type
 */
const schemaForMesh = (schema: Json, named: boolean): Json => {
  if (!isObject(schema)) return schema;
  const structural = Object.fromEntries(
    Object.entries(schema).filter(
      ([key]) => !JUDGING.has(key) && (key !== 'enum' || (named && schema['type'] === 'string')),
    ),
  );
  return mapped(structural, (value, key) => {
    if (key === 'type' && value === 'integer' && !fitsInt(schema)) return 'number';
    if (key === 'properties' && isObject(value)) return mapped(value, inner => schemaForMesh(inner, false));
    if (key === 'items' || key === 'additionalProperties') return schemaForMesh(value, false);
    if ((key === 'allOf' || key === 'anyOf' || key === 'oneOf') && Array.isArray(value))
      return value.map(inner => schemaForMesh(inner, false));
    return value;
  });
};

/** Walks a document down to its schemas; what is not a schema stays as it is. */
const walk = (value: Json, key: string): Json => {
  if (Array.isArray(value)) return value.map(inner => walk(inner, ''));
  if (!isObject(value)) return value;
  if (key === 'schema') return schemaForMesh(value, false);
  if (key === 'schemas') return mapped(value, schema => schemaForMesh(schema, true));
  return mapped(value, walk);
};

const isJsonOnly = (content: Json | undefined): boolean =>
  !isObject(content) || Object.keys(content).every(type => type === 'application/json');

/**
 * GraphQL speaks JSON: a call that takes a file or answers one is made over REST, and Mesh does not know it.
 */
const speaksJson = (operation: Json): boolean => {
  if (!isObject(operation)) return true;
  const { requestBody, responses } = operation;
  const answers = isObject(responses) ? Object.values(responses) : [];
  return (
    (!isObject(requestBody) || isJsonOnly(requestBody['content'])) &&
    answers.every(answer => !isObject(answer) || isJsonOnly(answer['content']))
  );
};

/** The paths without what is not JSON; a path of which nothing is left goes. */
const pathsForMesh = (paths: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, operations]) => {
      const jsonOperations = isObject(operations)
        ? Object.fromEntries(Object.entries(operations).filter(([, operation]) => speaksJson(operation)))
        : {};
      return Object.keys(jsonOperations).length === 0 ? [] : [[path, jsonOperations]];
    }),
  );

/** Mesh's copy of an OpenAPI 3.0.3 document. */
export const contractForMesh = (openapi: unknown): unknown => {
  const { paths, ...rest } = openapi as JsonObject;
  return walk({ ...rest, ...(isObject(paths) && { paths: pathsForMesh(paths) }) }, '');
};

export default contractForMesh(document);
