/**
 * Copy of the REST contract for Mesh: `openapi.json` without validation keywords, and without operations that take or
 * return files. Mesh would turn `maxLength`, `pattern` or `format` into validating scalars: invalid input would fail
 * without the field errors of the REST server, and an answer that violates a keyword would become null.
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
 * Maximum of GraphQL's Int. Larger integers are numbers, exact up to 2^53, because Mesh's BigInt rejects such input.
 */
const LARGEST_INT = 2 ** 31 - 1;
const fitsInt = (schema: JsonObject): boolean =>
  typeof schema['maximum'] === 'number' &&
  schema['maximum'] <= LARGEST_INT &&
  typeof schema['minimum'] === 'number' &&
  schema['minimum'] >= -LARGEST_INT - 1;

/**
 * Converts one schema for Mesh.
 * @param named whether the schema is a component. Only components keep enumerations: Mesh would invent a type otherwise
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

/** Converts all schemas of a document; other values are unchanged. */
const walk = (value: Json, key: string): Json => {
  if (Array.isArray(value)) return value.map(inner => walk(inner, ''));
  if (!isObject(value)) return value;
  if (key === 'schema') return schemaForMesh(value, false);
  if (key === 'schemas') return mapped(value, schema => schemaForMesh(schema, true));
  return mapped(value, walk);
};

const isJsonOnly = (content: Json | undefined): boolean =>
  !isObject(content) || Object.keys(content).every(type => type === 'application/json');

/** Whether an operation takes and returns JSON only. Operations with files are available over REST only. */
const speaksJson = (operation: Json): boolean => {
  if (!isObject(operation)) return true;
  const { requestBody, responses } = operation;
  const answers = isObject(responses) ? Object.values(responses) : [];
  return (
    (!isObject(requestBody) || isJsonOnly(requestBody['content'])) &&
    answers.every(answer => !isObject(answer) || isJsonOnly(answer['content']))
  );
};

/** Paths with JSON operations only; a path without any is removed. */
const pathsForMesh = (paths: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(paths).flatMap(([path, operations]) => {
      const jsonOperations = isObject(operations)
        ? Object.fromEntries(Object.entries(operations).filter(([, operation]) => speaksJson(operation)))
        : {};
      return Object.keys(jsonOperations).length === 0 ? [] : [[path, jsonOperations]];
    }),
  );

/** Converts an OpenAPI 3.0.3 document for Mesh. */
export const contractForMesh = (openapi: unknown): unknown => {
  const { paths, ...rest } = openapi as JsonObject;
  return walk({ ...rest, ...(isObject(paths) && { paths: pathsForMesh(paths) }) }, '');
};

export default contractForMesh(document);
