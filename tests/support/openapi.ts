/**
 * A table of the rules of OpenAPI 3.0.3 for the objects used in the contract: the allowed and the required
 * fields.
 */

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

interface Rule {
  readonly may: string;
  readonly must?: string;
  readonly inside?: Readonly<Record<string, Kind>>;
}
/** The kind of an object. `name*` is a map of names to that kind, and `name[]` a list of it. */
type Kind = string;

const RULES: Readonly<Record<string, Rule>> = {
  document: {
    may: 'openapi info paths components security tags servers externalDocs',
    must: 'openapi info paths',
    inside: { info: 'info', paths: 'path*', components: 'components' },
  },
  info: { may: 'title version description termsOfService contact license', must: 'title version' },
  components: {
    may: 'schemas securitySchemes parameters responses',
    inside: { schemas: 'schema*', parameters: 'parameter*', responses: 'response*' },
  },
  path: {
    may: 'get put post delete patch parameters summary description',
    inside: {
      get: 'operation',
      put: 'operation',
      post: 'operation',
      delete: 'operation',
      patch: 'operation',
      parameters: 'parameter[]',
    },
  },
  operation: {
    may: 'operationId summary description tags parameters requestBody responses security deprecated',
    must: 'operationId responses',
    inside: { parameters: 'parameter[]', requestBody: 'body', responses: 'response*' },
  },
  parameter: {
    may: 'name in required description schema style explode deprecated example',
    must: 'name in schema',
    inside: { schema: 'schema' },
  },
  body: { may: 'content required description', must: 'content', inside: { content: 'media*' } },
  response: { may: 'description content headers', must: 'description', inside: { content: 'media*' } },
  media: { may: 'schema example examples', inside: { schema: 'schema' } },
  schema: {
    may:
      'type format description title nullable enum default minLength maxLength pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems' +
      ' minProperties maxProperties required properties additionalProperties items allOf anyOf oneOf not readOnly writeOnly deprecated example',
    inside: {
      properties: 'schema*',
      items: 'schema',
      allOf: 'schema[]',
      anyOf: 'schema[]',
      oneOf: 'schema[]',
      not: 'schema',
      additionalProperties: 'schema',
    },
  },
};
const TYPES = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean']);

/** The violations of OpenAPI 3.0.3 in a document. */
export const wrongIn = (document: JsonObject): string[] => {
  const wrong: string[] = [];
  const resolve = (ref: string) =>
    ref
      .slice(2)
      .split('/')
      .reduce<Json | undefined>((at, key) => (isObject(at) ? at[key] : undefined), document);
  // Readers ignore the other fields of an object with a reference. An ignored `nullable` would make generated
  // code fail on null.
  const checkReference = (value: JsonObject, ref: string, place: string): void => {
    const others = Object.keys(value).filter(key => key !== '$ref');
    if (others.some(key => key !== 'description'))
      wrong.push(`${place} has ${others.join(', ')} beside its $ref`);
    if (!ref.startsWith('#/') || resolve(ref) === undefined)
      wrong.push(`${place} refers to nothing (${ref})`);
  };
  const checkKeys = (value: JsonObject, kind: Kind, place: string): void => {
    const { may, must = '' } = RULES[kind] ?? { may: '' };
    for (const key of Object.keys(value))
      if (!may.split(' ').includes(key) && !key.startsWith('x-')) wrong.push(`${place} has ${key}`);
    for (const key of must.split(' ').filter(Boolean))
      if (!(key in value)) wrong.push(`${place} lacks ${key}`);
  };
  const checkType = (schema: JsonObject, place: string): void => {
    const { type, nullable, allOf } = schema;
    if (type !== undefined && !TYPES.has(String(type)))
      wrong.push(`${place} has the type ${JSON.stringify(type)}`);
    if (type === 'array' && !('items' in schema)) wrong.push(`${place} lacks items`);
    if (nullable === true && type === undefined && allOf === undefined)
      wrong.push(`${place} is nullable and has no type`);
  };
  const check = (value: Json, kind: Kind, place: string): void => {
    if (kind.endsWith('[]')) {
      if (!Array.isArray(value)) wrong.push(`${place} is no list`);
      else value.forEach((inner, index) => check(inner, kind.slice(0, -2), `${place}.${index}`));
      return;
    }
    if (kind === 'schema' && typeof value === 'boolean' && place.endsWith('.additionalProperties')) return;
    if (!isObject(value)) return void wrong.push(`${place} is no object`);
    if (kind.endsWith('*'))
      return Object.entries(value).forEach(([name, inner]) =>
        check(inner, kind.slice(0, -1), `${place}.${name}`),
      );
    if (typeof value['$ref'] === 'string') return checkReference(value, value['$ref'], place);
    checkKeys(value, kind, place);
    if (kind === 'schema') checkType(value, place);
    for (const [key, innerKind] of Object.entries(RULES[kind]?.inside ?? {}))
      if (value[key] !== undefined) check(value[key], innerKind, `${place}.${key}`);
  };
  check(document, 'document', 'contract');
  return wrong;
};

export interface Operation {
  readonly path: string;
  readonly method: string;
  readonly id: string;
  readonly parameters: readonly JsonObject[];
  readonly responses: JsonObject;
  readonly operation: JsonObject;
}

/** All operations of a document. */
export const operationsOf = (document: JsonObject): Operation[] =>
  Object.entries(document['paths'] as JsonObject).flatMap(([path, item]) =>
    Object.entries(item as JsonObject).map(([method, operation]) => {
      const { operationId, parameters, responses } = operation as JsonObject;
      const shared = (document['components'] as JsonObject)['parameters'] as
        | Readonly<Record<string, JsonObject>>
        | undefined;
      const resolved = ((parameters ?? []) as JsonObject[]).map(
        parameter => shared?.[String(parameter['$ref']).split('/').at(-1) ?? ''] ?? parameter,
      );
      return {
        path,
        method,
        id: String(operationId),
        parameters: resolved,
        responses: responses as JsonObject,
        operation: operation as JsonObject,
      };
    }),
  );

/** All schemas of a document with their places, including nested ones. */
export const schemasOf = (
  document: JsonObject,
): readonly (readonly [place: string, schema: JsonObject])[] => {
  const found: (readonly [string, JsonObject])[] = [];
  const collect = (value: Json, place: string, isSchema: boolean): void => {
    if (Array.isArray(value))
      return value.forEach((inner, index) => collect(inner, `${place}.${index}`, isSchema));
    if (!isObject(value)) return;
    if (isSchema) found.push([place, value]);
    for (const [key, inner] of Object.entries(value)) {
      if (isSchema && key === 'properties')
        Object.entries(inner as JsonObject).forEach(([name, schema]) =>
          collect(schema, `${place}.${name}`, true),
        );
      else if (key === 'schemas')
        Object.entries(inner as JsonObject).forEach(([name, schema]) =>
          collect(schema, `${place}.${name}`, true),
        );
      else
        collect(
          inner,
          `${place}.${key}`,
          key === 'schema' ||
            (isSchema && ['items', 'allOf', 'anyOf', 'oneOf', 'not', 'additionalProperties'].includes(key)),
        );
    }
  };
  collect(document, 'contract', false);
  return found;
};
